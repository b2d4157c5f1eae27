# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""All boards that a round can end with."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel.bits import Words, lowest
from inkrail.kernel.boards import NO_MOVE, move_of
from inkrail.kernel.compiling import compiled, inner
from inkrail.kernel.desk import lay_open, put_away, store_drawn
from inkrail.kernel.hand import (
    AT_LEFT,
    HAND,
    LEFT,
    LEVEL,
    LEVELS,
    MOVE,
    OPEN,
    PENDING,
    TILE_OF,
    advance,
    enter,
    is_single,
    take_hand,
)

Moves = NDArray[np.int16]
"""A row of moves for each board, in a legal order, padded with `NO_MOVE`."""
MOVES: Final = LEVELS - 1


@compiled
def expand(state: Words, book: Words, dice: Words, specials: int, states: Words, moves: Moves) -> int:
    """Write every board that the round can end with, each once, with the drawings that lead to it.

    Return how many there are, even if the arrays have no room for all of them.
    """
    hand = np.zeros(HAND, np.int64)
    levels = np.zeros((LEVELS, LEVEL), np.int64)
    take_hand(hand, book, dice, specials)
    lay_open(state, book, levels[0])
    levels[0, AT_LEFT] = hand[LEFT]
    return _walk(levels, book, hand, states, moves)


@inner
def _walk(levels: Words, book: Words, hand: Words, states: Words, moves: Moves) -> int:
    found = 0
    depth = 0
    arrived = True
    while depth >= 0:
        left = levels[depth, AT_LEFT]
        if arrived:
            if enter(levels[depth], book, hand):
                if found < len(states):
                    put_away(levels[depth], book, states[found])
                    _write_moves(levels, depth, moves[found])
                found += 1
            if is_single(left):
                found = _write_last(levels, depth, book, hand, states, moves, found)
                left = 0
        arrived = left != 0 and advance(levels[depth], levels[depth + 1], book, hand)
        depth += 1 if arrived else -1
    return found


@inner
def _write_moves(levels: Words, depth: int, moves: Moves) -> None:
    for index in range(MOVES):
        moves[index] = levels[index + 1, MOVE] if index < depth else NO_MOVE


@inner
def _write_last(
    levels: Words, depth: int, book: Words, hand: Words, states: Words, moves: Moves, found: int
) -> int:
    """Write the boards that the last piece left leads to; return the new number of boards."""
    level = levels[depth]
    pending = level[PENDING]
    while pending:
        option = lowest(pending)
        pending &= pending - 1
        cells = level[OPEN + option]
        tile = hand[TILE_OF + option]
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            if found < len(states):
                put_away(level, book, states[found])
                store_drawn(states[found], book, tile, cell)
                _write_moves(levels, depth, moves[found])
                moves[found, depth] = move_of(tile, cell)
            found += 1
    return found
