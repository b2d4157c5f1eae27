# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""Linear values of states, for the search of every ruleset without a larger model.

The columns are those of the routes (`features`) and of the expansion (`potential`), or those of the underground board
(`below`), or with two boards the routes' and then the underground's. All sums are made in the same order everywhere.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel.below import BELOW, read_below
from inkrail.kernel.bits import ALL, Words
from inkrail.kernel.book import DESK, FILLED, GAME, UNDERGROUND, WIDTH
from inkrail.kernel.compiling import compiled, inner
from inkrail.kernel.desk import lay_open
from inkrail.kernel.features import DENSE, WORK, Floats, read_counts
from inkrail.kernel.potential import POTENTIAL, read_potential
from inkrail.kernel.scoring import LINES

COLUMNS: Final = DENSE + POTENTIAL
COLUMNS_OF_TWO: Final = DENSE + BELOW
INTS: Final = WORK + LINES


@inner
def _read_one(state: Words, book: Words, desk: Words, row: Floats, ints: Words) -> None:
    """Write the columns of a state of one board."""
    lay_open(state, book, desk)
    if book[GAME] >= UNDERGROUND:
        read_below(desk, book, 0, row, ints)
        return
    read_counts(desk, book, row, ints)
    read_potential(desk, book, row, row[DENSE:], ints[WORK:])


@inner
def _read_two(state: Words, above: Words, below: Words, desk: Words, row: Floats, ints: Words) -> None:
    """Write the columns of a state of two boards."""
    lay_open(state[:WIDTH], above, desk)
    read_counts(desk, above, row, ints)
    free = ~desk[FILLED] & ALL
    lay_open(state[WIDTH:], below, desk)
    read_below(desk, below, free, row[DENSE:], ints)


@compiled
def read_columns(states: Words, book: Words, rows: Floats) -> None:
    """Write the columns of each state of one board."""
    desk, ints = np.zeros(DESK, np.int64), np.zeros(INTS, np.int64)
    for index in range(len(states)):
        _read_one(states[index], book, desk, rows[index], ints)


@compiled
def read_columns_of_two(states: Words, above: Words, below: Words, rows: Floats) -> None:
    """Write the columns of each state of two boards."""
    desk, ints = np.zeros(DESK, np.int64), np.zeros(INTS, np.int64)
    for index in range(len(states)):
        _read_two(states[index], above, below, desk, rows[index], ints)


@compiled
def weighed(rows: Floats, weights: Floats) -> NDArray[np.float64]:
    """The weighted sum of each row's columns."""
    values = np.empty(len(rows), np.float64)
    for index in range(len(rows)):
        value = 0.0
        for column in range(len(weights)):
            value += rows[index, column] * weights[column]
        values[index] = value
    return values
