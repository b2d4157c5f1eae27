"""Leagues: groups of people with one table of results.

A league plays either the daily games of each week, or games of its own, whose dice are the same for all its members.
The results are the members' attempts; a day counts in every league that its player is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from inkrail.core.errors import Refusal
from inkrail.game.table import open_table
from inkrail.rules.registry import parse_ruleset
from inkrail.server.rooms.daily import is_late, ruleset_of, today
from inkrail.server.rooms.hunt import closing_time, days_of, week_of
from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.rooms.rolls import secret_rolls
from inkrail.server.rooms.rows import Spec

MOST_MEMBERS = 50
MOST_GAMES = 10
"""The most games of its own that a league may have."""
MOST_LEAGUES = 20
"""The most leagues that one browser may be in."""
MOST_OPENED = 50
"""The most leagues that one address may make in a day."""


@dataclass(frozen=True, slots=True)
class League:
    """A league; whoever has its id may join it."""

    id: str
    name: str
    rules: str | None
    """The ruleset of its own games; None if it plays the dailies."""
    games: int
    """How many games of its own it has; 0 if it plays the dailies."""
    maker: str
    """The hash of the browser that may rename and delete it: that of who made it, or who is in it longest."""
    opened_by: str
    created: float


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a league."""

    league: str
    browser: str
    """The hash of their browser's secret."""
    name: str
    joined: float


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game of a league: a day, or one of its own by its number; a closed one counts no longer."""

    name: str
    contest: str
    rules: str
    state: Literal["coming", "open", "closed"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's row in the table of results, with their attempt at each game."""

    member: Member
    rank: int
    total: int
    played: int
    attempts: tuple[Attempt | None, ...]


def require_playable(rules: str) -> None:
    """Refuse a ruleset that is unknown, or that nobody can play alone."""
    open_table(parse_ruleset(rules), seats=1)


def own_contests(league: League) -> list[str]:
    """The contests of a league's own games; no other contest contains a point."""
    return [f"{league.id}.{number}" for number in range(1, league.games + 1)]


def parse_week(text: str | None, league: League, *, now: float) -> str:
    """A week of the league, by default this one, or a refusal of one in which it was not there."""
    if text is None:
        return week_of(now)
    try:
        days_of(text)
    except ValueError:
        raise Refusal("league.unknown_week", week=text) from None
    if not week_of(league.created) <= text <= week_of(now):
        raise Refusal("league.unknown_week", week=text)
    return text


def weeks_around(week: str, league: League, *, now: float) -> tuple[str | None, str | None]:
    """The week before and the week after one of a league, if it has them."""
    before, after = week_of(closing_time(week) - 8 * 24 * 3600), week_of(closing_time(week))
    return (
        before if before >= week_of(league.created) else None,
        after if after <= week_of(now) else None,
    )


def games_of(league: League, *, week: str, now: float) -> list[LeagueGame]:
    """The games of a league: its own, or the days of a week."""
    if league.rules:
        return [
            LeagueGame(str(number), contest, league.rules, "open")
            for number, contest in enumerate(own_contests(league), start=1)
        ]
    games = []
    for day in days_of(week):
        date = day.isoformat()
        state: Literal["coming", "open", "closed"] = "coming" if day > today(now) else "open"
        games.append(LeagueGame(date, date, ruleset_of(day), "closed" if is_late(date, now=now) else state))
    return games


def members_in(members: Iterable[Member], league: League, *, week: str) -> list[Member]:
    """The members who had joined in a week; of a league with games of its own, all."""
    return [member for member in members if league.rules or week_of(member.joined) <= week]


def standings(
    members: Sequence[Member], games: Sequence[LeagueGame], attempts: Iterable[Attempt]
) -> list[Standing]:
    """The table of results: by points, then by errors; those who have not played come last, equals share a place."""
    found = {(attempt.contest, attempt.browser): attempt for attempt in attempts}
    rows = []
    for member in sorted(members, key=lambda one: (one.joined, one.browser)):
        own = tuple(found.get((game.contest, member.browser)) for game in games)
        counted = [attempt for attempt in own if attempt and counts(attempt)]
        total = sum(attempt.score or 0 for attempt in counted)
        errors = sum(attempt.errors or 0 for attempt in counted)
        rows.append(((not counted, -total, errors), member, len(counted), own))
    keys = [key for key, *_ in rows]
    ranked = [
        Standing(member, 1 + sum(other < key for other in keys), -key[1], played, own)
        for key, member, played, own in rows
    ]
    return sorted(ranked, key=lambda standing: standing.rank)


def counts(attempt: Attempt) -> bool:
    """Whether an attempt is finished, and was so in time."""
    return attempt.score is not None and not attempt.late


def league_spec(league: League, number: int, *, secret: str) -> Spec:
    """A table for one member to play a game of the league, or a refusal if there is no such game."""
    if league.rules is None or not 1 <= number <= league.games:
        raise Refusal("league.unknown_game")
    contest = own_contests(league)[number - 1]
    return Spec(
        rules=league.rules,
        counted=False,
        purpose="league",
        rolls=secret_rolls(secret, of=f"league/{contest}", rules=league.rules),
        source=contest,
    )
