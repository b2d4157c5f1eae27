"""The parapets of overpasses and bridges."""

from __future__ import annotations

from inkrail.core.sides import Side
from inkrail.render.geometry import MIDDLE, polyline, stroke, turned

_FLARE = 6.0


def parapets(side: Side, *, width: float, length: float) -> str:
    """Two walls along a straight route from this side, `width` from its middle, flared at their ends."""
    half = length / 2
    walls = []
    for way in (-1, 1):
        near, far = MIDDLE + way * width, MIDDLE + way * (width + _FLARE)
        points = (
            (far, MIDDLE - half - _FLARE),
            (near, MIDDLE - half),
            (near, MIDDLE + half),
            (far, MIDDLE + half + _FLARE),
        )
        walls.append(polyline(turned(point, side) for point in points))
    return stroke("parapet", *walls)


def deck(side: Side, *, width: float, length: float) -> str:
    """The part of the river that a bridge covers."""
    half = length / 2
    corners = ((-width, -half), (width, -half), (width, half), (-width, half))
    return stroke(
        "bridge", polyline((turned((MIDDLE + x, MIDDLE + y), side) for x, y in corners), closed=True)
    )
