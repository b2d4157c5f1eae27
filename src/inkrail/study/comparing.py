"""Compares ends of a round by their values before the next one, over the same rolls.

The ends race: all of them meet a part of the rolls, and those that are clearly behind drop out before the next part. "Clearly"
is so many standard errors of the difference to the leader, estimated over the rolls met. Whoever is left has met all rolls, so
the value of the best end is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.bots.values import Values
from inkrail.core.board import Round
from inkrail.kernel.board.bits import Words
from inkrail.kernel.search.rolls import Rolls
from inkrail.study.ends import End

PARTS: Final = 14
"""Each stage has the rolls whose numbers have certain remainders: similar rolls are next to each other."""
STAGES: Final = ((0,), (7,), (3, 10), (5, 12), (1, 8), (4, 11), (2, 6, 9, 13))
"""The remainders of each stage."""
CLEARLY: Final = 5.0
"""How many standard errors behind the leader an end drops out."""
CLEARLY_WHERE_COSTLY: Final = 2.0
"""The same where a review would otherwise take more than the 60 CPU seconds that it may take."""
_COSTLY: Final = frozenset({"lake", "underground"})
LEAST_DEVIATION: Final = 0.5
"""What the standard deviation of a difference is taken for at least: rolls not met may differ more than those met."""

Numbers = NDArray[np.float64]


def best_end(
    values: Values, ends: Sequence[End], *, round_: int, stages: int = len(STAGES)
) -> tuple[End, float]:
    """The end of this round with the highest value before the next one, and that value; with fewer stages both are estimates."""
    if round_ == values.ruleset.rounds:
        best = max(ends, key=lambda end: end.rank)
        return best, best.rank
    after = _race(values, np.array([end.state for end in ends]), round_=round_ + 1, stages=stages)
    number = int(np.argmax(after))
    return ends[number], float(after[number])


def _race(values: Values, states: Words, *, round_: int, stages: int) -> Numbers:
    """The values of the best states before a round; minus infinity for those that dropped out."""
    kernel = values.kernel
    rolls = kernel.rolls[values.ruleset.board_of(Round(round_))]
    errors = CLEARLY_WHERE_COSTLY if kernel.capabilities.name in _COSTLY else CLEARLY
    numbers = np.arange(len(rolls.dice))
    worth = np.zeros((len(states), len(numbers)), np.float32)
    left, met = np.arange(len(states)), np.zeros(len(numbers), np.bool_)
    for remainders in STAGES[:stages]:
        chosen = np.isin(numbers % PARTS, remainders)
        part = Rolls(rolls.dice[chosen], rolls.weights[chosen], rolls.meteors[chosen], rolls.is_sample)
        worth[np.ix_(left, chosen)] = kernel.worth(
            states[left], model=values.model, round_=round_, rolls=part
        )
        met |= chosen
        if not met.all():
            left = left[in_the_race(worth[left], rolls.weights, met=met, errors=errors)]
    after = np.full(len(states), -np.inf)
    if met.all():
        after[left] = kernel.expectations(worth[left], round_=round_)
    else:
        after[left] = worth[np.ix_(left, met)] @ (rolls.weights[met] / rolls.weights[met].sum())
    return after


def in_the_race(
    worth: NDArray[np.float32], weights: Numbers, *, met: NDArray[np.bool_], errors: float
) -> NDArray[np.bool_]:
    """Which rows of worth are not clearly behind the best one, by the rolls met so far."""
    share = float(weights[met].sum())
    shares, others = weights[met] / share, weights[~met] / (1 - share)
    seen = worth[:, met].astype(np.float64)
    behind = seen - seen[np.argmax(seen @ shares)]
    means = behind @ shares
    deviations = np.sqrt((behind - means[:, np.newaxis]) ** 2 @ shares)
    # The error of a mean over all rolls: that of its part over the rolls not met, each part with its effective number.
    unknown = (1 - share) * np.sqrt(np.sum(shares**2) + np.sum(others**2))
    limits: NDArray[np.bool_] = means + errors * unknown * np.maximum(deviations, LEAST_DEVIATION) >= 0
    return limits
