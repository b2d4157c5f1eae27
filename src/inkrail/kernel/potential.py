# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The features of an expansion's own part of a board, what it scores and may still score: rules V, L, M and F.

Each expansion has its own columns, named below; those that it does not use stay 0.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.bits import (
    ALL,
    NOT_EAST,
    NOT_NORTH,
    NOT_SOUTH,
    NOT_WEST,
    ROW,
    Words,
    count,
)
from inkrail.kernel.book import CRATERS, FACES, FILLED, GAME, LAKE, LAVA, METEOR, ORIGIN, RIVER, SIDE
from inkrail.kernel.compiling import inlined, inner
from inkrail.kernel.features import NETWORKS, REACHED, Floats
from inkrail.kernel.meteors import DISTANCES, landing
from inkrail.kernel.regions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    cells_of_third,
    crater_routes,
    region_at,
)
from inkrail.kernel.scoring import joined_east, joined_south, score_networks_by_water, showing
from inkrail.kernel.verbs import beside
from inkrail.rules.expansions.lava import POINTS_A_CLOSED_LAKE
from inkrail.rules.expansions.river import BOTH_ENDS_AT_THE_EDGE

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
CLOSABLE: Final = 4
# Meteor: sides that end at a crater; free cells at a crater that a route faces; what the next meteor would hit.
FORGIVEN: Final = 6
BESIDE: Final = 7
TILES_AT_RISK: Final = 8
SIDES_AT_RISK: Final = 9
POTENTIAL: Final = 12
"""The number of columns."""


@inner
def read_potential(desk: Words, book: Words, dense: Floats, extra: Floats, lines: Words) -> None:
    """Write the columns of the expansion that is played; `dense` holds the features of the routes."""
    for column in range(POTENTIAL):
        extra[column] = 0.0
    if book[GAME] == METEOR:
        _read_meteor(desk, extra)
        return
    _read_ends(desk, extra)
    if book[GAME] == RIVER:
        _read_rivers(desk, extra)
    elif book[GAME] == LAKE:
        _read_lakes(desk, extra)
        by_land = 4 * (dense[REACHED] - dense[NETWORKS])
        extra[BY_WATER] = score_networks_by_water(desk, book, lines) - by_land
    elif book[GAME] == LAVA:
        _read_lava(desk, extra)


@inlined
def _north_of(desk: Words) -> int:
    """The cells faced by open sides to the north; likewise for the others."""
    return (desk[NORTH] & ~desk[FACES + NORTH] & NOT_NORTH) >> ROW


@inlined
def _east_of(desk: Words) -> int:
    return (desk[EAST] & ~desk[FACES + EAST] & NOT_EAST) << 1


@inlined
def _south_of(desk: Words) -> int:
    return (desk[SOUTH] & ~desk[FACES + SOUTH] & NOT_SOUTH) << ROW


@inlined
def _west_of(desk: Words) -> int:
    return (desk[WEST] & ~desk[FACES + WEST] & NOT_WEST) >> 1


@inner
def _read_ends(desk: Words, extra: Floats) -> None:
    """Count the sides of the expansion's kind by what they face."""
    free = ~desk[FILLED] & ALL
    north, east, south, west = _north_of(desk), _east_of(desk), _south_of(desk), _west_of(desk)
    extra[CELLS] = count(cells_of_third(desk))
    extra[ENDS] = count(north & free) + count(east & free) + count(south & free) + count(west & free)
    extra[DEAD_ENDS] = count(north) + count(east) + count(south) + count(west) - extra[ENDS]
    extra[MEETING] = count((north & east | south & west | (north | east) & (south | west)) & free)


@inlined
def _at_edge(desk: Words, cells: int) -> int:
    """How many sides of the expansion's kind these cells have at the outer edge."""
    return (
        count(cells & desk[NORTH] & ~NOT_NORTH)
        + count(cells & desk[EAST] & ~NOT_EAST)
        + count(cells & desk[SOUTH] & ~NOT_SOUTH)
        + count(cells & desk[WEST] & ~NOT_WEST)
    )


