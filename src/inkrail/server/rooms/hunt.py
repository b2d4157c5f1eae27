"""The maximum hunt: one set of dice a week for everybody, all known from the start."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.absent import act_for_absent
from inkrail.game.record import Act, Entry, Record, Roll
from inkrail.game.table import open_table
from inkrail.rules.dealing import Faces, Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.server.rooms.rolls import secret_rolls
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


def days_of(week: str) -> list[date]:
    """The days of a week, from Monday."""
    year, number = week.split("-W")
    return [date.fromisocalendar(int(year), int(number), day) for day in range(1, 8)]


def closing_time(week: str) -> float:
    """When the week ends."""
    monday = days_of(week)[0] + timedelta(weeks=1)
    return datetime.combine(monday, time(), UTC).timestamp()


def hunt_rolls(secret: str, *, week: str) -> tuple[Faces, ...]:
    """The dice of all rounds of a week."""
    return secret_rolls(secret, of=f"hunt/{week}", rules=RULES)


def hunt_record(rolls: tuple[Faces, ...]) -> Record:
    """A finished game with these dice, in which only what is mandatory was drawn."""
    table, entries = open_table(parse_ruleset(RULES), seats=1), list[Entry]()
    for number, faces in enumerate(rolls):
        table, _ = table.roll(faces)
        table, actions = act_for_absent(table, Seat(0), rng=SeededRng("hunt", number))
        entries += [Roll(faces), *(Act(Seat(0), action) for action in actions)]
    return Record(table.ruleset, entries=tuple(entries))


def is_week(text: str) -> bool:
    """Whether a text is a week, such as `2026-W47`; no table's id is."""
    return re.fullmatch(r"\d{4}-W\d{2}", text) is not None


def require_not_hunted(record: Record, *, secret: str, now: float) -> None:
    """Refuse to look for the best board for the dice of the running week."""
    rolls = tuple(sorted(entry.faces) for entry in record.entries if isinstance(entry, Roll))
    hunted = hunt_rolls(secret, week=week_of(now))
    if record.ruleset.name == RULES and rolls == tuple(map(sorted, hunted)):
        raise Refusal("hunt.running")


def require_closed(week: str, *, now: float) -> None:
    """Refuse to show what the house found while a week runs."""
    if now < closing_time(week):
        raise Refusal("hunt.running")


def hunt_spec(week: str, rolls: tuple[Faces, ...], *, goal: int | None) -> Spec:
    """A table for one person to draw a board with the dice of a week."""
    return Spec(rules=RULES, counted=False, purpose="hunt", rolls=rolls, goal=goal, source=week)
