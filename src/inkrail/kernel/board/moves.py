# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""Single steps on states: scores, the cells where a piece may go, the states after a placement or a meteor.

A placement is one number, its **move**: the tile's number in the tables times 64 plus the cell's. One more bit marks a
move that erases something for the tile, and another one that draws a result again (U4).
"""

from __future__ import annotations

import numpy as np

from inkrail.kernel.board.bits import Words, zero
from inkrail.kernel.board.effects import legal_cells, make_move
from inkrail.kernel.board.layout import FILLED
from inkrail.kernel.board.meteor import strike
from inkrail.kernel.board.open_board import pack, part_of, unpack
from inkrail.kernel.board.scoring import score_board
from inkrail.kernel.board.tables import PIECE_TILES
from inkrail.kernel.capabilities import BOARD
from inkrail.kernel.compiling import compiled


@compiled
def score_all(states: Words, tables: Words, lines: Words) -> None:
    """Write the score lines of each state, one row each (see `lines`)."""
    board = np.zeros(BOARD, np.int64)
    for index in range(len(states)):
        unpack(states[index], tables, board)
        score_board(board, tables, lines[index])


@compiled
def cells_of_piece(state: Words, tables: Words, piece: int, erasing: int) -> Words:
    """For each tile of a piece the free cells where it may go, or, if `erasing` is 1, the filled ones."""
    board = np.zeros(BOARD, np.int64)
    unpack(state, tables, board)
    first, end = tables[PIECE_TILES + 2 * piece], tables[PIECE_TILES + 2 * piece + 1]
    masks = np.empty(end - first, np.int64)
    for way in range(end - first):
        cells = legal_cells(board, tables, first + way, zero(piece) + 1)
        filled = board[part_of(tables, first) + FILLED]
        masks[way] = cells & filled if erasing else cells & ~filled
    return masks


@compiled
def after_moves(state: Words, tables: Words, moves: Words) -> Words:
    """The states after each of these moves in turn."""
    board = np.zeros(BOARD, np.int64)
    unpack(state, tables, board)
    states = np.empty((len(moves), len(state)), np.int64)
    for index in range(len(moves)):
        make_move(board, tables, moves[index])
        pack(board, states[index])
    return states


@compiled
def after_strikes(states: Words, tables: Words, directions: Words, distances: Words) -> Words:
    """The states after each its own meteor struck."""
    board = np.zeros(BOARD, np.int64)
    after = np.empty_like(states)
    for index in range(len(states)):
        unpack(states[index], tables, board)
        strike(board, directions[index], distances[index])
        pack(board, after[index])
    return after
