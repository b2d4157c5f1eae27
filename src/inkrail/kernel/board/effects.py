# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""Where a tile may be drawn, whatever is erased for it, and all that follows from drawing it."""

from __future__ import annotations

from typing import Final

from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.erasing import erase
from inkrail.kernel.board.lake import fill
from inkrail.kernel.board.lava import lava_cells
from inkrail.kernel.board.layout import CRATERS, FILLED, SPENT
from inkrail.kernel.board.open_board import draw_tile, fitting_cells, part_of
from inkrail.kernel.board.tables import COLUMNS, MANDATORY, PIECE, STATION_PIECES, TILE
from inkrail.kernel.board.underground import open_station
from inkrail.kernel.capabilities import LAKES, LAVA, METEORS, SUBWAYS, UNDER
from inkrail.kernel.compiling import inlined

CELL_BITS: Final = 6
CELL_PART: Final = (1 << CELL_BITS) - 1
TILE_PART: Final = 127
ERASES: Final = 1 << 13
DUPLICATES: Final = 1 << 14
NO_MOVE: Final = -1


@inlined
def move_of(tile: int, cell: int) -> int:
    """The number of a placement."""
    return tile << CELL_BITS | cell


@inlined
def tile_of(move: int) -> int:
    """The tile of a placement."""
    return move >> CELL_BITS & TILE_PART


@inlined
def cell_of(move: int) -> int:
    """The cell of a placement."""
    return move & CELL_PART


@inlined
def piece_of(tables: Words, tile: int) -> int:
    """The piece of a tile."""
    return tables[TILE + tile * COLUMNS + PIECE]


@inlined
def legal_cells(board: Words, tables: Words, tile: int, is_first: int) -> int:
    """The cells where a tile may be drawn, erasing what may be erased for it (B7, B8, M6, F5, F6).

    `is_first` is 1 while no lava die was drawn in this round.
    """
    cells = fitting_cells(board, tables, tile)
    if LAVA:
        return cells & lava_cells(board, tables, piece_of(tables, tile), is_first)
    if METEORS and tables[MANDATORY] >> piece_of(tables, tile) & 1:
        return cells & (~board[FILLED] | board[CRATERS])
    return cells & ~board[part_of(tables, tile) + FILLED]


@inlined
def owed_cells(board: Words, cells: int) -> int:
    """Those of the cells where a die fits that it owes to be drawn in: all but craters (B9, M6)."""
    if METEORS:
        return cells & ~board[FILLED]
    return cells


@inlined
def draw(board: Words, tables: Words, tile: int, cell: int) -> int:
    """Draw a tile with all its effects; the result is `ERASES` if something was erased for it, else 0."""
    erases = 0
    if (METEORS or LAVA) and board[FILLED] >> cell & 1:
        erase(board, cell)
        erases = ERASES
    draw_tile(board, tables, tile, cell)
    if LAKES:
        fill(board)
    if SUBWAYS:
        piece = piece_of(tables, tile)
        if tables[STATION_PIECES] >> piece & 1:
            open_station(board, tables, piece, cell)
    return erases


@inlined
def make_move(board: Words, tables: Words, move: int) -> int:
    """Draw what a move says; return the move, marked with `ERASES` if it erases something."""
    if SUBWAYS and move & DUPLICATES:
        board[UNDER + SPENT] = board[UNDER + SPENT] << 1 | 1
    return move | draw(board, tables, tile_of(move), cell_of(move))
