# mypy: disable-error-code="no-any-return"
"""Rivers, rules V: the points of the best one, and what it may still become."""

from __future__ import annotations

from typing import NamedTuple

from inkrail.kernel.board.bits import ALL, Words, count, larger, zero
from inkrail.kernel.board.layout import FILLED, THIRD
from inkrail.kernel.board.networks import (
    cells_of_own_kind,
    joined_east,
    joined_south,
    region_at,
    sides_at_edge,
    sides_at_free,
)
from inkrail.kernel.compiling import inner
from inkrail.rules.expansions.river import BOTH_ENDS_AT_THE_EDGE


class Rivers(NamedTuple):
    """All rivers of a board: the points of the best, their number, and for the most hopeful its points and ends.

    The hope is that its ends that face free cells get to the edge.
    """

    points: int
    number: int
    hoped: int
    at_edge: int


@inner
def rivers_of(board: Words) -> Rivers:
    """The rivers: one point per cell, more with both ends at the outer edge (V5)."""
    free = ~board[FILLED] & ALL
    third = zero(free) + THIRD
    east, south = joined_east(board, third), joined_south(board, third)
    todo = cells_of_own_kind(board)
    best = number = hoped = at_edge = 0
    while todo:
        river = region_at(todo & -todo, east, south)
        todo &= ~river
        ends, cells = sides_at_edge(board, river), count(river)
        number += 1
        best = larger(best, cells + (BOTH_ENDS_AT_THE_EDGE if ends == 2 else 0))
        both = ends + sides_at_free(board, river, free) == 2
        hope = cells + (BOTH_ENDS_AT_THE_EDGE if both else 0)
        if hope > hoped:
            hoped, at_edge = hope, ends
    return Rivers(best, number, hoped, at_edge)
