# mypy: disable-error-code="no-any-return"
"""The regions of an expansion's own kind, slot 2, and what they are worth.

A region is a set of cells joined in that kind; `east` and `south` hold the cells joined to the one there.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.bits import NOT_EAST, NOT_NORTH, NOT_SOUTH, NOT_WEST, Words, count, grown
from inkrail.kernel.book import SIDE
from inkrail.kernel.compiling import inlined, inner
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
    """The points of the best river: a point a cell, more with both ends at the outer edge (V5)."""
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
