"""Samples of future rolls."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from inkrail.core.dice import Rng
from inkrail.kernel import Kernel
from inkrail.kernel.bits import Words
from inkrail.kernel.book import DICE, DIE, FACES_OF_DIE


def sample_rolls(kernel: Kernel, number: int, *, rng: Rng) -> Words:
    """Rolls sampled evenly from all there are, in proportion to how probabilities they are."""
    rolls, probabilities = _all_rolls(kernel)
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
def _all_rolls(kernel: Kernel) -> tuple[Words, NDArray[np.float64]]:
    """Every distinct roll, similar ones next to each other, and its probability."""
    dice = kernel.book[DIE : DIE + kernel.book[DICE] * FACES_OF_DIE].reshape(-1, FACES_OF_DIE)
    counted = Counter(tuple(sorted(map(int, faces))) for faces in product(*dice))
    rolls = sorted(counted)
    weights = np.array([counted[roll] for roll in rolls], np.float64)
    return np.array(rolls, np.int64), weights / weights.sum()
