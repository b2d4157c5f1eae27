"""Highways: a band with two edges and a dashed middle."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.core.sides import SIDES, Side
from inkrail.render.geometry import (
    MIDDLE,
    SPAN,
    arm,
    at,
    clockwise,
    curve,
    dashed,
    is_curve,
    is_straight,
    ordered,
    straight,
    stroke,
    turned,
)

EDGE = 13.25
"""From the middle of the band to its edges."""
DASH = SPAN / 6
_ROUND = 9
"""The radius of the corners of a junction."""
_KERB = MIDDLE - EDGE


def highway(sides: Sequence[Side], *, to_centre: bool, reach: float = MIDDLE) -> str:
    """The highway between these sides; with `to_centre` each side leads to a building in the middle."""
    if not sides:
        return ""
    if to_centre or len(sides) == 1:
        return _arms(sides, reach=reach)
    if is_curve(sides):
        first, _ = ordered(sides)
        return _band(curve(first), edges=[curve(first, offset=offset) for offset in (-EDGE, EDGE)]) + dashed(
            "road-dash", curve(first, over=0), length=5 * DASH
        )
    if is_straight(sides):
        first = sides[0]
        return _band(straight(first), edges=[straight(first, offset=offset) for offset in (-EDGE, EDGE)]) + (
            stroke("road-dash", straight(first, over=0))
        )
    return _junction(sides)


def _band(*surface: str, edges: Sequence[str]) -> str:
    return stroke("road", *surface) + stroke("road-edge", *edges)


def _arms(sides: Sequence[Side], *, reach: float) -> str:
    return _band(
        *(arm(side, stop=reach) for side in sides),
        edges=[arm(side, offset=offset, stop=reach) for side in sides for offset in (-EDGE, EDGE)],
    ) + stroke("road-dash", *(arm(side, start=0, stop=reach) for side in sides))


def _junction(sides: Sequence[Side]) -> str:
    """Three or four arms with rounded corners between them and no dashes on the crossing."""
    corners = [side for side in SIDES if side in sides and clockwise(side) in sides]
    fills = "".join(stroke("road-corner", _corner(side) + f"L{at(_inner(side))}Z") for side in corners)
    edges = [_edge(side) for side in corners]
    edges += [straight(clockwise(side), offset=-EDGE) for side in SIDES if side not in sides]
    dashes = [arm(side, start=0, stop=2 * DASH) for side in sides]
    band = stroke("road", *(arm(side, stop=MIDDLE + EDGE) for side in sides))
    return fills + band + stroke("road-edge", *edges) + stroke("road-dash", *dashes)


def _inner(side: Side) -> tuple[float, float]:
    return turned((MIDDLE + EDGE, _KERB), side)


def _corner(side: Side) -> str:
    """The rounded corner between a side and the next one clockwise."""
    start, stop = ((MIDDLE + EDGE, _KERB - _ROUND), (MIDDLE + EDGE + _ROUND, _KERB))
    return f"M{at(turned(start, side))}A{_ROUND} {_ROUND} 0 0 0 {at(turned(stop, side))}"


def _edge(side: Side) -> str:
    start = turned((MIDDLE + EDGE, -0.4), side)
    stop = turned((SPAN + 0.4, _KERB), side)
    return f"M{at(start)}L{_corner(side)[1:]}L{at(stop)}"
