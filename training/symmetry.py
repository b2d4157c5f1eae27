"""The symmetries of a board: reflections and, with routes, rotations with highway and railway exchanged.

A quarter turn moves the highway exits to where the railway exits were (B1); the dice, the special routes and the score
are the same after the exchange. So each position stands for eight, or for four where subways and pipes are drawn, which
do not score alike.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel.capabilities import Capabilities
from inkrail.kernel.value.cells import CELLS, PATTERNS, UNDER_CELL

SIZE = 7
SLOT_PAIRS = (11, 13, 16, 18, 20, 22)
"""Dense features that come in adjacent pairs, for highway and railway."""
SPENT_BITS = 31
EXCHANGED = (1, 0, 3, 2, 4, 5)
"""What each special route becomes when highway and railway are exchanged."""

View = tuple[bool, bool, bool]
"""Mirrored left to right, top to bottom, turned."""


def views(capabilities: Capabilities) -> list[View]:
    """The views of a board in which it has the same value."""
    turns = (False,) if capabilities["SUBWAYS"] else (False, True)
    return [(left, top, turn) for turn in turns for top in (False, True) for left in (False, True)]


def moved(row: int, column: int, view: View) -> tuple[int, int]:
    """Where a cell is in a view."""
    left, top, turn = view
    if left:
        column = SIZE - 1 - column
    if top:
        row = SIZE - 1 - row
    return (column, row) if turn else (row, column)


def sides_after(view: View) -> list[int]:
    """The new side of each side (N E S W) in a view."""
    steps = [(-1, 0), (0, 1), (1, 0), (0, -1)]
    left, top, turn = view
    after = []
    for down, right in steps:
        moved = (-down if top else down, -right if left else right)
        after.append(steps.index((moved[1], moved[0]) if turn else moved))
    return after


def sparse_maps(capabilities: Capabilities) -> NDArray[np.int64]:
    """The feature that each sparse feature becomes in each view; the last one stands for none."""
    seen = views(capabilities)
    number = capabilities["SPARSE_ROWS"]
    maps = np.full((len(seen), number + 1), number, np.int64)
    for index, view in enumerate(seen):
        parts = [_free_cells(view)]
        if capabilities["OWN_KIND"] or capabilities["METEORS"]:
            parts.append(_by_cell(view, _sides(view, 2, digits=range(2))))
        if capabilities["METEORS"]:
            parts.append(_by_cell(view, np.zeros(1, np.int64)))
        if capabilities["TWO_BOARDS"]:
            parts += [_free_cells(view), _by_cell(view, np.arange(UNDER_CELL))]
        firsts = np.cumsum([0, *(len(part) for part in parts)])
        maps[index, :number] = np.concatenate(
            [part + first for part, first in zip(parts, firsts[:-1], strict=True)]
        )
    return maps


def _sides(view: View, base: int, *, digits: range | tuple[int, ...]) -> NDArray[np.int64]:
    """What each number with a digit for each side becomes; `digits` says what each digit becomes."""
    numbers = np.arange(base**4)
    after = np.zeros(len(numbers), np.int64)
    for side, new in enumerate(sides_after(view)):
        after += np.array(digits)[(numbers // base**side) % base] * base**new
    return after


def _by_cell(view: View, after: NDArray[np.int64]) -> NDArray[np.int64]:
    """The map of features that each cell has `len(after)` of."""
    return np.concatenate(
        [SIZE * row * len(after) + column * len(after) + after for row, column in _cells(view)]
    )


def _free_cells(view: View) -> NDArray[np.int64]:
    patterns = _sides(view, 3, digits=(0, 2, 1) if view[2] else range(3))
    return _by_cell(view, np.concatenate((patterns, PATTERNS + patterns)))


def _cells(view: View) -> list[tuple[int, int]]:
    return [moved(cell // SIZE, cell % SIZE, view) for cell in range(CELLS)]


def dense_maps(capabilities: Capabilities) -> NDArray[np.int64]:
    """The column that each column is read from in each view."""
    seen = views(capabilities)
    maps = np.tile(np.arange(capabilities["GUIDE_COLUMNS"]), (len(seen), 1))
    for number, view in enumerate(seen):
        if view[2]:
            for pair in SLOT_PAIRS:
                maps[number, [pair, pair + 1]] = pair + 1, pair
            for special, other in enumerate(EXCHANGED):
                maps[number, SPENT_BITS + special] = SPENT_BITS + other
    return maps
