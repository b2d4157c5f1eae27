"""Craters: a ragged ring."""

from __future__ import annotations

from math import cos, pi, sin

from inkrail.render.geometry import MIDDLE, Point, element, polyline, stroke

_RIM = (37, 32, 38, 34, 39, 33, 36, 31, 38, 35, 39, 32, 37, 34, 38, 32)
_PIT = (23, 26, 22, 25, 21, 26, 24, 27, 22, 25, 23, 26, 22, 26, 24, 25)
_DEBRIS = ((30, 7, 2.4), (88, 16, 1.8), (91, 78, 2.6), (14, 84, 1.8), (82, 90, 1.6), (7, 52, 1.5))


def crater() -> str:
    """A ragged ring with a dark pit and debris around it."""
    rim, pit = _ring(_RIM), _ring(_PIT)
    rays = [
        polyline((_point(number, radius=_PIT[number] + 3.5), _point(number, radius=_RIM[number] - 4)))
        for number in range(1, len(_RIM), 2)
    ]
    debris = "".join(element("circle", "debris", cx=x, cy=y, r=r) for x, y, r in _DEBRIS)
    return (
        stroke("rim", polyline(rim, closed=True))
        + stroke("ray", *rays)
        + stroke("pit", polyline(pit, closed=True))
        + debris
    )


def _ring(radii: tuple[int, ...]) -> list[Point]:
    return [_point(number, radius=radius) for number, radius in enumerate(radii)]


def _point(number: int, *, radius: float) -> Point:
    angle = 2 * pi * number / len(_RIM)
    return MIDDLE + radius * cos(angle), MIDDLE + radius * sin(angle)
