# mypy: disable-error-code="no-any-return"
"""The regions of an expansion's own kind, slot 2, and their points.

A region is a set of cells joined in that kind; `east` and `south` are the cells joined to their neighbour there.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.bits import ALL, NOT_EAST, NOT_NORTH, NOT_SOUTH, NOT_WEST, ROW, Words, count, grown
from inkrail.kernel.book import CRATERS, FACES, SIDE
from inkrail.kernel.compiling import inlined, inner
from inkrail.rules.expansions.lava import POINTS_A_CLOSED_LAKE
from inkrail.rules.expansions.meteor import POINTS_A_TILE
from inkrail.rules.expansions.river import BOTH_ENDS_AT_THE_EDGE

THIRD: Final = 2
NORTH: Final = THIRD
EAST: Final = SIDE + THIRD
SOUTH: Final = 2 * SIDE + THIRD
WEST: Final = 3 * SIDE + THIRD


@inlined
def region_at(start: int, east: int, south: int) -> int:
    """The region that the start belongs to."""
    region, before = start, 0
    while region != before:
        before = region
        region = grown(region, east, south)
    return region


@inlined
def cells_of_third(desk: Words) -> int:
    """The cells that show the expansion's kind."""
    return desk[NORTH] | desk[EAST] | desk[SOUTH] | desk[WEST]


@inner
def best_river(desk: Words, east: int, south: int) -> int:
    """The points of the best river: one point per cell, more with both ends at the outer edge (V5)."""
    todo = cells_of_third(desk)
    best = 0
    while todo:
        river = region_at(todo & -todo, east, south)
        todo &= ~river
        ends = (
            count(river & desk[NORTH] & ~NOT_NORTH)
            + count(river & desk[EAST] & ~NOT_EAST)
            + count(river & desk[SOUTH] & ~NOT_SOUTH)
            + count(river & desk[WEST] & ~NOT_WEST)
        )
        best = max(best, count(river) + (BOTH_ENDS_AT_THE_EDGE if ends == 2 else 0))
    return best


@inner
def smallest_lake(desk: Words, east: int, south: int) -> int:
    """The cells of the smallest lake, 0 if there is none (L6)."""
    todo = cells_of_third(desk)
    smallest = 0
    while todo:
        lake = region_at(todo & -todo, east, south)
        todo &= ~lake
        if smallest == 0 or count(lake) < smallest:
            smallest = count(lake)
    return smallest


@inner
def lava_lakes(desk: Words, east: int, south: int) -> tuple[int, int]:
    """The points of the lava, and the number of lakes without an open side (F8)."""
    leaking = (
        desk[NORTH] & ~desk[FACES + NORTH] & NOT_NORTH
        | desk[EAST] & ~desk[FACES + EAST] & NOT_EAST
        | desk[SOUTH] & ~desk[FACES + SOUTH] & NOT_SOUTH
        | desk[WEST] & ~desk[FACES + WEST] & NOT_WEST
    )
    todo = cells_of_third(desk)
    closed = largest = 0
    while todo:
        lake = region_at(todo & -todo, east, south)
        todo &= ~lake
        closed += 0 if lake & leaking else 1
        largest = max(largest, count(lake))
    return POINTS_A_CLOSED_LAKE * closed + largest, closed


@inner
def crater_routes(desk: Words) -> tuple[int, int]:
    """The points of the tiles with a side at a crater, and how many such sides there are (M7)."""
    craters = desk[CRATERS]
    north = (desk[0] | desk[1]) & craters << ROW & ALL
    east = (desk[SIDE] | desk[SIDE + 1]) & (craters & NOT_WEST) >> 1
    south = (desk[2 * SIDE] | desk[2 * SIDE + 1]) & craters >> ROW
    west = (desk[3 * SIDE] | desk[3 * SIDE + 1]) & (craters & NOT_EAST) << 1
    sides = count(north) + count(east) + count(south) + count(west)
    return POINTS_A_TILE * count(north | east | south | west), sides
