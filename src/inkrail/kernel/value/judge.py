# mypy: disable-error-code="no-any-return,return-value"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The judge: a small neural network for the expected final score of a board at the end of a round.

Each sparse feature (`cells`) has a row of `UNITS` numbers; their sum and the columns of the guide go through two layers,
separate for every round, and a linear part is added. The judge may be far off on boards unlike those it was trained on,
so it only evaluates what the guide found. All sums are made in the same order on every machine.

The row of a judge has the rows of the sparse features, then for each round but the last a stack: the biases of the
sums, the linear part, the weights into the first layer (from the sums, then from the columns) and its biases, those
into the second layer and its biases, and the weights of the second layer in the value.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.board.bits import Words, words, zero
from inkrail.kernel.board.open_board import unpack
from inkrail.kernel.capabilities import BOARD, GUIDE_COLUMNS, SPARSE_ROWS, Capabilities
from inkrail.kernel.compiling import apart, compiled, inlined
from inkrail.kernel.value.cells import read_cells
from inkrail.kernel.value.guide import INTS, read_columns
from inkrail.kernel.value.routes import WORK, Floats

UNITS: Final = 32
FIRST: Final = 32
SECOND: Final = 16
OFF_COLUMNS: Final = UNITS + UNITS * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND
"""The numbers of a stack that do not depend on the columns."""
PER_COLUMN: Final = 1 + FIRST


def stack_size(columns: int) -> int:
    """The number of parameters of a judge for each round."""
    return OFF_COLUMNS + columns * PER_COLUMN


def judge_size(capabilities: Capabilities, *, rounds: int) -> int:
    """The number of parameters of a judge."""
    return capabilities["SPARSE_ROWS"] * UNITS + (rounds - 1) * stack_size(capabilities["GUIDE_COLUMNS"])


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


@inlined
def judge_of(board: Words, tables: Words, judge: Floats, round_: int, floats: Floats, ints: Words) -> float:
    """The judge's value of the open board at the end of a round but the last."""
    return _judge_of(
        words(board, 0), words(tables, 0), words(judge, 0), round_, words(floats, 0), words(ints, 0)
    )


@apart()
def _judge_of(board: Words, tables: Words, judge: Floats, round_: int, floats: Floats, ints: Words) -> float:
    marked = read_columns(board, tables, floats, ints)
    sparse = words(ints, WORK)
    number = read_cells(board, marked, sparse)
    stack = SPARSE_ROWS * UNITS + (round_ - 1) * (OFF_COLUMNS + GUIDE_COLUMNS * PER_COLUMN)
    none = zero(stack)
    units, first, second = none + UNITS, none + FIRST, none + SECOND
    # Where the parts of the stack are, and the layers in the work space.
    linear = stack + UNITS
    into_first = linear + GUIDE_COLUMNS
    first_offset = into_first + (UNITS + GUIDE_COLUMNS) * FIRST
    into_second = first_offset + FIRST
    second_offset = into_second + FIRST * SECOND
    into_value = second_offset + SECOND
    sums = none + GUIDE_COLUMNS
    first_at = sums + UNITS
    second_at = first_at + FIRST
    _begin_layer(judge, stack, floats, sums, units)
    for index in range(number):
        row = sparse[index] * UNITS
        for unit in range(UNITS):
            floats[sums + unit] += judge[row + unit]
    _begin_layer(judge, first_offset, floats, first_at, first)
    value = np.float32(0.0)
    for index in range(GUIDE_COLUMNS):
        feature = floats[index]
        if feature != 0.0:
            value += feature * judge[linear + index]
            row = into_first + (UNITS + index) * FIRST
            for unit in range(FIRST):
                floats[first_at + unit] += feature * judge[row + unit]
    _pass_on(judge, into_first, floats, sums, units, first_at, first)
    _begin_layer(judge, second_offset, floats, second_at, second)
    _pass_on(judge, into_second, floats, first_at, first, second_at, second)
    for index in range(SECOND):
        feature = floats[second_at + index]
        if feature > 0.0:
            value += feature * judge[into_value + index]
    return value


@compiled
def features_of(states: Words, tables: Words, columns: Floats, sparse: Words) -> None:
    """Write the columns and the sparse features of each state; rows of sparse ones are padded with -1."""
    board, ints = np.zeros(BOARD, np.int64), np.zeros(INTS, np.int64)
    for index in range(len(states)):
        unpack(states[index], tables, board)
        marked = read_columns(words(board, 0), words(tables, 0), words(columns[index], 0), words(ints, 0))
        number = read_cells(words(board, 0), marked, words(sparse[index], 0))
        for rest in range(number, len(sparse[index])):
            sparse[index, rest] = -1