@inlined
def _going_on(desk: Words, cells: int, free: int) -> int:
    """How many sides of the expansion's kind these cells have at free cells."""
    return (
        count(cells & desk[NORTH] & free << ROW)
        + count(cells & desk[EAST] & NOT_EAST & free >> 1)
        + count(cells & desk[SOUTH] & free >> ROW)
        + count(cells & desk[WEST] & NOT_WEST & free << 1)
    )


@inner
def _read_rivers(desk: Words, extra: Floats) -> None:
    free = ~desk[FILLED] & ALL
    east, south = joined_east(desk, 2), joined_south(desk, 2)
    todo = cells_of_third(desk)
    best = hoped = most = 0
    while todo:
        river = region_at(todo & -todo, east, south)
        todo &= ~river
        ends, cells = _at_edge(desk, river), count(river)
        extra[GROUPS] += 1
        best = max(best, cells + (BOTH_ENDS_AT_THE_EDGE if ends == 2 else 0))
        both = ends + _going_on(desk, river, free) == 2
        hope = cells + (BOTH_ENDS_AT_THE_EDGE if both else 0)
        if hope > hoped:
            hoped, most = hope, ends
    extra[POINTS] = best
    extra[HOPED] = hoped
    extra[AT_EDGE] = most


@inner
def _read_lakes(desk: Words, extra: Floats) -> None:
    east, south = joined_east(desk, 2), joined_south(desk, 2)
    todo = cells_of_third(desk)
    extra[PIERS] = count(todo & (showing(desk, 0) | showing(desk, 1)))
    smallest = largest = 0
    while todo:
        lake = region_at(todo & -todo, east, south)
        todo &= ~lake
        size = count(lake)
        extra[GROUPS] += 1
        largest = max(largest, size)
        if smallest == 0 or size < smallest:
            smallest = size
    extra[POINTS] = smallest
    extra[LARGEST] = largest


@inner
def _read_lava(desk: Words, extra: Floats) -> None:
    free = ~desk[FILLED] & ALL
    blocked = (
        desk[NORTH] & ~desk[FACES + NORTH] & NOT_NORTH & ~(free << ROW)
        | desk[EAST] & ~desk[FACES + EAST] & NOT_EAST & ~(free >> 1)
        | desk[SOUTH] & ~desk[FACES + SOUTH] & NOT_SOUTH & ~(free >> ROW)
        | desk[WEST] & ~desk[FACES + WEST] & NOT_WEST & ~(free << 1)
    )
    east, south = joined_east(desk, 2), joined_south(desk, 2)
    todo = cells_of_third(desk)
    largest = 0
    while todo:
        lake = region_at(todo & -todo, east, south)
        todo &= ~lake
        extra[GROUPS] += 1
        largest = max(largest, count(lake))
        left = _going_on(desk, lake, free)
        if not lake & blocked and left < CLOSABLE:
            extra[CLOSED + left] += 1
    extra[LARGEST] = largest
    extra[POINTS] = POINTS_A_CLOSED_LAKE * extra[CLOSED] + largest


@inner
def _read_meteor(desk: Words, extra: Floats) -> None:
    free = ~desk[FILLED] & ALL
    craters = desk[CRATERS]
    points, forgiven = crater_routes(desk)
    faced = desk[FACES] | desk[FACES + SIDE] | desk[FACES + 2 * SIDE] | desk[FACES + 3 * SIDE]
    faced |= (
        desk[FACES + 1] | desk[FACES + SIDE + 1] | desk[FACES + 2 * SIDE + 1] | desk[FACES + 3 * SIDE + 1]
    )
    extra[POINTS] = points
    extra[FORGIVEN] = forgiven
    extra[GROUPS] = count(craters)
    extra[BESIDE] = count(beside(craters) & free & faced)
    tiles = sides = 0
    for direction in range(4):
        for distance in DISTANCES:
            cell = landing(craters, desk[ORIGIN], direction, distance)
            if cell >= 0 and desk[FILLED] >> cell & 1:
                tiles += 1
                for side in range(4):
                    sides += (desk[side * SIDE] | desk[side * SIDE + 1]) >> cell & 1
    extra[TILES_AT_RISK] = tiles / 24
    extra[SIDES_AT_RISK] = sides / 24
