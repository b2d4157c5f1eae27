# ruff: noqa: PLR0917  (called for every board of a search, where keywords cost)
"""The columns of an expansion's own part of a board: rules V, L, M and F.

`inkrail.kernel.value.expansions` explains them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from inkrail.bots.plain.layers import (
    EDGE_E,
    EDGE_N,
    EDGE_S,
    EDGE_W,
    INNER_E,
    INNER_N,
    INNER_S,
    INNER_W,
    Layers,
    exits_met,
    layers_of,
    region_at,
)
from inkrail.bots.plain.routes import apart_of
from inkrail.core.board import Board
from inkrail.core.cells import ALL_CELLS, SIZE
from inkrail.core.kinds import Kind
from inkrail.core.score import Values, network_points
from inkrail.rules.expansions.lava import POINTS_A_CLOSED_LAKE
from inkrail.rules.expansions.meteor import DISTANCE_DIE, POINTS_A_TILE, craters, origin_of
from inkrail.rules.expansions.river import BOTH_ENDS_AT_THE_EDGE
from inkrail.rules.position import Position

_ALL: Final = int(ALL_CELLS)
_COLUMNS: Final = 12
_CLOSABLE: Final = 4
_STEPS: Final = (-SIZE, 1, SIZE, -1)
_INSIDE: Final = (INNER_N, INNER_E, INNER_S, INNER_W)
_DISTANCES: Final = tuple(int(face) for face in DISTANCE_DIE.faces)
_LINE_AND_BACK: Final = 2 * (SIZE - 1)


def _regions(layers: Layers) -> Iterator[int]:
    todo = layers.cells
    while todo:
        region = region_at(todo & -todo, layers.to_east, layers.to_south)
        todo &= ~region
        yield region


def _end_columns(layers: Layers, free: int) -> list[int]:
    """Cells of the kind, its sides that face free cells and other filled ones, free cells where two meet."""
    north = (layers.north & ~layers.from_north & INNER_N) >> SIZE
    east = (layers.east & ~layers.from_east & INNER_E) << 1
    south = (layers.south & ~layers.from_south & INNER_S) << SIZE
    west = (layers.west & ~layers.from_west & INNER_W) >> 1
    ways = (north, east, south, west)
    ends = sum((way & free).bit_count() for way in ways)
    all_ends = sum(way.bit_count() for way in ways)
    meeting = (north & east | south & west | (north | east) & (south | west)) & free
    return [layers.cells.bit_count(), ends, all_ends - ends, meeting.bit_count()]


def _sides_at_free(layers: Layers, cells: int, free: int) -> int:
    return (
        (cells & layers.north & free << SIZE).bit_count()
        + (cells & layers.east & INNER_E & free >> 1).bit_count()
        + (cells & layers.south & free >> SIZE).bit_count()
        + (cells & layers.west & INNER_W & free << 1).bit_count()
    )


def _sides_at_edge(layers: Layers, cells: int) -> int:
    return (
        (cells & layers.north & EDGE_N).bit_count()
        + (cells & layers.east & EDGE_E).bit_count()
        + (cells & layers.south & EDGE_S).bit_count()
        + (cells & layers.west & EDGE_W).bit_count()
    )


def _padded(*columns: float) -> list[float]:
    return [*columns, *(0,) * (_COLUMNS - len(columns))]


def river_columns(position: Position) -> list[float]:
    """The columns of rivers."""
    board = position.boards[0]
    layers, free = layers_of(board, Kind.RIVER), _ALL & ~board.filled
    best = number = hoped = at_edge = 0
    for river in _regions(layers):
        ends, cells = _sides_at_edge(layers, river), river.bit_count()
        number += 1
        best = max(best, cells + (BOTH_ENDS_AT_THE_EDGE if ends == 2 else 0))
        both = ends + _sides_at_free(layers, river, free) == 2
        hope = cells + (BOTH_ENDS_AT_THE_EDGE if both else 0)
        if hope > hoped:
            hoped, at_edge = hope, ends
    return _padded(best, number, *_end_columns(layers, free), hoped, at_edge)


def lake_columns(position: Position, *, values: Values, networks: int, reached: int) -> list[float]:
    """The columns of lakes; `networks` and `reached` are those of the routes without water."""
    board = position.boards[0]
    layers, free = layers_of(board, Kind.LAKE), _ALL & ~board.filled
    sizes = [lake.bit_count() for lake in _regions(layers)]
    routes = (layers_of(board, Kind.HIGHWAY), layers_of(board, Kind.RAILWAY))
    piers = layers.cells & (routes[0].cells | routes[1].cells)
    by_land = 4 * (reached - networks)
    by_water = _points_by_water(board, routes, layers, values) - by_land
    smallest, largest = min(sizes, default=0), max(sizes, default=0)
    return _padded(smallest, len(sizes), *_end_columns(layers, free), largest, by_water, piers.bit_count())


def _points_by_water(board: Board, routes: tuple[Layers, Layers], lake: Layers, values: Values) -> int:
    """The points of all networks if piers join their routes to a lake (L1, L5)."""
    highway, railway = routes
    several = highway.cells & railway.cells | lake.cells & (highway.cells | railway.cells)
    whole = several & ~apart_of(board, several)
    exits, exits_too = exits_met(highway), exits_met(railway)
    points = 0
    while exits or exits_too:
        one = exits & -exits
        two = 0 if one else exits_too & -exits_too
        water, before = 0, -1
        while one + two + water != before:
            before = one + two + water
            one = region_at(one, highway.to_east, highway.to_south)
            two = region_at(two, railway.to_east, railway.to_south)
            water = region_at(water, lake.to_east, lake.to_south)
            shared = (one | two | water) & whole
            one |= shared & highway.cells
            two |= shared & railway.cells
            water |= shared & lake.cells
        met = (exits & one).bit_count() + (exits_too & two).bit_count()
        exits &= ~one
        exits_too &= ~two
        points += network_points(met, values)
    return points


def lava_columns(position: Position) -> list[float]:
    """The columns of lava lakes; a lake with a side that can never be closed is told by no number of sides (F8)."""
    board = position.boards[0]
    layers, free = layers_of(board, Kind.LAVA), _ALL & ~board.filled
    blocked = (
        layers.north & ~layers.from_north & INNER_N & ~(free << SIZE)
        | layers.east & ~layers.from_east & INNER_E & ~(free >> 1)
        | layers.south & ~layers.from_south & INNER_S & ~(free >> SIZE)
        | layers.west & ~layers.from_west & INNER_W & ~(free << 1)
    )
    number = largest = 0
    lacking = [0] * _CLOSABLE
    for lake in _regions(layers):
        number += 1
        largest = max(largest, lake.bit_count())
        left = _sides_at_free(layers, lake, free)
        if not lake & blocked and left < _CLOSABLE:
            lacking[left] += 1
    points = POINTS_A_CLOSED_LAKE * lacking[0] + largest
    return _padded(points, number, *_end_columns(layers, free), largest, *lacking)


def meteor_columns(position: Position) -> list[float]:
    """The columns of craters, and of what the next meteor would hit."""
    board = position.boards[0]
    free, crater_cells = _ALL & ~board.filled, int(craters(board))
    highway, railway = layers_of(board, Kind.HIGHWAY), layers_of(board, Kind.RAILWAY)
    shown = [one | two for one, two in zip(highway[:4], railway[:4], strict=True)]
    ending = (
        shown[0] & crater_cells << SIZE & _ALL,
        shown[1] & (crater_cells & INNER_W) >> 1,
        shown[2] & crater_cells >> SIZE,
        shown[3] & (crater_cells & INNER_E) << 1,
    )
    forgiven = sum(sides.bit_count() for sides in ending)
    points = POINTS_A_TILE * (ending[0] | ending[1] | ending[2] | ending[3]).bit_count()
    faced = 0
    for mask in (*highway[4:8], *railway[4:8]):
        faced |= mask
    beside = (
        crater_cells << SIZE
        | crater_cells >> SIZE
        | (crater_cells & INNER_E) << 1
        | (crater_cells & INNER_W) >> 1
    )
    tiles = sides = 0
    for bit in _landings(crater_cells, int(origin_of(position))):
        if board.filled & bit:
            tiles += 1
            sides += sum(mask & bit > 0 for mask in shown)
    return _padded(
        points,
        crater_cells.bit_count(),
        0,
        0,
        0,
        0,
        forgiven,
        (beside & free & faced).bit_count(),
        tiles / 24,
        sides / 24,
    )


@lru_cache(maxsize=1024)
def _landings(crater_cells: int, origin: int) -> tuple[int, ...]:
    """The cells that the next meteor may hit, once for each direction and face of the distance die (M2, M3)."""
    hits = (_landing(crater_cells, origin, way, distance) for way in range(4) for distance in _DISTANCES)
    return tuple(1 << cell for cell in hits if cell >= 0)


def _landing(crater_cells: int, origin: int, way: int, distance: int) -> int:
    cell, steps = origin, 0
    while steps < distance or crater_cells >> cell & 1:
        if steps > distance + _LINE_AND_BACK:
            return -1
        if not _INSIDE[way] >> cell & 1:
            way = (way + 2) % 4
        cell += _STEPS[way]
        steps += 1
    return cell
