"""The outline of what fills part of a cell: water or lava between its open sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkrail.core.sides import SIDES, Side
from inkrail.render.geometry import SPAN, Point, clockwise, turned

MOUTH = 8.0
"""How far from the corner a shore meets the border of an open side."""
_OVER = 0.4


@dataclass(frozen=True, slots=True)
class Ground:
    """The pieces of an outline in clockwise order; shores reach from border to border, the others are corners."""

    pieces: tuple[tuple[Point, ...], ...]

    @property
    def outline(self) -> tuple[Point, ...]:
        """All points in one."""
        return tuple(point for piece in self.pieces for point in piece)

    @property
    def shores(self) -> tuple[tuple[Point, ...], ...]:
        """The shores alone."""
        return tuple(piece for piece in self.pieces if len(piece) > 1)


def ground(sides: Sequence[Side], *, shore: Sequence[Point]) -> Ground:
    """The ground between the open sides; `shore` are points along a closed north side, from west to east."""
    if len(sides) == len(SIDES):
        return Ground(tuple((turned((-_OVER, -_OVER), side),) for side in SIDES))
    start = next(side for side in SIDES if side in sides and clockwise(side) not in sides)
    pieces: list[tuple[Point, ...]] = []
    run: list[Point] = []
    for step in range(1, 5):
        side = Side((start + step) % 4)
        if side not in sides:
            run = run or [turned((SPAN - MOUTH, -_OVER), Side((side + 3) % 4))]
            run += [turned(point, side) for point in shore]
        elif run:
            pieces.append((*run, turned((MOUTH, -_OVER), side)))
            run = []
        else:
            pieces.append((turned((-_OVER, -_OVER), side),))
    return Ground(tuple(pieces))


def basin(side: Side, *, depth: float) -> Ground:
    """Ground that reaches only so far inwards from its one open side, with a route beyond it."""
    half = ((SPAN - MOUTH, -_OVER), (SPAN - 11, depth - 17), (SPAN - 20, depth - 9), (SPAN - 29, depth - 1))
    inner = ((SPAN - 40, depth - 4), (50, depth), (40, depth - 4))
    mirrored = [(SPAN - x, y) for x, y in reversed(half)]
    return Ground((tuple(turned(point, side) for point in (*half, *inner, *mirrored)),))
