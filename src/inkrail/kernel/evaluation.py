# mypy: disable-error-code="no-any-return,return-value"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The value model: the expected final score of a board at the end of a round.

It has two parts in one row of floats. The **guide** is linear in the dense features, fast, and never far off; it steers
the search. The **judge** is a small neural network that ranks good ends of a round: each sparse feature has a row of
`UNITS` numbers; their sum and the dense features go through two layers, separate for every round, and a linear part
is added. The judge may be far off on boards unlike those it was trained on, so it only evaluates what the guide
found. All sums are made in the same order on every machine. After the last round the value is the score itself.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.bits import Words
from inkrail.kernel.book import DESK, ROUNDS
from inkrail.kernel.compiling import compiled, inlined, inner
from inkrail.kernel.desk import lay_open
from inkrail.kernel.features import DENSE, MOST_SPARSE, SPARSE, WORK, Floats, read_cells, read_counts
from inkrail.kernel.scoring import LINES, score_desk

UNITS: Final = 32
FIRST: Final = 32
SECOND: Final = 16

# The row of a model: the guide's weights for each round, the rows of the sparse features, then the judge's layers for
# each round but the last.
GUIDE: Final = 0
ROWS: Final = 16 * DENSE
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
FLOATS: Final = SECOND_AT + SECOND

INTS: Final = WORK + MOST_SPARSE + 8 + LINES


def model_size(rounds: int) -> int:
    """The number of parameters of a model."""
    return STACKS + (rounds - 1) * STACK


@inlined
def _begin_layer(model: Floats, row: int, floats: Floats, into: int, units: int) -> None:
    """Start a layer with its biases."""
    for unit in range(units):
        floats[into + unit] = model[row + unit]


@inlined
def _pass_on(model: Floats, row: int, floats: Floats, at: int, number: int, into: int, units: int) -> None:
    """Add `number` activations from `at` on to the next layer; negative ones are skipped (ReLU)."""
    for index in range(number):
        feature = floats[at + index]
        if feature > 0.0:
            for unit in range(units):
                floats[into + unit] += feature * model[row + index * units + unit]


@inner
def _run_judge(model: Floats, stack: int, sparse: Words, number: int, floats: Floats) -> float:
    _begin_layer(model, stack + OFFSET, floats, SUMS, UNITS)
    for index in range(number):
        row = ROWS + sparse[index] * UNITS
        for unit in range(UNITS):
            floats[SUMS + unit] += model[row + unit]
    _begin_layer(model, stack + FIRST_OFFSET, floats, FIRST_AT, FIRST)
    value = np.float32(0.0)
    for index in range(DENSE):
        feature = floats[index]
        if feature != 0.0:
            value += feature * model[stack + LINEAR + index]
            row = stack + INTO_FIRST + (UNITS + index) * FIRST
            for unit in range(FIRST):
                floats[FIRST_AT + unit] += feature * model[row + unit]
    _pass_on(model, stack + INTO_FIRST, floats, SUMS, UNITS, FIRST_AT, FIRST)
    _begin_layer(model, stack + SECOND_OFFSET, floats, SECOND_AT, SECOND)
    _pass_on(model, stack + INTO_SECOND, floats, FIRST_AT, FIRST, SECOND_AT, SECOND)
    for index in range(SECOND):
        feature = floats[SECOND_AT + index]
        if feature > 0.0:
            value += feature * model[stack + INTO_VALUE + index]
    return value


@inner
def guide_of(desk: Words, book: Words, model: Floats, round_: int, floats: Floats, ints: Words) -> float:
    """The guide's value of the board on the desk in this round."""
    if round_ >= book[ROUNDS]:
        return float(score_desk(desk, book, ints))
    read_counts(desk, book, floats, ints)
    value = np.float32(0.0)
    row = GUIDE + round_ * DENSE
    for index in range(DENSE):
        value += floats[index] * model[row + index]
    return value


@inner
def judge_of(desk: Words, book: Words, model: Floats, round_: int, floats: Floats, ints: Words) -> float:
    """The judge's value of the board on the desk at the end of this round."""
    if round_ >= book[ROUNDS]:
        return float(score_desk(desk, book, ints))
    meetings = read_counts(desk, book, floats, ints)
    sparse = ints[WORK:]
    number = read_cells(desk, meetings, sparse)
    return _run_judge(model, STACKS + (round_ - 1) * STACK, sparse, number, floats)


@compiled
def features_of(states: Words, book: Words, dense: Floats, sparse: Words) -> None:
    """Write the features of each state; rows of sparse ones are padded with -1."""
    desk = np.zeros(DESK, np.int64)
    work = np.zeros(WORK, np.int64)
    for index in range(len(states)):
        lay_open(states[index], book, desk)
        meetings = read_counts(desk, book, dense[index], work)
        number = read_cells(desk, meetings, sparse[index])
        for rest in range(number, len(sparse[index])):
            sparse[index, rest] = -1
