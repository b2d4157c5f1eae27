# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""What rolls are worth: for each state and each roll of a round the value of the best end that a search finds.

In the last round the search is exact where that takes milliseconds. What is decided before drawing is part of the search: a
meteor's direction where the roll leaves it open, and whether a special route is paid to ignore it (M2, M5).

What is searched is the canonical view of a board, so a mirrored board is worth exactly the same. With meteors that is the
board after the strike; and the directions of a sample are those in the canonical view of the board before it, so that a
mirrored board meets mirrored meteors.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel.board.bits import Words, count
from inkrail.kernel.board.layout import IN_SPENT
from inkrail.kernel.board.meteor import strike
from inkrail.kernel.board.open_board import pack, unpack
from inkrail.kernel.board.tables import ROUNDS, SPECIALS, SPECIALS_A_GAME
from inkrail.kernel.board.views import write_canonical
from inkrail.kernel.capabilities import BOARD, METEORS, ORDER_MATTERS, SOLVED_AT_ONCE, WIDTH
from inkrail.kernel.compiling import compiled, inner
from inkrail.kernel.search.beam import MORE, SCALE, VALUE, Task, beam
from inkrail.kernel.search.last_round import LOWEST, MOST_VISITED, TOTAL, best_end
from inkrail.kernel.search.rolls import ANY_DIRECTION
from inkrail.kernel.value.routes import Floats

MOST_CHOICES: Final = 16
MEMO: Final = 1 << 18
"""The words of the memo that the searches from one state share; where the order of drawings matters they have little in common."""


@compiled
def rolls_worth(
    states: Words, dice: Words, meteors: Words, is_sample: int, task: Task, keep: int, worth: Floats
) -> None:
    """Write what each state is worth with each row of dice, and with its row of `meteors` where there are any.

    A row of these is a direction, or `ANY_DIRECTION`, and a distance.
    """
    ends = np.zeros((keep, WIDTH + MORE), np.int64)
    choices = np.zeros((MOST_CHOICES, WIDTH), np.int64)
    board = np.zeros(BOARD, np.int64)
    state, after, spare = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64)
    memo = np.zeros(0 if ORDER_MATTERS else MEMO, np.int64)
    width, special_width = task.width, task.special_width
    task = Task(task.tables, task.guide, task.judge, task.round_, 1, width, special_width, memo)
    paid = Task(task.tables, task.guide, task.judge, task.round_, 0, width, special_width, memo)
    is_last = task.round_ >= task.tables[ROUNDS]
    for index in range(len(states)):
        write_canonical(states[index], spare, state)
        memo[:] = 0
        for number in range(len(dice)):
            if SOLVED_AT_ONCE and is_last:
                worth[index, number] = best_end(
                    state, task.tables, dice[number], 1, LOWEST, 1, 0, MOST_VISITED
                )[TOTAL]
            elif METEORS:
                before = state if is_sample else states[index]
                strikes = _write_strikes(before, task.tables, meteors[number], board, choices)
                many = _write_payments(before, task.tables, strikes, choices)
                best = LOWEST * SCALE
                for choice in range(many):
                    write_canonical(choices[choice], spare, after)
                    beam(after, dice[number], task if choice < strikes else paid, ends)
                    best = max(best, float(ends[0, WIDTH + VALUE]))
                worth[index, number] = best / SCALE
            else:
                beam(state, dice[number], task, ends)
                worth[index, number] = ends[0, WIDTH + VALUE] / SCALE


@inner
def _write_strikes(state: Words, tables: Words, meteor: Words, board: Words, choices: Words) -> int:
    """Write the states after a meteor in each direction that it may take; return how many there are (M2)."""
    many = 0
    for direction in range(ANY_DIRECTION):
        if meteor[0] == direction or meteor[0] == ANY_DIRECTION:
            unpack(state, tables, board)
            strike(board, direction, meteor[1])
            pack(board, choices[many])
            many += 1
    return many


@inner
def _write_payments(state: Words, tables: Words, many: int, choices: Words) -> int:
    """Add the states after each special route that can pay for ignoring a meteor; return how many there are now (M5)."""
    if count(state[IN_SPENT]) < tables[SPECIALS_A_GAME]:
        for special in range(tables[SPECIALS]):
            if not state[IN_SPENT] >> special & 1:
                for word in range(WIDTH):
                    choices[many, word] = state[word]
                choices[many, IN_SPENT] |= 1 << special
                many += 1
    return many


@compiled
def expectations(worth: Floats, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weighted mean of each row, summed in the same order on every machine."""
    means = np.zeros(len(worth), np.float64)
    for index in range(len(worth)):
        for number in range(len(weights)):
            means[index] += weights[number] * worth[index, number]
    return means
