"""The outline of water or lava that fills part of a cell."""

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
    """The shores of an outline in clockwise order, each from border to border."""

    shores: tuple[tuple[Point, ...], ...]

    @property
    def outline(self) -> tuple[Point, ...]:
        """All points in one polygon."""
        return tuple(point for shore in self.shores for point in shore)


def ground(sides: Sequence[Side], *, shore: Sequence[Point]) -> Ground:
    """The ground between the open sides; `shore` are points along a closed north side, from west to east.

    A corner between two open sides is cut off too: a tile cannot know whether the cell diagonally across is dry. So
    shores meet at every corner, at worst around a rock in the middle of the water.
    """
    start = next((side for side in SIDES if side in sides and clockwise(side) not in sides), SIDES[0])
    shores: list[tuple[Point, ...]] = []
    run: list[Point] = []
    for step in range(1, 5):
        side = Side((start + step) % 4)
        run = run or [turned((SPAN - MOUTH, -_OVER), Side((side + 3) % 4))]
        if side in sides:
            shores.append((*run, turned((MOUTH, -_OVER), side)))
            run = []
        else:
            run += [turned(point, side) for point in shore]
    return Ground(tuple(shores))


def basin(side: Side, *, depth: float) -> Ground:
    """Ground that reaches only `depth` inwards from its one open side, with a route beyond it."""
    half = ((SPAN - MOUTH, -_OVER), (SPAN - 11, depth - 17), (SPAN - 20, depth - 9), (SPAN - 29, depth - 1))
    inner = ((SPAN - 40, depth - 4), (50, depth), (40, depth - 4))
    mirrored = [(SPAN - x, y) for x, y in reversed(half)]
    return Ground((tuple(turned(point, side) for point in (*half, *inner, *mirrored)),))
