"""All tables: games with their rows, attempts, secrets, studies, puzzles, hunts, challenges, leagues, push subscriptions and transfers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all of them."""
    op.create_table(
        "game_tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("due", sa.Float, nullable=True),
        sa.Column("opened_by", sa.String(32), nullable=False),
    )
    op.create_index("game_tables_listed", "game_tables", ["public", "status", "opened_by", "created"])
    op.create_index("game_tables_due", "game_tables", ["due"])
    op.create_table(
        "game_rows",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("row", sa.Text, nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("contest", sa.String(32), primary_key=True),
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_tables.id"), nullable=False, unique=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("late", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=True),
        sa.Column("errors", sa.Integer, nullable=True),
        sa.Column("seconds", sa.Integer, nullable=True),
    )
    op.create_index("attempts_best", "attempts", ["contest", "score"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.UniqueConstraint("table_id", "seat", name="challenges_seat"),
    )
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(64), nullable=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("opened_by", sa.String(32), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("leagues_opened", "leagues", ["opened_by", "created"])
    op.create_table(
        "league_members",
        sa.Column("league_id", sa.String(32), sa.ForeignKey("leagues.id"), primary_key=True),
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
    )
    op.create_index("league_members_browser", "league_members", ["browser"])
    op.create_table(
        "push_subscriptions",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_tables.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("browser_key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("push_subscriptions_made", "push_subscriptions", ["made"])
    op.create_table(
        "transfers",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("games", sa.LargeBinary, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("opened_by", sa.String(32), nullable=False),
    )
    op.create_index("transfers_until", "transfers", ["until"])
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("day", sa.String(10), nullable=True, unique=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("puzzles_offered", "puzzles", ["rules", "level", "id"])
    op.create_table(
        "hunts",
        sa.Column("week", sa.String(8), primary_key=True),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("bound", sa.Integer, nullable=True),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_table(
        "server_secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("engine", sa.String(16), nullable=False),
        sa.Column("effort", sa.String(8), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("hidden", sa.String(32), nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("asked_by", sa.String(32), nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("taken", sa.Float, nullable=True),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("leased_by", sa.String(32), nullable=True),
        sa.Column("leased_until", sa.Float, nullable=True),
        sa.Column("code", sa.String(64), nullable=True),
        sa.Column("getting_ready", sa.Integer, nullable=True),
        sa.Column("parts", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=True),
    )
    op.create_index("studies_waiting", "studies", ["status", "asked"])
    op.create_index("studies_served", "studies", ["asked_by", "taken"])
    op.create_index("studies_used", "studies", ["used"])
