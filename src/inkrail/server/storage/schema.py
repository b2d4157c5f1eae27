"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

game_tables = sa.Table(
    "game_tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("spec", sa.Text, nullable=False),
    # Queried by lists and the sweep; all of it is derived from the rows.
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("due", sa.Float, nullable=True),
    # A hash that stands for the address that opened it; lists show only a few of each.
    sa.Column("opened_by", sa.String(32), nullable=False),
    sa.Index("game_tables_listed", "public", "status", "opened_by", "created"),
    sa.Index("game_tables_due", "due"),
)

rows = sa.Table(
    "game_rows",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("row", sa.Text, nullable=False),
)
"""The games: append-only. The key gives the rows of a table the same order in all processes."""

attempts = sa.Table(
    "attempts",
    metadata,
    # A day, the week of a hunt, the id of a challenge, or that of a league and the number of its game.
    sa.Column("contest", sa.String(32), primary_key=True),
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_tables.id"), nullable=False, unique=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("late", sa.Boolean, nullable=False),
    sa.Column("score", sa.Integer, nullable=True),
    sa.Column("errors", sa.Integer, nullable=True),
    sa.Column("seconds", sa.Integer, nullable=True),
    sa.Index("attempts_best", "contest", "score"),
)
"""The one counted attempt of each browser per contest; the score is set when the game is over."""

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("browser", sa.String(64), nullable=False),
    sa.UniqueConstraint("table_id", "seat", name="challenges_seat"),
)
"""Finished games that others are challenged to beat. Those who take one have an attempt whose contest is its id."""

leagues = sa.Table(
    "leagues",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    # The ruleset and the number of its own games; without them it plays the dailies of each week.
    sa.Column("rules", sa.String(64), nullable=True),
    sa.Column("games", sa.Integer, nullable=False),
    # The browser that may rename and delete it.
    sa.Column("maker", sa.String(64), nullable=False),
    sa.Column("opened_by", sa.String(32), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Index("leagues_opened", "opened_by", "created"),
)
"""Groups of people with one table of results. The results are their attempts at the days, or at the league's own games."""

league_members = sa.Table(
    "league_members",
    metadata,
    sa.Column("league_id", sa.String(32), sa.ForeignKey("leagues.id"), primary_key=True),
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("joined", sa.Float, nullable=False),
    sa.Index("league_members_browser", "browser"),
)

push_subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_tables.id"), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    # A hash of the endpoint.
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("browser_key", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Index("push_subscriptions_made", "made"),
)
"""The browsers that are told when a table waits for a place."""

transfers = sa.Table(
    "transfers",
    metadata,
    # A hash of the code.
    sa.Column("code", sa.String(64), primary_key=True),
    # As the browser compressed them.
    sa.Column("games", sa.LargeBinary, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("opened_by", sa.String(32), nullable=False),
    sa.Index("transfers_until", "until"),
)
"""Games that wait for a day to be fetched on another device by their code."""

puzzles = sa.Table(
    "puzzles",
    metadata,
    # A hash of the board and the dice, so that the same puzzle is the same row.
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("day", sa.String(10), nullable=True, unique=True),
    sa.Column("made", sa.Float, nullable=False),
    sa.Index("puzzles_offered", "rules", "level", "id"),
)
"""Last rounds to train on: made ahead for everybody, the one of each day, and people's own."""

hunts = sa.Table(
    "hunts",
    metadata,
    sa.Column("week", sa.String(8), primary_key=True),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("bound", sa.Integer, nullable=True),
    sa.Column("record", sa.Text, nullable=False),
)
"""The best board that the house found for the dice of each week. Boards handed in are attempts whose contest is the week."""

secrets = sa.Table(
    "server_secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(128), nullable=False),
)

studies = sa.Table(
    "studies",
    metadata,
    # A hash of the question, so that the same question is the same row.
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("engine", sa.String(16), nullable=False),
    sa.Column("effort", sa.String(8), nullable=False),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    # The table of a daily game or the week of a hunt, which say who may see the study; empty for all others.
    sa.Column("hidden", sa.String(32), nullable=False),
    sa.Column("asked", sa.Float, nullable=False),
    sa.Column("asked_by", sa.String(32), nullable=False),
    # When somebody last asked for it or looked at it, to the day; it is deleted long after that.
    sa.Column("used", sa.Float, nullable=False),
    sa.Column("taken", sa.Float, nullable=True),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("leased_by", sa.String(32), nullable=True),
    sa.Column("leased_until", sa.Float, nullable=True),
    sa.Column("code", sa.String(64), nullable=True),
    # How many percent are compiled of what it needs first.
    sa.Column("getting_ready", sa.Integer, nullable=True),
    sa.Column("parts", sa.Text, nullable=False),
    sa.Column("result", sa.Text, nullable=True),
    sa.Index("studies_waiting", "status", "asked"),
    sa.Index("studies_served", "asked_by", "taken"),
    sa.Index("studies_used", "used"),
)
"""Reviews and best boards. A study that is computed is leased to a process, which stores its parts as they are ready."""
