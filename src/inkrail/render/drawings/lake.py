"""Lakes: water strokes inside a shoreline, and piers of planks."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.core.sides import Side
from inkrail.render.drawings.ground import ground
from inkrail.render.geometry import MIDDLE, SPAN, Point, element, inside, number, smooth, stroke

_SHORE: tuple[Point, ...] = ((27, 15), (50, 12.5), (73, 15))
_STROKES = (
    (30, 12),
    (64, 10),
    (12, 29),
    (46, 27),
    (72, 31),
    (22, 46),
    (58, 48),
    (10, 64),
    (40, 66),
    (70, 63),
    (24, 84),
    (56, 86),
)
_LONG = 18.0
_ROOM = 5.0
_DECK = 19.0
"""Half the width of a pier."""


def lake(sides: Sequence[Side], *, dry: Sequence[Side] = ()) -> str:
    """Water that is open at these sides; routes come in at the `dry` ones."""
    if not sides:
        return ""
    water = ground(sides, shore=_SHORE)
    shores = [smooth(_from_beyond(shore)) for shore in water.shores]
    outline = "M" + "".join(shores)[1:].replace("M", "L") + "Z"
    strokes = [
        f"M{number(x)} {number(y)}q4.5 -4 9 0t9 0"
        for x, y in _STROKES
        if _fits((x, y), outline=water.outline) and not _in_the_way((x, y), sides=dry)
    ]
    return stroke("lake", outline) + stroke("water", *strokes) + stroke("shore", *shores)


def _from_beyond(shore: Sequence[Point]) -> tuple[Point, ...]:
    """A shore with a point beyond the border at each end, so that it meets the border at a right angle."""
    return (_beyond(shore[0]), *shore, _beyond(shore[-1]))


def _beyond(point: Point) -> Point:
    x, y = point
    return (x, -20) if y < 0 else (x, 120) if y > SPAN else (-20, y) if x < 0 else (120, y)


def _fits(start: Point, *, outline: Sequence[Point]) -> bool:
    x, y = start
    around = ((x - _ROOM, y), (x + _LONG + _ROOM, y), (x, y - _ROOM), (x + _LONG, y + _ROOM))
    return all(inside(point, outline) for point in around) and x + _LONG < 97


def _in_the_way(start: Point, *, sides: Sequence[Side]) -> bool:
    """Whether a stroke would lie under a pier or the route that leads to it."""
    x, y = start
    if not sides:
        return False
    deck = x + _LONG > MIDDLE - _DECK - 4 and x < MIDDLE + _DECK + 4 and abs(y - MIDDLE) < _DECK + 5
    lanes = {
        Side.N: y < MIDDLE and x + _LONG > 30 and x < 70,
        Side.S: y > MIDDLE and x + _LONG > 30 and x < 70,
        Side.E: x + _LONG > MIDDLE and abs(y - MIDDLE) < 20,
        Side.W: x < MIDDLE and abs(y - MIDDLE) < 20,
    }
    return deck or any(lanes[side] for side in sides)


def pier(*, along: Side) -> str:
    """A deck in the middle of the cell, its planks at right angles to the route."""
    low, size = MIDDLE - _DECK, 2 * _DECK
    deck = element("rect", "deck", x=low, y=low, width=size, height=size, rx=2)
    rows = [low + size * part / 5 for part in range(1, 5)]
    if along in (Side.N, Side.S):
        planks = [f"M{number(low)} {number(row)}H{number(low + size)}" for row in rows]
    else:
        planks = [f"M{number(row)} {number(low)}V{number(low + size)}" for row in rows]
    posts = "".join(
        element("circle", "post", cx=x, cy=y, r=3.4) for x in (low, low + size) for y in (low, low + size)
    )
    return deck + stroke("plank", *planks) + posts
