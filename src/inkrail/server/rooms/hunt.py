"""The maximum hunt: one set of dice a week for everybody, all known from the start."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from inkrail.core.board import Round
from inkrail.core.dice import SeededRng
from inkrail.game.table import open_table
from inkrail.rules.dealing import Faces
from inkrail.rules.registry import parse_ruleset
from inkrail.server.rooms.rows import Spec

RULES = "base"


@dataclass(frozen=True, slots=True)
class Mark:
    """The best board that the house found for the dice of a week."""

    week: str
    total: int
    bound: int | None
    """The most that any board can have, where that is proven."""
    record: str


def week_of(now: float) -> str:
    """The week in UTC, such as `2026-W47`."""
    year, week, _ = datetime.fromtimestamp(now, UTC).isocalendar()
    return f"{year}-W{week:02}"


def closing_time(week: str) -> float:
    """When the week ends."""
    year, number = week.split("-W")
    monday = date.fromisocalendar(int(year), int(number), 1) + timedelta(weeks=1)
    return datetime.combine(monday, time(), UTC).timestamp()


def hunt_rolls(secret: str, *, week: str) -> tuple[Faces, ...]:
    """The dice of all rounds of a week."""
    seed = hmac.new(secret.encode(), f"hunt/{week}/{RULES}".encode(), "sha256").hexdigest()
    ruleset = parse_ruleset(RULES)
    deal = open_table(ruleset, seats=1).deal
    return tuple(
        ruleset.dealer.roll(deal, ruleset.dice(Round(number)), rng=SeededRng(seed, "round", number))
        for number in range(1, ruleset.rounds + 1)
    )


def hunt_spec(week: str, rolls: tuple[Faces, ...], *, goal: int | None) -> Spec:
    """A table for one person to draw a board with the dice of a week."""
    return Spec(rules=RULES, counted=False, purpose="hunt", rolls=rolls, goal=goal, source=week)
