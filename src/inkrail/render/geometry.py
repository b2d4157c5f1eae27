"""Points and paths in a cell of 100 by 100, and the SVG elements made of them.

What is drawn at a side is written for the north side and rotated. Lines reach slightly beyond the cell's border, so
that no seam shows between two cells at any scale; each border falls in the middle of a gap between dashes or ties,
so that they continue evenly in the next cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from inkrail.core.sides import Side

SPAN = 100
MIDDLE = 50
_OVER = 0.4
"""How far a line reaches beyond the border."""

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate in its shortest form."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def at(point: Point) -> str:
    """A point in a path."""
    return f"{number(point[0])} {number(point[1])}"


def turned(point: Point, side: Side) -> Point:
    """A point written for the north side, rotated to this one."""
    x, y = point
    for _ in range(side):
        x, y = SPAN - y, x
    return x, y


def end_of(side: Side) -> Point:
    """The middle of a side."""
    return turned((MIDDLE, 0), side)


def clockwise(side: Side) -> Side:
    """The next side clockwise."""
    return Side((side + 1) % 4)


def polyline(points: Iterable[Point], *, closed: bool = False) -> str:
    """A path of straight lines."""
    return "M" + "L".join(map(at, points)) + ("Z" if closed else "")


def smooth(points: Sequence[Point]) -> str:
    """A path of curves through all points but the first and the last, which only give the direction."""
    parts = [f"M{at(points[1])}"]
    for before, start, stop, after in zip(points, points[1:], points[2:], points[3:], strict=False):
        first = (start[0] + (stop[0] - before[0]) / 6, start[1] + (stop[1] - before[1]) / 6)
        second = (stop[0] - (after[0] - start[0]) / 6, stop[1] - (after[1] - start[1]) / 6)
        parts.append(f"C{at(first)} {at(second)} {at(stop)}")
    return "".join(parts)


def arm(side: Side, *, offset: float = 0, start: float = -_OVER, stop: float = MIDDLE) -> str:
    """A straight line from a side inwards, `offset` clockwise of its middle."""
    return polyline(turned((MIDDLE + offset, y), side) for y in (start, stop))


def straight(side: Side, *, offset: float = 0, over: float = _OVER) -> str:
    """A straight line from a side to the opposite one."""
    return arm(side, offset=offset, start=-over, stop=SPAN + over)


def curve(side: Side, *, offset: float = 0, over: float = _OVER) -> str:
    """A quarter circle from a side to the next one clockwise, `offset` outside the usual one."""
    radius = MIDDLE + offset
    points = [turned((SPAN - radius, y), side) for y in (-over, 0)]
    points += [turned((x, radius), side) for x in (SPAN, SPAN + over)]
    arc = f"A{number(radius)} {number(radius)} 0 0 0 {at(points[2])}"
    return f"M{at(points[0])}L{at(points[1])}{arc}L{at(points[3])}"


def on_line(sides: tuple[Side, Side], fraction: float, *, offset: float = 0) -> Point:
    """The point at this fraction of the line between two sides, `offset` to the right of it."""
    first, second = sides
    if second is first.opposite:
        return turned((MIDDLE - offset, fraction * SPAN), first)
    angle = fraction * pi / 2
    if second is clockwise(first):
        radius = MIDDLE + offset
        return turned((SPAN - radius * cos(angle), radius * sin(angle)), first)
    radius = MIDDLE - offset
    return turned((radius * cos(angle), radius * sin(angle)), first)


def ordered(sides: Iterable[Side]) -> tuple[Side, Side]:
    """Two sides, in clockwise order where they are adjacent."""
    first, second = sides
    return (second, first) if first is clockwise(second) else (first, second)


def is_curve(sides: Sequence[Side]) -> bool:
    """Whether these are two adjacent sides."""
    return len(sides) == 2 and sides[0].opposite is not sides[1]


def is_straight(sides: Sequence[Side]) -> bool:
    """Whether these are two opposite sides."""
    return len(sides) == 2 and sides[0].opposite is sides[1]


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    within = False
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            within = not within
    return within


def element(tag: str, class_: str, **attributes: float | str) -> str:
    """An SVG element; an underscore in the name of an attribute stands for a hyphen."""
    written = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
    )
    return f'<{tag} class="{class_}"{written}/>'


def stroke(class_: str, *paths: str) -> str:
    """One path element made of several paths, or nothing if there are none."""
    return element("path", class_, d="".join(paths)) if paths else ""


def dashed(class_: str, path: str, *, length: float) -> str:
    """A path whose dashes are set as if it had this length, so that they come out even."""
    return element("path", class_, d=path, pathLength=length)
