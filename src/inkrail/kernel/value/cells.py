# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The sparse features of a judge: what each cell shows and faces. Of each group below a cell has at most one.

For each free cell of a board: what faces it on each of its four sides (nothing, the first kind or the second), and
whether it is marked: on the surface if two networks meet there, underground if a station would make a hub. These come
first, those of the surface before those of the underground. Then, by ruleset:

- rivers, lakes and lava: for each free cell which of its sides that kind faces, if any does;
- meteors: for each crater which of its sides a route faces, and for the cell hit last;
- two boards: for each free cell of the surface what lies under it, if anything does.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.board.bits import ALL, Words, lowest, zero
from inkrail.kernel.board.layout import CRATERS, FACES, FILLED, ORIGIN, OVER, SIDE, STATIONS, THIRD
from inkrail.kernel.board.networks import showing
from inkrail.kernel.capabilities import METEORS, OWN_KIND, TWO_BOARDS, UNDER, Capabilities
from inkrail.kernel.compiling import inner

CELLS: Final = 49
PATTERNS: Final = 81
OF_A_BOARD: Final = CELLS * PATTERNS * 2
"""The number of features of a board's free cells."""
SIDES_FACED: Final = 16
UNDER_CELL: Final = 4
"""What lies under a cell: a station, another subway, or a pipe; 0 stands for none of them."""
MOST_SPARSE: Final = 3 * CELLS
"""The most sparse features that a board has."""


def sparse_count(capabilities: Capabilities) -> int:
    """The most sparse features that a board of a ruleset has."""
    return CELLS * (1 + bool(capabilities["OWN_KIND"]) + 2 * bool(capabilities["TWO_BOARDS"])) + bool(
        capabilities["METEORS"]
    )


@inner
def read_cells(board: Words, marked: int, sparse: Words) -> int:
    """Write the sparse features of the open board; return how many there are."""
    first = zero(marked)
    number = _read_free(board, first, marked, sparse, first, first)
    if OWN_KIND:
        number = _read_sides(board, first + THIRD, ~board[FILLED] & ALL, sparse, number)
    if METEORS:
        number = _read_craters(board, sparse, number)
    if TWO_BOARDS:
        number = _read_free(board, first + UNDER, board[UNDER + OVER], sparse, number, first + OF_A_BOARD)
        number = _read_beneath(board, sparse, number)
    return number


@inner
def _read_free(board: Words, part: int, marked: int, sparse: Words, number: int, first: int) -> int:
    """Add the features of one board's free cells, numbered from `first` on."""
    at = part + FACES
    n0, e0, s0, w0 = board[at], board[at + SIDE], board[at + 2 * SIDE], board[at + 3 * SIDE]
    n1, e1, s1, w1 = board[at + 1], board[at + SIDE + 1], board[at + 2 * SIDE + 1], board[at + 3 * SIDE + 1]
    todo = ~board[part + FILLED] & ALL
    while todo:
        cell = lowest(todo)
        todo &= todo - 1
        pattern = (n0 >> cell & 1) + 2 * (n1 >> cell & 1)
        pattern += 3 * (e0 >> cell & 1) + 6 * (e1 >> cell & 1)
        pattern += 9 * (s0 >> cell & 1) + 18 * (s1 >> cell & 1)
        pattern += 27 * (w0 >> cell & 1) + 54 * (w1 >> cell & 1)
        sparse[number] = first + (cell * 2 + (marked >> cell & 1)) * PATTERNS + pattern
        number += 1
    return number


@inner
def _read_sides(board: Words, slot: int, cells: int, sparse: Words, number: int) -> int:
    """Add the features of those cells that a kind faces."""
    at = slot + FACES
    return _add_sides(
        board[at], board[at + SIDE], board[at + 2 * SIDE], board[at + 3 * SIDE], cells, sparse, number
    )


@inner
def _add_sides(north: int, east: int, south: int, west: int, cells: int, sparse: Words, number: int) -> int:
    todo = (north | east | south | west) & cells
    while todo:
        cell = lowest(todo)
        todo &= todo - 1
        faced = (
            (north >> cell & 1) + 2 * (east >> cell & 1) + 4 * (south >> cell & 1) + 8 * (west >> cell & 1)
        )
        sparse[number] = OF_A_BOARD + cell * SIDES_FACED + faced
        number += 1
    return number


@inner
def _read_craters(board: Words, sparse: Words, number: int) -> int:
    """Add the features of the craters that routes face, and that of the cell hit last."""
    number = _add_sides(
        board[FACES] | board[FACES + 1],
        board[FACES + SIDE] | board[FACES + SIDE + 1],
        board[FACES + 2 * SIDE] | board[FACES + 2 * SIDE + 1],
        board[FACES + 3 * SIDE] | board[FACES + 3 * SIDE + 1],
        board[CRATERS],
        sparse,
        number,
    )
    sparse[number] = OF_A_BOARD + CELLS * SIDES_FACED + board[ORIGIN]
    return number + 1


@inner
def _read_beneath(board: Words, sparse: Words, number: int) -> int:
    """Add what lies under the free cells of the surface."""
    slot = zero(number) + UNDER
    subway, pipe = showing(board, slot), showing(board, slot + 1)
    todo = ~board[FILLED] & (subway | pipe)
    while todo:
        cell = lowest(todo)
        todo &= todo - 1
        beneath = 3 if pipe >> cell & 1 else 1 if board[UNDER + STATIONS] >> cell & 1 else 2
        sparse[number] = 2 * OF_A_BOARD + cell * UNDER_CELL + beneath
        number += 1
    return number
