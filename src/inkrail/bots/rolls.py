"""Samples of future rolls."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from inkrail.core.board import Round
from inkrail.core.dice import Rng
from inkrail.kernel import Kernel
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.tables import VOLCANO


def sample_rolls(kernel: Kernel, number: int, *, round_: int, rng: Rng) -> Words:
    """Rolls of a round sampled evenly from all there are, in proportion to their probabilities.

    In Lava the volcano that may be drawn is added to each (F5).
    """
    rolls, probabilities = _all_rolls(kernel, kernel.ruleset.board_of(Round(round_)))
    start = (rng.below(1 << 20) + 0.5) / (1 << 20)
    quantiles = (np.arange(number) + start) / number
    chosen: Words = rolls[np.searchsorted(np.cumsum(probabilities), quantiles).clip(0, len(rolls) - 1)]
    return chosen


def shuffled(rolls: Words, *, rng: Rng) -> Words:
    """The same rolls in random order, so that one round's are independent of the next one's."""
    order = list(range(len(rolls)))
    for index in range(len(order) - 1, 0, -1):
        other = rng.below(index + 1)
        order[index], order[other] = order[other], order[index]
    return rolls[order]


@cache
def _all_rolls(kernel: Kernel, board: int) -> tuple[Words, NDArray[np.float64]]:
    """Every distinct roll for a board, similar ones next to each other, and its probability."""
    counted = Counter(tuple(sorted(map(int, faces))) for faces in product(*kernel.faces(board)))
    rolls = np.array(sorted(counted), np.int64)
    weights = np.array([counted[roll] for roll in sorted(counted)], np.float64)
    if kernel.capabilities["LAVA"]:
        rolls = np.column_stack((rolls, np.full(len(rolls), kernel.tables[VOLCANO])))
    return rolls, weights / weights.sum()
