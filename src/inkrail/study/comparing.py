"""Compares ends of a round by their values before the next one, over the same rolls.

Where a search costs more than in the base game the ends compete: all of them meet a few of the rolls, the better ones more,
and the best ones all. The values of these are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.bots.effort import COST
from inkrail.bots.values import Values
from inkrail.core.board import Round
from inkrail.kernel.board.bits import Words
from inkrail.kernel.search.rolls import Rolls
from inkrail.study.ends import End

PARTS: Final = 14
"""Each stage has the rolls whose numbers have certain remainders: similar rolls are next to each other."""
STAGES: Final = (((0,), 3), ((1, 5, 9), 8), ((2, 3, 4, 6, 7, 8, 10, 11, 12, 13), 8))
"""The remainders of each stage, and what part of the ends is left after it: a third, an eighth."""
FEWEST: Final = 2


def best_end(values: Values, ends: Sequence[End], *, round_: int) -> tuple[End, float]:
    """The end of this round with the highest value before the next one, and that value."""
    if round_ == values.ruleset.rounds:
        best = max(ends, key=lambda end: end.rank)
        return best, best.rank
    states = np.array([end.state for end in ends])
    if COST.get(values.kernel.capabilities.name, 1) == 1:
        after = values.values(states, round_=round_ + 1)
    else:
        after = _compete(values, states, round_=round_ + 1)
    number = int(np.argmax(after))
    return ends[number], float(after[number])


def _compete(values: Values, states: Words, *, round_: int) -> NDArray[np.float64]:
    """The values of the best states before a round; minus infinity for the others."""
    kernel = values.kernel
    rolls = kernel.rolls[values.ruleset.board_of(Round(round_))]
    numbers = np.arange(len(rolls.dice))
    worth = np.zeros((len(states), len(numbers)), np.float32)
    left = np.arange(len(states))
    for remainders, share in STAGES:
        chosen = numbers[np.isin(numbers % PARTS, remainders)]
        part = Rolls(rolls.dice[chosen], rolls.weights[chosen], rolls.meteors[chosen], rolls.is_sample)
        worth[np.ix_(left, chosen)] = kernel.worth(
            states[left], model=values.model, round_=round_, rolls=part
        )
        sums = worth[left].astype(np.float64) @ rolls.weights
        many = max(FEWEST, len(states) // share)
        left = np.sort(left[np.argsort(-sums, kind="stable")[:many]])
    after = np.full(len(states), -np.inf)
    after[left] = kernel.expectations(worth[left], round_=round_)
    return after
