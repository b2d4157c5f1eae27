"""What positions are worth before a roll, what a roll is worth, and how lucky it was.

All of it is made by one narrow search, the same for every roll and every board. So the mean of the luck over all rolls
is zero, and what luck and choices add up to is exact. docs/study.md has the definitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from inkrail.bots.models import model_of
from inkrail.bots.par import shipped_par
from inkrail.core.board import Round
from inkrail.game.history import PlayedRound
from inkrail.kernel import Kernel, Model, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.rules.dealing import Faces
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a position is worth with each roll of a round, and before the roll: the mean of these."""

    value: float
    worth: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def variance(self) -> float:
        """The variance of the luck."""
        return float(self.weights @ (self.worth - self.value) ** 2)

    def fortune(self, worth: float) -> float:
        """How good a roll of this worth is among all, from 0 to 99: rolls of the same worth count half."""
        worse = float(self.weights[self.worth < worth].sum())
        equal = float(self.weights[self.worth == worth].sum())
        return 99 * (worse + equal / 2)


class Values:
    """The values of a ruleset."""

    def __init__(self, kernel: Kernel, model: Model) -> None:
        self.kernel = kernel
        self.model = model

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that the values are for."""
        return self.kernel.ruleset

    @property
    def is_sampled(self) -> bool:
        """Whether a fixed sample takes the place of all rolls."""
        return any(rolls.is_sample for rolls in self.kernel.rolls)

    def values(self, states: Words, *, round_: int) -> NDArray[np.float64]:
        """The value of each state before this round is rolled; after the last round its score."""
        return self.kernel.values(states, model=self.model, round_=round_)

    def value(self, position: Position, *, round_: int) -> float:
        """The value of a position before this round is rolled."""
        if round_ == 1:
            return self.par
        return float(self.values(self.kernel.state_of(position)[np.newaxis], round_=round_)[0])

    def prospects(self, position: Position, *, round_: int) -> Prospects:
        """What a position is worth with each roll of a round, and before it."""
        state = self.kernel.state_of(position)[np.newaxis]
        worth = self.kernel.worth(state, model=self.model, round_=round_)
        value = self.par if round_ == 1 else float(self.kernel.expectations(worth, round_=round_)[0])
        weights = self.kernel.rolls[self.ruleset.board_of(Round(round_))].weights
        return Prospects(value, worth[0].astype(np.float64), weights)

    def worth(self, position: Position, hand: Faces, *, round_: int) -> float:
        """What these faces are worth in a position."""
        state = self.kernel.state_of(position)[np.newaxis]
        roll = self.kernel.roll(hand)
        return float(self.kernel.worth(state, model=self.model, round_=round_, rolls=roll)[0, 0])

    @property
    def par(self) -> float:
        """The value before the first round: what the narrow search scores on average."""
        return _par(self)


@cache
def _par(values: Values) -> float:
    ruleset = values.ruleset
    shipped = shipped_par(ruleset, values.model)
    if shipped is not None:
        return shipped
    return float(values.values(values.kernel.start()[np.newaxis], round_=1)[0])


@lru_cache(maxsize=32)
def values_of(ruleset: Ruleset) -> Values:
    """The values of a ruleset with the shipped model."""
    return Values(kernel_for(ruleset), model_of(ruleset))


def luck_of(values: Values, played: PlayedRound) -> float:
    """How much more the roll of a round was worth than the average one."""
    return values.worth(played.before, played.hand, round_=played.round_) - values.value(
        played.before, round_=played.round_
    )
