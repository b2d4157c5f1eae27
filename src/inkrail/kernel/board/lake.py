# mypy: disable-error-code="no-any-return"
"""Lakes, rules L: water that fills cells, networks that it joins, and the points of the smallest."""

from __future__ import annotations

from typing import NamedTuple

from inkrail.kernel.board.bits import ALL, NOT_EAST, NOT_WEST, ROW, Words, count, grown, larger, zero
from inkrail.kernel.board.layout import APART, EAST, FACES, FILLED, NORTH, SOUTH, THIRD, WEST
from inkrail.kernel.board.lines import NETWORKS
from inkrail.kernel.board.networks import (
    cells_of_own_kind,
    exits_met,
    joined_east,
    joined_south,
    region_at,
)
from inkrail.kernel.board.tables import VALUES
from inkrail.kernel.compiling import inlined, inner


class Lakes(NamedTuple):
    """All lakes of a board: the cells of the smallest and of the largest, and their number."""

    smallest: int
    largest: int
    number: int


@inner
def lakes_of(board: Words) -> Lakes:
    """The lakes; with none all is 0 (L6)."""
    third = zero(board[FILLED]) + THIRD
    east, south = joined_east(board, third), joined_south(board, third)
    todo = cells_of_own_kind(board)
    smallest = largest = number = 0
    while todo:
        lake = region_at(todo & -todo, east, south)
        todo &= ~lake
        size = count(lake)
        number += 1
        largest = larger(largest, size)
        if smallest == 0 or size < smallest:
            smallest = size
    return Lakes(smallest, largest, number)


@inner
def fill(board: Words) -> None:
    """Fill every empty cell that three or four open lake sides surround, until there are none (L3)."""
    water = 1
    while water:
        north, east, south, west = (
            board[FACES + NORTH],
            board[FACES + EAST],
            board[FACES + SOUTH],
            board[FACES + WEST],
        )
        water = north & east & (south | west) | south & west & (north | east)
        water &= ~board[FILLED]
        board[NORTH] |= water
        board[EAST] |= water
        board[SOUTH] |= water
        board[WEST] |= water
        board[FACES + SOUTH] |= water >> ROW
        board[FACES + WEST] |= (water & NOT_EAST) << 1
        board[FACES + NORTH] |= (water << ROW) & ALL
        board[FACES + EAST] |= (water & NOT_WEST) >> 1
        board[FILLED] |= water


@inlined
def nearly_surrounded(board: Words) -> int:
    """The free cells that two open lake sides face: a third fills them (L3)."""
    north, east, south, west = (
        board[FACES + NORTH],
        board[FACES + EAST],
        board[FACES + SOUTH],
        board[FACES + WEST],
    )
    two = north & (east | south | west) | east & (south | west) | south & west
    return two & ~board[FILLED]


@inner
def points_by_water(board: Words, tables: Words, lines: Words) -> int:
    """The points of all networks if piers join their routes to a lake, which joins its piers (L1, L5).

    The networks are counted in the lines from `NETWORKS` on.
    """
    whole = ~board[APART]
    first = zero(board[APART])
    second, third = first + 1, first + THIRD
    exits, exits_too = exits_met(board, first), exits_met(board, second)
    points = 0
    while exits | exits_too:
        one = exits & -exits
        two = first if one else exits_too & -exits_too
        water = first
        before = -1
        while one + two + water != before:
            before = one + two + water
            one = grown(one, joined_east(board, first), joined_south(board, first))
            two = grown(two, joined_east(board, second), joined_south(board, second))
            water = grown(water, joined_east(board, third), joined_south(board, third))
            shared = (one | two | water) & whole
            one |= shared
            two |= shared
            water |= shared
        reached = count(exits & one) + count(exits_too & two)
        exits &= ~one
        exits_too &= ~two
        points += tables[VALUES + reached]
        lines[NETWORKS + reached - 1] += 1
    return points
