# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""Compiled searches for games whose dice are known: one round from many boards, the last round of many, and its order."""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.core.cells import CELL_MASKS
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.effects import NO_MOVE, cell_of, draw, legal_cells, tile_of
from inkrail.kernel.board.open_board import unpack
from inkrail.kernel.capabilities import BOARD, WIDTH
from inkrail.kernel.compiling import compiled, inner
from inkrail.kernel.search.beam import LEFT, MORE, VALUE, Task, beam
from inkrail.kernel.search.heap import CANDIDATE, copy, drop_least, offer
from inkrail.kernel.search.heap import PARENT as C_PARENT
from inkrail.kernel.search.heap import VALUE as C_VALUE
from inkrail.kernel.search.last_round import MOST_VISITED, TOTAL, best_end
from inkrail.kernel.search.seen import is_new

ORIGIN: Final = LEFT
"""The word of an entry that has the number of the board it came from; the dice left are not needed after the round."""
_START: Final = 88172645463325252


@compiled
def ends_of_many(states: Words, dice: Words, task: Task, keep: int, seen: Words, ends: Words) -> int:
    """Write the best ends of a round from any of the states, each board once, best first; return how many there are.

    From each state a beam finds up to `keep` ends. An end is an entry as `beam` has it, with its `ORIGIN`.
    """
    found = np.zeros((keep, WIDTH + MORE), np.int64)
    kept = np.zeros((len(ends), CANDIDATE), np.int64)
    store = np.zeros((len(ends), WIDTH + MORE), np.int64)
    best = 0
    for index in range(len(states)):
        many = beam(states[index], dice, task, found)
        for number in range(many):
            entry = found[number]
            value = entry[WIDTH + VALUE]
            if best == len(kept) and value <= kept[0, C_VALUE]:
                break
            if not is_new(seen, _hash_of_state(entry)):
                continue
            at = best if best < len(kept) else kept[0, C_PARENT]
            entry[WIDTH + ORIGIN] = index
            copy(entry, store[at], WIDTH + MORE)
            best = offer(kept, best, value, value, at, at, at)
    for at in range(best - 1, -1, -1):
        copy(store[kept[0, C_PARENT]], ends[at], WIDTH + MORE)
        drop_least(kept, at + 1)
    return best


@inner
def _hash_of_state(entry: Words) -> int:
    """A hash of the state that an entry begins with; never 0."""
    word = _START
    for index in range(WIDTH):
        word ^= entry[index]
        word ^= word << 13
        word ^= word >> 7
        word ^= word << 17
    word ^= word >> 32
    return word or 1


@compiled
def last_rounds(states: Words, tables: Words, dice: Words, slack: int, results: Words) -> None:
    """Write the exact best end of the last round of each state, moves and total.

    A total more than `slack` below the best so far is not worth finding: then there is a lower number.
    """
    best = -1000
    for index in range(len(states)):
        found = best_end(states[index], tables, dice, 1, best - slack, 1, 0, MOST_VISITED)
        copy(found, results[index], TOTAL + 1)
        best = max(best, found[TOTAL])


@compiled
def put_in_order(state: Words, tables: Words, rounds: Words) -> int:
    """Order the moves of each round so that all are legal one after another; 1 if that is possible, else 0.

    A round is a row of moves, padded. A drawing that is legal stays legal until its cell is taken, so the order in which
    they are tried does not matter.
    """
    board = np.zeros(BOARD, np.int64)
    unpack(state, tables, board)
    for number in range(len(rounds)):
        moves = rounds[number]
        drawn = 0
        while drawn < len(moves) and moves[drawn] != NO_MOVE:
            index = drawn
            while index < len(moves) and moves[index] != NO_MOVE:
                tile, cell = tile_of(moves[index]), cell_of(moves[index])
                if legal_cells(board, tables, tile, 1) & CELL_MASKS[cell]:
                    break
                index += 1
            if index == len(moves) or moves[index] == NO_MOVE:
                return 0
            move = moves[index]
            moves[index] = moves[drawn]
            moves[drawn] = move
            draw(board, tables, tile_of(move), cell_of(move))
            drawn += 1
    return 1
