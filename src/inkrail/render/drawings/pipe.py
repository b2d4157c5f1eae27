"""Water pipes: a double line with flanges at the cell's sides."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.core.sides import Side
from inkrail.render.geometry import (
    MIDDLE,
    Point,
    arm,
    curve,
    is_curve,
    ordered,
    polyline,
    straight,
    stroke,
    turned,
)

WALL = 7.0
"""From the middle of the pipe to its walls."""
STUB = 30.0
"""How far a stub runs into its cell."""
_FLANGE = 13.0
_THICK = 7.0


def pipe(sides: Sequence[Side], *, reach: float = MIDDLE, capped: bool = False) -> str:
    """The pipe between these sides, or stubs that reach only `reach` inwards."""
    if not sides:
        return ""
    flanges = [_plate(side, start=0) for side in sides]
    if reach < MIDDLE:
        lines = [arm(side, stop=reach) for side in sides]
        flanges += [_plate(side, start=reach, wide=2) for side in sides if capped]
    elif is_curve(sides):
        lines = [curve(ordered(sides)[0])]
    else:
        lines = [straight(side) for side in sides if side < 2 and side.opposite in sides]
        lines += [arm(side) for side in sides if side.opposite not in sides]
    joint = stroke("joint", _joint()) if len(sides) > 2 else ""
    return stroke("pipe-wall", *lines) + stroke("pipe", *lines) + joint + stroke("flange", *flanges)


def _plate(side: Side, *, start: float, wide: float = 0) -> str:
    half = _FLANGE + wide - 2
    corners = ((-half, start), (half, start), (half, start + _THICK), (-half, start + _THICK))
    return polyline((turned((MIDDLE + x, y), side) for x, y in corners), closed=True)


def _joint() -> str:
    size = WALL + 4
    ends = ((-size, -size), (size, -size), (size, size), (-size, size))
    return polyline(((MIDDLE + x, MIDDLE + y) for x, y in ends), closed=True)


def crack(place: Point, *, across: Point, size: float = 1) -> str:
    """The zigzag of a broken pipe at this place; `across` is the direction from wall to wall."""
    x, y = place
    dx, dy = across
    steps = ((-17, -3), (-8, 4), (-3, -5), (3, 5), (8, -4), (17, 3))
    walk = [(out * size, along * size) for out, along in steps]
    near, far = (
        [(x + dx * out - dy * (along + gap), y + dy * out + dx * (along + gap)) for out, along in walk]
        for gap in (-4.5 * size, 4.5 * size)
    )
    gap = stroke("gap", polyline((*near, *reversed(far)), closed=True))
    return gap + stroke("break", polyline(near), polyline(far))
