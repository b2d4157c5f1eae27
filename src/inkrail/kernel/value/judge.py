# mypy: disable-error-code="no-any-return,return-value"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The judge: a small neural network for the expected final score of a board at the end of a round.

Each sparse feature has a row of `UNITS` numbers; their sum and the dense features go through two layers, separate for
every round, and a linear part is added. The judge may be far off on boards unlike those it was trained on, so it only
evaluates what the guide found. All sums are made in the same order on every machine.

The **sparse** features encode, for each free cell, what faces it on each of its four sides (nothing, highway or
railway) and whether two networks meet there.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.board.bits import ALL, Words, lowest, zero
from inkrail.kernel.board.layout import FACES, FILLED, SIDE
from inkrail.kernel.board.open_board import unpack
from inkrail.kernel.capabilities import BOARD
from inkrail.kernel.compiling import compiled, inlined, inner
from inkrail.kernel.value.routes import DENSE, WORK, Floats, read_routes

PATTERNS: Final = 81
SPARSE: Final = 49 * PATTERNS * 2
MOST_SPARSE: Final = 49
UNITS: Final = 32
FIRST: Final = 32
SECOND: Final = 16

# The row of a judge: the rows of the sparse features, then the layers for each round but the last.
ROWS: Final = 0
STACKS: Final = ROWS + SPARSE * UNITS
OFFSET: Final = 0
LINEAR: Final = OFFSET + UNITS
INTO_FIRST: Final = LINEAR + DENSE
FIRST_OFFSET: Final = INTO_FIRST + (UNITS + DENSE) * FIRST
INTO_SECOND: Final = FIRST_OFFSET + FIRST
SECOND_OFFSET: Final = INTO_SECOND + FIRST * SECOND
INTO_VALUE: Final = SECOND_OFFSET + SECOND
STACK: Final = INTO_VALUE + SECOND

# Work space of floats: dense features, then the layers.
SUMS: Final = DENSE
FIRST_AT: Final = SUMS + UNITS
SECOND_AT: Final = FIRST_AT + FIRST


def judge_size(rounds: int) -> int:
    """The number of parameters of a judge."""
    return STACKS + (rounds - 1) * STACK


@inlined
def _begin_layer(judge: Floats, row: int, floats: Floats, into: int, units: int) -> None:
    """Start a layer with its biases."""
    for unit in range(units):
        floats[into + unit] = judge[row + unit]


@inlined
def _pass_on(judge: Floats, row: int, floats: Floats, at: int, number: int, into: int, units: int) -> None:
    """Add `number` activations from `at` on to the next layer; negative ones are skipped (ReLU)."""
    for index in range(number):
        feature = floats[at + index]
        if feature > 0.0:
            for unit in range(units):
                floats[into + unit] += feature * judge[row + index * units + unit]


@inner
def read_cells(board: Words, meetings: int, sparse: Words) -> int:
    """Write the sparse feature of each free cell; return how many there are."""
    n0, e0, s0, w0 = board[FACES], board[FACES + SIDE], board[FACES + 2 * SIDE], board[FACES + 3 * SIDE]
    n1, e1 = board[FACES + 1], board[FACES + SIDE + 1]
    s1, w1 = board[FACES + 2 * SIDE + 1], board[FACES + 3 * SIDE + 1]
    number = 0
    todo = ~board[FILLED] & ALL
    while todo:
        cell = lowest(todo)
        todo &= todo - 1
        pattern = (n0 >> cell & 1) + 2 * (n1 >> cell & 1)
        pattern += 3 * (e0 >> cell & 1) + 6 * (e1 >> cell & 1)
        pattern += 9 * (s0 >> cell & 1) + 18 * (s1 >> cell & 1)
        pattern += 27 * (w0 >> cell & 1) + 54 * (w1 >> cell & 1)
        sparse[number] = (cell * 2 + (meetings >> cell & 1)) * PATTERNS + pattern
        number += 1
    return number


@inner
def judge_of(board: Words, tables: Words, judge: Floats, round_: int, floats: Floats, ints: Words) -> float:
    """The judge's value of the open board at the end of a round but the last."""
    meetings = read_routes(board, tables, floats, ints)
    sparse = ints[WORK:]
    number = read_cells(board, meetings, sparse)
    stack = STACKS + (round_ - 1) * STACK
    none = zero(stack)
    units, first, second = none + UNITS, none + FIRST, none + SECOND
    _begin_layer(judge, stack + OFFSET, floats, none + SUMS, units)
    for index in range(number):
        row = ROWS + sparse[index] * UNITS
        for unit in range(UNITS):
            floats[SUMS + unit] += judge[row + unit]
    _begin_layer(judge, stack + FIRST_OFFSET, floats, none + FIRST_AT, first)
    value = np.float32(0.0)
    for index in range(DENSE):
        feature = floats[index]
        if feature != 0.0:
            value += feature * judge[stack + LINEAR + index]
            row = stack + INTO_FIRST + (UNITS + index) * FIRST
            for unit in range(FIRST):
                floats[FIRST_AT + unit] += feature * judge[row + unit]
    _pass_on(judge, stack + INTO_FIRST, floats, none + SUMS, units, none + FIRST_AT, first)
    _begin_layer(judge, stack + SECOND_OFFSET, floats, none + SECOND_AT, second)
    _pass_on(judge, stack + INTO_SECOND, floats, none + FIRST_AT, first, none + SECOND_AT, second)
    for index in range(SECOND):
        feature = floats[SECOND_AT + index]
        if feature > 0.0:
            value += feature * judge[stack + INTO_VALUE + index]
    return value


@compiled
def features_of(states: Words, tables: Words, dense: Floats, sparse: Words) -> None:
    """Write the features of each state; rows of sparse ones are padded with -1."""
    board = np.zeros(BOARD, np.int64)
    work = np.zeros(WORK, np.int64)
    for index in range(len(states)):
        unpack(states[index], tables, board)
        meetings = read_routes(board, tables, dense[index], work)
        number = read_cells(board, meetings, sparse[index])
        for rest in range(number, len(sparse[index])):
            sparse[index, rest] = -1
