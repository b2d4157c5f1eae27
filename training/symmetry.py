"""The eight symmetries of a board: reflections, and rotations with highway and railway exchanged.

A quarter turn moves the highway exits to where the railway exits were (B1); the dice, the special routes and the score
are the same after the exchange. So each position stands for eight.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SIZE = 7
PATTERNS = 81
SPARSE = SIZE * SIZE * PATTERNS * 2
SLOT_PAIRS = (11, 13, 16, 18, 20, 22)
"""Dense features that come in adjacent pairs, for highway and railway."""
SPENT_BITS = 31
EXCHANGED = (1, 0, 3, 2, 4, 5)
"""What each special route becomes when highway and railway are exchanged."""


def views() -> list[tuple[bool, bool, bool]]:
    """Each view: mirrored left to right, top to bottom, turned."""
    return [(left, top, turn) for turn in (False, True) for top in (False, True) for left in (False, True)]


def moved(row: int, column: int, view: tuple[bool, bool, bool]) -> tuple[int, int]:
    """Where a cell is in a view."""
    left, top, turn = view
    if left:
        column = SIZE - 1 - column
    if top:
        row = SIZE - 1 - row
    return (column, row) if turn else (row, column)


def sides_after(view: tuple[bool, bool, bool]) -> list[int]:
    """The new side of each side (N E S W) in a view."""
    steps = [(-1, 0), (0, 1), (1, 0), (0, -1)]
    left, top, turn = view
    after = []
    for down, right in steps:
        moved = (-down if top else down, -right if left else right)
        after.append(steps.index((moved[1], moved[0]) if turn else moved))
    return after


def sparse_maps() -> NDArray[np.int64]:
    """The feature that each sparse feature becomes in each view; the last one stands for none."""
    maps = np.full((8, SPARSE + 1), SPARSE, np.int64)
    patterns = np.arange(PATTERNS)
    digits = [(patterns // 3**side) % 3 for side in range(4)]
    for number, view in enumerate(views()):
        exchanged = np.array([0, 2, 1]) if view[2] else np.arange(3)
        after = np.zeros(PATTERNS, np.int64)
        for side, new in enumerate(sides_after(view)):
            after += exchanged[digits[side]] * 3**new
        for cell in range(SIZE * SIZE):
            row, column = moved(cell // SIZE, cell % SIZE, view)
            for meets in range(2):
                at = (cell * 2 + meets) * PATTERNS
                to = ((row * SIZE + column) * 2 + meets) * PATTERNS
                maps[number, at : at + PATTERNS] = to + after
    return maps


def dense_maps(dense: int) -> NDArray[np.int64]:
    """The column that each dense feature is read from in each view."""
    maps = np.tile(np.arange(dense), (8, 1))
    for number, view in enumerate(views()):
        if view[2]:
            for pair in SLOT_PAIRS:
                maps[number, [pair, pair + 1]] = pair + 1, pair
            for special, other in enumerate(EXCHANGED):
                maps[number, SPENT_BITS + special] = SPENT_BITS + other
    return maps
