# mypy: disable-error-code="no-any-return"
"""What is connected on an open board: joints, exits, open ends, networks and regions."""

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
    grown,
    zero,
)
from inkrail.kernel.board.layout import APART, EAST, FACES, NORTH, SIDE, SOUTH, WEST
from inkrail.kernel.compiling import inlined

_E: Final = SIDE
_S: Final = 2 * SIDE
_W: Final = 3 * SIDE


@inlined
def beside(cells: int) -> int:
    """All cells next to one of these."""
    return (cells << ROW) & ALL | cells >> ROW | (cells & NOT_EAST) << 1 | (cells & NOT_WEST) >> 1


@inlined
def joined_east(board: Words, slot: int) -> int:
    """The cells joined to their right neighbour in the slot's kind."""
    return board[_E + slot] & board[FACES + _E + slot] & NOT_EAST


@inlined
def joined_south(board: Words, slot: int) -> int:
    """The cells joined to the cell below in the slot's kind."""
    return board[_S + slot] & board[FACES + _S + slot] & NOT_SOUTH


@inlined
def showing(board: Words, slot: int) -> int:
    """The cells that show the slot's kind on some side."""
    return board[slot] | board[_E + slot] | board[_S + slot] | board[_W + slot]


@inlined
def exits_met(board: Words, slot: int) -> int:
    """The cells connected to an exit of the slot's kind; no cell has two exits."""
    return (
        board[slot] & board[FACES + slot] & ~NOT_NORTH
        | board[_E + slot] & board[FACES + _E + slot] & ~NOT_EAST
        | board[_S + slot] & board[FACES + _S + slot] & ~NOT_SOUTH
        | board[_W + slot] & board[FACES + _W + slot] & ~NOT_WEST
    )


@inlined
def open_ends(board: Words, slot: int) -> int:
    """How many sides of the slot's kind meet neither their kind nor the outer edge (S5)."""
    return (
        count(board[slot] & ~board[FACES + slot] & NOT_NORTH)
        + count(board[_E + slot] & ~board[FACES + _E + slot] & NOT_EAST)
        + count(board[_S + slot] & ~board[FACES + _S + slot] & NOT_SOUTH)
        + count(board[_W + slot] & ~board[FACES + _W + slot] & NOT_WEST)
    )


@inlined
def junctions(board: Words, slot: int) -> int:
    """The cells with three or four sides of the slot's kind."""
    north, east, south, west = board[slot], board[_E + slot], board[_S + slot], board[_W + slot]
    return north & east & (south | west) | south & west & (north | east)


@inlined
def stations(board: Words) -> int:
    """The cells that join slots 0 and 1 (B4)."""
    first = zero(board[APART])
    return showing(board, first) & showing(board, first + 1) & ~board[APART]


class Joints(NamedTuple):
    """The cells joined to the one on their right or below in slots 0 and 1, and those that join both slots."""

    east: int
    south: int
    east_too: int
    south_too: int
    both: int


@inlined
def joints_of(board: Words) -> Joints:
    """All joints of the open board."""
    first = zero(board[APART])
    second = first + 1
    return Joints(
        joined_east(board, first),
        joined_south(board, first),
        joined_east(board, second),
        joined_south(board, second),
        stations(board),
    )


@inlined
def network_of(one: int, two: int, joints: Joints) -> tuple[int, int]:
    """The cells of slots 0 and 1 that are connected to these."""
    before = 0
    while one + two != before:
        before = one + two
        one = grown(one, joints.east, joints.south)
        two = grown(two, joints.east_too, joints.south_too)
        shared = (one | two) & joints.both
        one |= shared
        two |= shared
    return one, two


@inlined
def region_at(start: int, east: int, south: int) -> int:
    """The region that the start belongs to."""
    region, before = start, 0
    while region != before:
        before = region
        region = grown(region, east, south)
    return region


@inlined
def cells_of_own_kind(board: Words) -> int:
    """The cells that show the expansion's kind."""
    return board[NORTH] | board[EAST] | board[SOUTH] | board[WEST]


@inlined
def sides_at_edge(board: Words, cells: int) -> int:
    """How many sides of the expansion's kind these cells have at the outer edge."""
    return (
        count(cells & board[NORTH] & ~NOT_NORTH)
        + count(cells & board[EAST] & ~NOT_EAST)
        + count(cells & board[SOUTH] & ~NOT_SOUTH)
        + count(cells & board[WEST] & ~NOT_WEST)
    )


@inlined
def sides_at_free(board: Words, cells: int, free: int) -> int:
    """How many sides of the expansion's kind these cells have at free cells."""
    return (
        count(cells & board[NORTH] & free << ROW)
        + count(cells & board[EAST] & NOT_EAST & free >> 1)
        + count(cells & board[SOUTH] & free >> ROW)
        + count(cells & board[WEST] & NOT_WEST & free << 1)
    )
