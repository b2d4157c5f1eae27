"""Railways: one line with ties."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.core.sides import Side
from inkrail.render.geometry import (
    MIDDLE,
    SPAN,
    arm,
    curve,
    dashed,
    element,
    is_curve,
    is_straight,
    ordered,
    straight,
    stroke,
)

TIE = SPAN / 8
"""From one tie to the next."""
UNDER = 29.0
"""How far a railway runs before it goes under a highway."""


def railway(sides: Sequence[Side], *, to_centre: bool, under: bool = False, reach: float = MIDDLE) -> str:
    """The railway between these sides; `under` leaves a gap in the middle for what passes over it."""
    if not sides:
        return ""
    if under:
        return _arms(sides, stop=UNDER, ties=2)
    if to_centre or len(sides) == 1:
        return _arms(sides, stop=reach, ties=round(reach / TIE))
    if is_curve(sides):
        first, _ = ordered(sides)
        return stroke("rail", curve(first)) + dashed("ties", curve(first, over=0), length=6 * TIE)
    if is_straight(sides):
        return stroke("rail", straight(sides[0])) + stroke("ties", straight(sides[0], over=0))
    points = element("circle", "points", cx=MIDDLE, cy=MIDDLE, r=5.5)
    return _arms(sides, stop=MIDDLE, ties=3) + points


def _arms(sides: Sequence[Side], *, stop: float, ties: int) -> str:
    rails = [arm(side, stop=stop) for side in sides]
    return stroke("rail", *rails) + stroke("ties", *(arm(side, start=0, stop=ties * TIE) for side in sides))
