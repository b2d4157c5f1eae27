"""The score sheet: lines with their points and where on the board they come from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

from inkrail.core.cells import Cell
from inkrail.core.connections import Place
from inkrail.core.showing import html_of


class Values(Enum):
    """The table of network values (S1, S8)."""

    OFFICIAL = "official"
    MANUAL = "manual"


MOST_EXITS = 12
_TABLES = {
    Values.OFFICIAL: (0, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 45),
    Values.MANUAL: (0, 0, 1, 3, 6, 10, 15, 20, 20, 20, 20, 20, 20),
}


def network_points(exits: int, values: Values) -> int:
    """The points of a network with this many exits; more than 12 count as 12."""
    return _TABLES[values][min(exits, MOST_EXITS)]


LineKind: TypeAlias = Literal["network", "route", "errors", "note", "other"]
"""What a line counts: a network's exits, a route's cells, open sides, something that scores no points, or anything else."""


class ScoreLine(NamedTuple):
    """One line of the sheet.

    `name` is the line's key, `value` what was counted and `points` what it is worth; `board` is the number of the
    board it is about, `cells` (in order if it is a route) and `sides` are where it is on the board.
    """

    name: str
    value: int
    points: int
    cells: tuple[Cell, ...] = ()
    sides: tuple[Place, ...] = ()
    board: int = 0
    kind: LineKind = "other"


def error_sides(lines: Iterable[ScoreLine], *, board: int) -> tuple[Place, ...]:
    """The sides of a board that are errors (S5)."""
    return tuple(
        place for line in lines if line.kind == "errors" and line.board == board for place in line.sides
    )


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All lines of one seat (S6)."""

    lines: tuple[ScoreLine, ...]
    expansion: tuple[ScoreLine, ...] = ()

    def __repr__(self) -> str:
        points = ", ".join(f"{line.name} {line.points}" for line in self.all_lines if line.points)
        return f"<ScoreSheet {self.total}: {points}>" if points else f"<ScoreSheet {self.total}>"

    def _repr_html_(self) -> str:
        return html_of(self)

    @property
    def all_lines(self) -> tuple[ScoreLine, ...]:
        """The lines of the base game and those of the expansion."""
        return self.lines + self.expansion

    @property
    def total(self) -> int:
        """The points of all lines."""
        return sum(line.points for line in self.all_lines)

    @property
    def errors(self) -> int:
        """The error sides of all boards, for ties (B13)."""
        return sum(line.value for line in self.all_lines if line.kind == "errors")

    def points(self, name: str) -> int:
        """The points of all lines of this name."""
        return sum(line.points for line in self.all_lines if line.name == name)

    def values(self, name: str) -> tuple[int, ...]:
        """What was counted in each line of this name."""
        return tuple(line.value for line in self.all_lines if line.name == name)

    def value(self, name: str) -> int:
        """What was counted in the lines of this name together."""
        return sum(self.values(name))
