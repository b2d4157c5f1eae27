# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""All boards that a round can end with."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel.board.bits import Words, lowest
from inkrail.kernel.board.effects import NO_MOVE, move_of
from inkrail.kernel.board.open_board import pack, store_drawn, unpack
from inkrail.kernel.capabilities import ORDER_MATTERS
from inkrail.kernel.compiling import compiled, inner
from inkrail.kernel.search.options import (
    AT_LEFT,
    LEFT,
    LEVEL,
    LEVELS,
    MOVE,
    OPEN,
    OPTIONS,
    PENDING,
    TILE_OF,
    advance,
    enter,
    extra_pieces,
    is_single,
    list_options,
)
from inkrail.kernel.search.seen import hash_of, is_new

Moves = NDArray[np.int16]
"""A row of moves for each board, in a legal order, padded with `NO_MOVE`."""
MOVES: Final = LEVELS - 1


@compiled
def all_ends(
    state: Words, tables: Words, dice: Words, extra: int, states: Words, moves: Moves, seen: Words
) -> int:
    """Write every board that the round can end with, each once, with the drawings that lead to it.

    If `extra` is 1, also those with a special route, or underground with a result drawn again. Return how many there
    are, even if the arrays have no room for all of them; -1 if there are too many to tell. `seen` is a table for the
    hashes of boards where the order of drawings matters: a power of two of zeros.
    """
    options = np.zeros(OPTIONS, np.int64)
    levels = np.zeros((LEVELS, LEVEL), np.int64)
    unpack(state, tables, levels[0])
    list_options(options, tables, dice, extra_pieces(levels[0], tables, dice) if extra else 0)
    levels[0, AT_LEFT] = options[LEFT]
    return _walk(levels, tables, options, states, moves, seen)


@inner
def _walk(levels: Words, tables: Words, options: Words, states: Words, moves: Moves, seen: Words) -> int:
    found = depth = visited = 0
    sleeps = 0 if ORDER_MATTERS else 1
    arrived = True
    while depth >= 0:
        left = levels[depth, AT_LEFT]
        if arrived:
            if enter(levels[depth], tables, options):
                if found < len(states):
                    pack(levels[depth], states[found])
                    _write_moves(levels, depth, moves[found])
                found += 1
            if not ORDER_MATTERS and is_single(left):
                found = _write_last(levels, depth, tables, options, states, moves, found)
                left = 0
        arrived = left != 0 and advance(levels[depth], levels[depth + 1], tables, options, sleeps)
        depth += 1 if arrived else -1
        if ORDER_MATTERS and arrived:
            if 2 * visited > len(seen):
                return -1
            visited += 1
            if not is_new(seen, hash_of(levels[depth], levels[depth, AT_LEFT])):
                arrived = False
                levels[depth, PENDING] = 0
                depth -= 1
    return found


@inner
def _write_moves(levels: Words, depth: int, moves: Moves) -> None:
    for index in range(MOVES):
        moves[index] = levels[index + 1, MOVE] if index < depth else NO_MOVE


@inner
def _write_last(
    levels: Words, depth: int, tables: Words, options: Words, states: Words, moves: Moves, found: int
) -> int:
    """Write the boards that the last piece left leads to; return the new number of boards."""
    level = levels[depth]
    pending = level[PENDING]
    while pending:
        option = lowest(pending)
        pending &= pending - 1
        cells = level[OPEN + option]
        tile = options[TILE_OF + option]
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            if found < len(states):
                pack(level, states[found])
                store_drawn(states[found], tables, tile, cell)
                _write_moves(levels, depth, moves[found])
                moves[found, depth] = move_of(tile, cell)
            found += 1
    return found
