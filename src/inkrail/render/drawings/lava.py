"""Lava: a cracked crust with flow lines; a volcano has a ring in the middle, and open sides glow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from inkrail.core.sides import Side
from inkrail.render.drawings.ground import Ground, basin, ground
from inkrail.render.geometry import (
    MIDDLE,
    Point,
    at,
    element,
    inside,
    polyline,
    stroke,
    turned,
)

_SHORE: tuple[Point, ...] = ((20, 17), (31, 11), (42, 16), (50, 11.5), (61, 17), (70, 11), (80, 17))
_CRACKS: tuple[tuple[Point, ...], ...] = (
    ((27, 4), (30, 16), (22, 27), (28, 38)),
    ((22, 27), (6, 24)),
    ((74, 5), (68, 18), (77, 29), (71, 40)),
    ((77, 29), (94, 33)),
    ((95, 70), (80, 66), (72, 74), (76, 95)),
    ((72, 74), (62, 70)),
    ((5, 66), (20, 70), (29, 62)),
    ((20, 70), (25, 84), (22, 96)),
    ((48, 20), (52, 31)),
    ((46, 82), (54, 72)),
)
_FLOWS = (-13.0, 13.0)
"""Where the flow lines cross a border, from its middle."""
_DEPTH = 32.0


def lava(sides: Sequence[Side], *, beside_route: bool) -> str:
    """Lava that is open at these sides; beside a route it fills only part of the cell."""
    if not sides:
        return ""
    field = basin(sides[0], depth=_DEPTH) if beside_route else ground(sides, shore=_SHORE)
    inner = 20.0 if beside_route else 40.0
    flows = [_flow(side, offset=offset, stop=inner) for side in sides for offset in _FLOWS]
    return (
        stroke("lava", polyline(field.outline, closed=True))
        + stroke("crack", *_cracks(field))
        + stroke("flow", *flows)
        + stroke("crust", *map(polyline, field.shores))
    )


def _cracks(field: Ground) -> list[str]:
    return [
        polyline((start, stop))
        for crack in _CRACKS
        for start, stop in pairwise(crack)
        if inside(start, field.outline) and inside(stop, field.outline)
    ]


def _flow(side: Side, *, offset: float, stop: float) -> str:
    """A wavy line from the border inwards."""
    x = MIDDLE + offset
    points = ((x, 1.6), (x, stop * 0.3), (x + 6, stop * 0.45), (x, stop * 0.6), (x - offset * 0.4, stop))
    start, first, second, middle, last = (turned(point, side) for point in points)
    return f"M{at(start)}L{at(first)}Q{at(second)} {at(middle)}T{at(last)}"


def volcano() -> str:
    """The ring of a volcano, with ridges around it."""
    ridges = [
        polyline(turned(point, side) for point in ridge)
        for side in Side
        for ridge in (((50, 26), (50, 17)), ((62, 29), (67, 21)))
    ]
    return (
        element("circle", "cone", cx=MIDDLE, cy=MIDDLE, r=22)
        + stroke("ridge", *ridges)
        + element("circle", "vent", cx=MIDDLE, cy=MIDDLE, r=11)
    )


def glow(side: Side) -> str:
    """The glow of lava that is open at this side, outside its cell (F7)."""
    parts = []
    for reach in (26.0, 17.0, 9.0):
        start, top, stop = (turned(point, side) for point in ((10, 0), (50, -2 * reach), (90, 0)))
        parts.append(stroke("glow", f"M{at(start)}Q{at(top)} {at(stop)}Z"))
    sparks = [
        polyline(turned((x, y), side) for y in (-5, -5 - length))
        for x, length in ((26, 5), (38, 8), (50, 10), (62, 8), (74, 5))
    ]
    return "".join(parts) + stroke("spark", *sparks)
