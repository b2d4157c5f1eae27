# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The features of an expansion's own part of a board, what it scores and may still score: rules V, L, M and F.

Each expansion has its own columns, named below; those that it does not use stay 0.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.board.bits import (
    ALL,
    NOT_EAST,
    NOT_NORTH,
    NOT_SOUTH,
    NOT_WEST,
    ROW,
    Words,
    count,
    zero,
)
from inkrail.kernel.board.lake import lakes_of, points_by_water
from inkrail.kernel.board.lava import lava_lakes_of
from inkrail.kernel.board.layout import CRATERS, EAST, FACES, FILLED, NORTH, ORIGIN, SIDE, SOUTH, WEST
from inkrail.kernel.board.meteor import DISTANCES, crater_routes, landing
from inkrail.kernel.board.networks import beside, cells_of_own_kind, showing
from inkrail.kernel.board.river import rivers_of
from inkrail.kernel.capabilities import LAKES, LAVA, METEORS, OWN_KIND, RIVERS
from inkrail.kernel.compiling import inlined, inner
from inkrail.kernel.value.routes import NETWORKS, REACHED, Floats

POINTS: Final = 0
"""The expansion's points now."""
GROUPS: Final = 1
"""Rivers, lakes, lava lakes or craters."""
CELLS: Final = 2
"""Cells with the expansion's own kind."""
ENDS: Final = 3
"""Sides of that kind that face a free cell."""
DEAD_ENDS: Final = 4
"""Sides of that kind that face a filled cell without a side of their kind."""
MEETING: Final = 5
"""Free cells that two sides of that kind face."""

# River: the points that the best river has if its ends that face free cells get to the edge, and those that do already.
HOPED: Final = 6
AT_EDGE: Final = 7
# Lake and lava: the largest, and lakes by how many sides are still open.
LARGEST: Final = 6
BY_WATER: Final = 7
"""Network points that depend on water (L5)."""
PIERS: Final = 8
CLOSED: Final = 7
"""From here on: lava lakes with no open side, one, two, three; none of them dead."""
# Meteor: sides that end at a crater; free cells at a crater that a route faces; what the next meteor would hit.
FORGIVEN: Final = 6
BESIDE: Final = 7
TILES_AT_RISK: Final = 8
SIDES_AT_RISK: Final = 9
POTENTIAL: Final = 12
"""The number of columns."""


@inner
def read_potential(board: Words, tables: Words, dense: Floats, extra: Floats, lines: Words) -> None:
    """Write the columns of the expansion that is played; `dense` holds the features of the routes."""
    for column in range(POTENTIAL):
        extra[column] = 0.0
    if OWN_KIND:
        _read_ends(board, extra)
    if RIVERS:
        rivers = rivers_of(board)
        extra[POINTS], extra[GROUPS] = rivers.points, rivers.number
        extra[HOPED], extra[AT_EDGE] = rivers.hoped, rivers.at_edge
    if LAKES:
        lakes = lakes_of(board)
        first = zero(lakes.number)
        extra[POINTS], extra[GROUPS], extra[LARGEST] = lakes.smallest, lakes.number, lakes.largest
        extra[PIERS] = count(cells_of_own_kind(board) & (showing(board, first) | showing(board, first + 1)))
        by_land = 4 * (dense[REACHED] - dense[NETWORKS])
        extra[BY_WATER] = points_by_water(board, tables, lines) - by_land
    if LAVA:
        lava = lava_lakes_of(board)
        extra[POINTS], extra[GROUPS], extra[LARGEST] = lava.points, lava.number, lava.largest
        extra[CLOSED], extra[CLOSED + 1] = lava.closed, lava.by_one
        extra[CLOSED + 2], extra[CLOSED + 3] = lava.by_two, lava.by_three
    if METEORS:
        _read_meteor(board, extra)


@inlined
def _north_of(board: Words) -> int:
    """The cells faced by open sides to the north; likewise for the others."""
    return (board[NORTH] & ~board[FACES + NORTH] & NOT_NORTH) >> ROW


@inlined
def _east_of(board: Words) -> int:
    return (board[EAST] & ~board[FACES + EAST] & NOT_EAST) << 1


@inlined
def _south_of(board: Words) -> int:
    return (board[SOUTH] & ~board[FACES + SOUTH] & NOT_SOUTH) << ROW


@inlined
def _west_of(board: Words) -> int:
    return (board[WEST] & ~board[FACES + WEST] & NOT_WEST) >> 1


@inner
def _read_ends(board: Words, extra: Floats) -> None:
    """Count the sides of the expansion's kind by what they face."""
    free = ~board[FILLED] & ALL
    north, east, south, west = _north_of(board), _east_of(board), _south_of(board), _west_of(board)
    extra[CELLS] = count(cells_of_own_kind(board))
    extra[ENDS] = count(north & free) + count(east & free) + count(south & free) + count(west & free)
    extra[DEAD_ENDS] = count(north) + count(east) + count(south) + count(west) - extra[ENDS]
    extra[MEETING] = count((north & east | south & west | (north | east) & (south | west)) & free)


@inner
def _read_meteor(board: Words, extra: Floats) -> None:
    free = ~board[FILLED] & ALL
    craters = board[CRATERS]
    points, forgiven = crater_routes(board)
    faced = board[FACES] | board[FACES + SIDE] | board[FACES + 2 * SIDE] | board[FACES + 3 * SIDE]
    faced |= (
        board[FACES + 1] | board[FACES + SIDE + 1] | board[FACES + 2 * SIDE + 1] | board[FACES + 3 * SIDE + 1]
    )
    extra[POINTS] = points
    extra[FORGIVEN] = forgiven
    extra[GROUPS] = count(craters)
    extra[BESIDE] = count(beside(craters) & free & faced)
    tiles = sides = 0
    for direction in range(4):
        for distance in DISTANCES:
            cell = landing(craters, board[ORIGIN], direction, distance)
            if cell >= 0 and board[FILLED] >> cell & 1:
                tiles += 1
                for side in range(4):
                    sides += (board[side * SIDE] | board[side * SIDE + 1]) >> cell & 1
    extra[TILES_AT_RISK] = tiles / 24
    extra[SIDES_AT_RISK] = sides / 24
