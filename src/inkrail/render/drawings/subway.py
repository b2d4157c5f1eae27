"""Subways: one heavy line; a station is an empty circle, a hub a filled one."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.core.sides import Side
from inkrail.render.geometry import MIDDLE, Point, arm, curve, element, is_curve, ordered, straight, stroke

STUB = 19.5
"""How far a stub runs into its cell."""
UNDER = 33.0
"""How far a subway runs before it goes under a pipe."""
_RADIUS = 13.0


def subway(sides: Sequence[Side], *, reach: float = MIDDLE) -> str:
    """The subway between these sides; one that does not reach the middle ends there, open or in a station."""
    if not sides:
        return ""
    if reach < MIDDLE:
        return stroke("subway", *(arm(side, stop=reach) for side in sides))
    if is_curve(sides):
        return stroke("subway", curve(ordered(sides)[0]))
    through = [straight(side) for side in sides if side < 2 and side.opposite in sides]
    return stroke("subway", *through, *(arm(side) for side in sides if side.opposite not in sides))


def station(place: Point, *, hub: bool) -> str:
    """A subway station's circle, or a hub's."""
    x, y = place
    if hub:
        return element("circle", "hub", cx=x, cy=y, r=_RADIUS + 4) + element(
            "circle", "hub-ring", cx=x, cy=y, r=_RADIUS
        )
    return element("circle", "stop", cx=x, cy=y, r=_RADIUS)
