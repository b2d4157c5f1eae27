# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""Queries on many states at once: their scores, the cells where a piece fits, the states after a placement.

A placement is one number, its **move**: the tile's number in the book times 64 plus the cell's. One more bit marks a
move that erases something for the tile, and another one that draws a result again (U4).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.bits import Words
from inkrail.kernel.book import DESK, FILLED, GAME, LAKE, PIECE_TILES, SPENT, UNDERGROUND
from inkrail.kernel.compiling import compiled, inlined
from inkrail.kernel.desk import draw, lay_open, put_away
from inkrail.kernel.scoring import LINES, LINES_WITH_UNDERGROUND, score_desk
from inkrail.kernel.verbs import cells_by_any_verb, draw_by_any_verb

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


@compiled
def score_all(states: Words, book: Words) -> Words:
    """The score lines of each state, one row each (see `scoring`)."""
    desk = np.zeros(DESK, np.int64)
    columns = LINES_WITH_UNDERGROUND if book[GAME] >= UNDERGROUND else LINES
    lines = np.zeros((len(states), columns), np.int64)
    for index in range(len(states)):
        lay_open(states[index], book, desk)
        score_desk(desk, book, lines[index])
    return lines


@compiled
def cells_of_piece(state: Words, book: Words, piece: int, erasing: int) -> Words:
    """For each tile of a piece the free cells where it fits, or, if `erasing` is 1, the filled ones."""
    desk = np.zeros(DESK, np.int64)
    lay_open(state, book, desk)
    first, end = book[PIECE_TILES + 2 * piece], book[PIECE_TILES + 2 * piece + 1]
    masks = np.empty(end - first, np.int64)
    for way in range(end - first):
        cells = cells_by_any_verb(desk, book, first + way, 1)
        masks[way] = cells & desk[FILLED] if erasing else cells & ~desk[FILLED]
    return masks


@compiled
def after_moves(state: Words, book: Words, moves: Words) -> Words:
    """The states after each of these moves in turn."""
    desk = np.zeros(DESK, np.int64)
    lay_open(state, book, desk)
    states = np.empty((len(moves), len(state)), np.int64)
    for index in range(len(moves)):
        tile, cell = tile_of(moves[index]), cell_of(moves[index])
        if book[GAME] < LAKE:
            draw(desk, book, tile, cell)
        else:
            draw_by_any_verb(desk, book, tile, cell)
            if moves[index] & DUPLICATES:
                desk[SPENT] = desk[SPENT] << 1 | 1
        put_away(desk, book, states[index])
    return states
