"""Puzzles as they are stored, and the tables at which they are tried."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from inkrail.core.errors import Refusal
from inkrail.game.record import Roll, parse_record
from inkrail.rules.dealing import Faces
from inkrail.rules.position import Position
from inkrail.server.rooms.openings import opening_spec
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Spec

LEVELS = 5
DAILY_RULES = "base"
_DAILY_LEVELS = (1, 2, 3, 3, 4, 4, 5)
"""The levels of the puzzles from Monday to Sunday."""


@dataclass(frozen=True, slots=True)
class StoredPuzzle:
    """A last round to play for its best end. `opening` is a record of one seat up to where drawing begins."""

    id: str
    rules: str
    level: int
    total: int
    second: int | None
    """The best total of any other board; None if others may be as good."""
    actions: tuple[str, ...]
    opening: str
    public: bool = True
    """Whether it is offered to everyone; False for the last round of somebody's own game."""
    day: str | None = None
    """The day whose puzzle it is, if any."""

    def start(self) -> Position:
        """The position in which drawing begins."""
        return parse_record(self.opening)[1].seats[0].position

    def dice(self) -> Faces:
        """The faces to draw."""
        record, _ = parse_record(self.opening)
        *_, roll = (entry for entry in record.entries if isinstance(entry, Roll))
        return tuple(face for face in roll.faces if face in record.ruleset.pieces)


def puzzle_spec(puzzle: StoredPuzzle) -> Spec:
    """A table for one person to try a puzzle."""
    record, _ = parse_record(puzzle.opening)
    spec = opening_spec(record, purpose="puzzle")
    return replace(spec, until=record.ruleset.rounds, goal=puzzle.total, source=puzzle.id)


def daily_level(day: date) -> int:
    """The level of a day's puzzle."""
    return _DAILY_LEVELS[day.weekday()]


def nearest_levels(level: int) -> list[int]:
    """All levels, the nearest to this one first."""
    return sorted(range(1, LEVELS + 1), key=lambda other: abs(other - level))


def require_attempt(room: Room, puzzle: StoredPuzzle) -> None:
    """Refuse if this is no table at which the puzzle was tried."""
    if room.spec.purpose != "puzzle" or room.spec.source != puzzle.id:
        raise Refusal("puzzle.not_tried")
