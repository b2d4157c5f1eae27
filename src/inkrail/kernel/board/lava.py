# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""Lava, rules F: where it may be drawn, what must be, and the points of its lakes."""

from __future__ import annotations

from typing import Final, NamedTuple

from inkrail.kernel.board.bits import (
    ALL,
    NOT_EAST,
    NOT_NORTH,
    NOT_SOUTH,
    NOT_WEST,
    ROW,
    Words,
    count,
    larger,
    zero,
)
from inkrail.kernel.board.layout import EAST, FACES, FILLED, NORTH, SOUTH, THIRD, WEST
from inkrail.kernel.board.networks import (
    beside,
    cells_of_own_kind,
    joined_east,
    joined_south,
    region_at,
    sides_at_free,
)
from inkrail.kernel.board.tables import LAVA_DICE, VOLCANO
from inkrail.kernel.compiling import inlined, inner
from inkrail.rules.expansions.lava import POINTS_A_CLOSED_LAKE

CLOSABLE: Final = 4
"""Lakes with fewer open sides than this may soon be closed."""


@inlined
def is_shut_in(board: Words) -> bool:
    """Whether no free cell is next to an open lava side (F6)."""
    faced = board[FACES + NORTH] | board[FACES + EAST] | board[FACES + SOUTH] | board[FACES + WEST]
    return faced & ~board[FILLED] == 0


@inlined
def is_lava_die(tables: Words, piece: int) -> int:
    """1 if the piece is a lava die's (F1)."""
    return tables[LAVA_DICE] >> piece & 1


@inner
def lava_cells(board: Words, tables: Words, piece: int, is_first: int) -> int:
    """The cells that may be drawn on: a volcano not beside lava (F5), shut in a lava die also on routes (F6).

    `is_first` is 1 while no lava die was drawn in this round.
    """
    if piece == tables[VOLCANO]:
        return ~board[FILLED] & ~beside(cells_of_own_kind(board))
    if is_first and is_lava_die(tables, piece) and is_shut_in(board):
        return ~board[FILLED] | ~cells_of_own_kind(board)
    return ~board[FILLED]


@inlined
def owes_lava(board: Words, tables: Words, left: int, fitting: int) -> bool:
    """Whether a lava die, or a volcano for it, must still be drawn (F3, F6).

    `left` and `fitting` are the pieces left and those of them that fit, as bits.
    """
    if left & tables[LAVA_DICE] == 0:
        return False
    return fitting & tables[LAVA_DICE] != 0 or (fitting >> tables[VOLCANO] & 1 != 0 and is_shut_in(board))


class LavaLakes(NamedTuple):
    """All lava of a board: its points, the lakes, the largest, and those that lack 0, 1, 2 and 3 sides."""

    points: int
    number: int
    largest: int
    closed: int
    by_one: int
    by_two: int
    by_three: int


@inner
def lava_lakes_of(board: Words) -> LavaLakes:
    """The lava lakes; a lake with a side that can never be closed lacks no number of sides (F8)."""
    free = ~board[FILLED] & ALL
    blocked = (
        board[NORTH] & ~board[FACES + NORTH] & NOT_NORTH & ~(free << ROW)
        | board[EAST] & ~board[FACES + EAST] & NOT_EAST & ~(free >> 1)
        | board[SOUTH] & ~board[FACES + SOUTH] & NOT_SOUTH & ~(free >> ROW)
        | board[WEST] & ~board[FACES + WEST] & NOT_WEST & ~(free << 1)
    )
    third = zero(free) + THIRD
    east, south = joined_east(board, third), joined_south(board, third)
    todo = cells_of_own_kind(board)
    number = largest = by_sides = 0
    while todo:
        lake = region_at(todo & -todo, east, south)
        todo &= ~lake
        number += 1
        largest = larger(largest, count(lake))
        left = sides_at_free(board, lake, free)
        if not lake & blocked and left < CLOSABLE:
            by_sides += 1 << 8 * left
    closed = by_sides & 255
    points = POINTS_A_CLOSED_LAKE * closed + largest
    return LavaLakes(
        points, number, largest, closed, by_sides >> 8 & 255, by_sides >> 16 & 255, by_sides >> 24
    )
