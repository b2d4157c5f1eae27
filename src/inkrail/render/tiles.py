"""A tile as an SVG fragment in a cell of 100 by 100, drawn from its sides and groups.

Fragments contain only shapes and classes; `theme.stylesheet` says what the classes look like.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from inkrail.core.kinds import Kind
from inkrail.core.pieces import Tile
from inkrail.core.sides import Side
from inkrail.render.drawings import crater, crossing, highway, lake, lava, pipe, railway, river, subway
from inkrail.render.features import (
    has_building,
    has_subway_station,
    has_surface_station,
    is_bridge,
    is_pier,
    is_stub,
    is_volcano,
    passes_under,
)
from inkrail.render.geometry import MIDDLE, Point, element, is_curve, on_line, ordered, turned

_STATION = 16
"""Half the width of a station."""
_BRIDGE = 12.0
"""From the middle of a railway to the walls of its bridge."""


@lru_cache(maxsize=1024)
def tile_fragment(tile: Tile, *, hub: bool = False, broken: bool = False) -> str:
    """The drawing of a tile; `hub` and `broken` are the marks of its cell (U5, U6)."""
    if not tile.carried:
        return crater.crater()
    return _ground(tile) + _routes(tile) + _underground(tile, hub=hub, broken=broken) + _buildings(tile)


def _ground(tile: Tile) -> str:
    routes = [side for side, kind in tile.carried if kind in (Kind.HIGHWAY, Kind.RAILWAY)]
    return (
        river.river(tile.sides_of(Kind.RIVER))
        + lake.lake(tile.sides_of(Kind.LAKE), dry=routes)
        + lava.lava(tile.sides_of(Kind.LAVA), beside_route=bool(routes))
    )


def _routes(tile: Tile) -> str:
    highways, railways = tile.sides_of(Kind.HIGHWAY), tile.sides_of(Kind.RAILWAY)
    over = passes_under(tile, Kind.RAILWAY)
    centre, bridge = has_building(tile), is_bridge(tile)
    width = highway.EDGE if highways else _BRIDGE
    drawn = crossing.deck((highways or railways)[0], width=width, length=2 * river.BANK) if bridge else ""
    drawn += railway.railway(railways, to_centre=centre, under=over)
    drawn += highway.highway(highways, to_centre=centre)
    if over:
        drawn += crossing.parapets(highways[0], width=highway.EDGE, length=30)
    if bridge:
        drawn += crossing.parapets((highways or railways)[0], width=width, length=2 * river.BANK + 4)
    return drawn


def _underground(tile: Tile, *, hub: bool, broken: bool) -> str:
    lines, pipes = tile.sides_of(Kind.SUBWAY), tile.sides_of(Kind.PIPE)
    reach = (
        subway.UNDER
        if passes_under(tile, Kind.SUBWAY)
        else subway.STUB
        if is_stub(tile, Kind.SUBWAY)
        else MIDDLE
    )
    drawn = subway.subway(lines, reach=reach)
    capped = is_stub(tile, Kind.PIPE)
    drawn += pipe.pipe(pipes, reach=pipe.STUB if capped else MIDDLE, capped=capped)
    if has_subway_station(tile):
        drawn += station_fragment(tile, hub=hub)
    if broken and pipes:
        place, across = _break_of(tile)
        drawn += pipe.crack(place, across=across, size=0.8 if capped else 1)
    return drawn


def station_fragment(tile: Tile, *, hub: bool = False) -> str:
    """The tile's station alone, if it has one: a square on the surface, a circle underground."""
    if has_subway_station(tile):
        return subway.station(middle_of(tile, Kind.SUBWAY), hub=hub)
    if has_surface_station(tile):
        low = MIDDLE - _STATION
        return element("rect", "station", x=low, y=low, width=2 * _STATION, height=2 * _STATION, rx=3)
    return ""


def _buildings(tile: Tile) -> str:
    if is_pier(tile):
        routes = [side for side, kind in tile.carried if kind is not Kind.LAKE]
        return lake.pier(along=routes[0])
    if has_surface_station(tile):
        return station_fragment(tile)
    return lava.volcano() if is_volcano(tile) else ""


def middle_of(tile: Tile, kind: Kind) -> Point:
    """The middle of the kind's lines, or the inner end of its stub."""
    sides = tile.sides_of(kind)
    if is_stub(tile, kind):
        return turned((MIDDLE, subway.STUB if kind is Kind.SUBWAY else pipe.STUB), sides[0])
    if is_curve(sides) and not has_building(tile):
        return on_line(ordered(sides), 0.5)
    return MIDDLE, MIDDLE


def _break_of(tile: Tile) -> tuple[Point, Point]:
    """Where a pipe breaks and the direction across it, clear of flanges, joints and stations."""
    sides = tile.sides_of(Kind.PIPE)
    if is_stub(tile, Kind.PIPE):
        return turned((MIDDLE, pipe.STUB / 2 + 3.5), sides[0]), _across(sides[0])
    if is_curve(sides):
        first, second = ordered(sides)
        (x1, y1), (x2, y2) = turned((MIDDLE, 0), first), turned((MIDDLE, 0), second)
        dx, dy = x1 + x2 - 2 * MIDDLE, y1 + y2 - 2 * MIDDLE
        size = sqrt(dx * dx + dy * dy)
        return on_line((first, second), 0.5), (dx / size, dy / size)
    place = (MIDDLE, MIDDLE) if len(sides) == 2 else turned((MIDDLE, 24), sides[0])
    return place, _across(sides[0])


def _across(side: Side) -> Point:
    return (1, 0) if side in (Side.N, Side.S) else (0, 1)
