"""Thinking ahead with the kernel: a beam over this round, then the mean over rolls of what the next round brings.

The ends of a round that the value model likes best are candidates. For each of them and for some rolls of the next
round, the same rolls for all, a narrow beam finds the best end of that round. Candidates that do badly are left out
step by step, and the rest see more rolls. The last round is solved exactly.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.bots.effort import Effort
from inkrail.core.dice import Rng
from inkrail.kernel import Kernel
from inkrail.kernel.bits import Words
from inkrail.kernel.book import DICE, DIE, FACES_OF_DIE, ROUNDS
from inkrail.kernel.features import Floats
from inkrail.kernel.guided import ENTRY, MOVES, SCALE, SIGNS, VALUE, beam, look_ahead

TRUST: Final = 4
"""The model's own value counts as much as so many rolls."""


@dataclass(frozen=True, slots=True)
class Planned:
    """An end of the round, what it is worth, and the moves that lead there."""

    state: Words
    moves: tuple[int, ...]
    value: float


class Foresight:
    """The kernel of a ruleset with a value model and an effort."""

    def __init__(self, kernel: Kernel, model: Floats, *, effort: Effort) -> None:
        self.kernel = kernel
        self.model = model
        self.effort = effort
        self._ends = np.zeros((effort.kept, ENTRY), np.int64)

    def plan(self, state: Words, dice: Words, *, special: bool, round_: int, rng: Rng) -> Planned:
        """The best end of this round."""
        if round_ >= self.kernel.book[ROUNDS]:
            total, moves = self.kernel.last_round(state, dice, specials=special)
            return Planned(state, tuple(int(move) for move in moves if move >= 0), float(total))
        found = self.candidates(state, dice, special=special, round_=round_)
        return self._best(found, round_=round_, rng=rng)

    def candidates(self, state: Words, dice: Words, *, special: bool, round_: int) -> list[Planned]:
        """The ends of the round that the model likes best, best first."""
        effort, ends = self.effort, self._ends
        number = beam(
            state,
            self.kernel.book,
            dice,
            int(special),
            self.model,
            round_,
            effort.width,
            effort.special_width,
            SIGNS,
            ends,
        )
        return [self._planned(entry) for entry in ends[:number]]

    def _planned(self, entry: Words) -> Planned:
        moves = tuple(int(move) for move in entry[MOVES + 1 : MOVES + 1 + entry[MOVES]])
        return Planned(entry[: self.kernel.width].copy(), moves, float(entry[VALUE] / SCALE))

    def _best(self, found: list[Planned], *, round_: int, rng: Rng) -> Planned:
        """The candidate with the highest mean over the rolls it has seen."""
        sums = np.array([end.value for end in found]) * TRUST
        seen = TRUST
        left = np.arange(len(found))
        for survivors, rolls in self.effort.stages:
            left = left[np.argsort(-sums[left], kind="stable")[:survivors]]
            if len(left) < 2:
                break
            values = self._ahead([found[index] for index in left], round_=round_ + 1, rolls=rolls, rng=rng)
            sums[left] += values.sum(axis=1)
            seen += rolls
        best = int(left[np.argmax(sums[left])])
        return Planned(found[best].state, found[best].moves, float(sums[best] / seen))

    def _ahead(self, ends: list[Planned], *, round_: int, rolls: int, rng: Rng) -> Floats:
        """The value of the best end of the next round for each board and roll."""
        effort = self.effort
        values = np.zeros((len(ends), rolls), np.float32)
        look_ahead(
            np.array([end.state for end in ends]),
            self.kernel.book,
            some_rolls(self.kernel, rolls, rng=rng),
            1,
            self.model,
            round_,
            effort.ahead,
            effort.ahead_special,
            effort.ahead_kept,
            SIGNS,
            values,
        )
        return values


def some_rolls(kernel: Kernel, number: int, *, rng: Rng) -> Words:
    """Rolls spread evenly over all there are, each as often as it is likely."""
    rolls, likely = _all_rolls(kernel)
    start = (rng.below(1 << 20) + 0.5) / (1 << 20)
    places = (np.arange(number) + start) / number
    chosen: Words = rolls[np.searchsorted(np.cumsum(likely), places).clip(0, len(rolls) - 1)]
    return chosen


@cache
def _all_rolls(kernel: Kernel) -> tuple[Words, NDArray[np.float64]]:
    """Every distinct roll, similar ones side by side, and how likely it is."""
    dice = kernel.book[DIE : DIE + kernel.book[DICE] * FACES_OF_DIE].reshape(-1, FACES_OF_DIE)
    counted = Counter(tuple(sorted(map(int, faces))) for faces in product(*dice))
    rolls = sorted(counted)
    weights = np.array([counted[roll] for roll in rolls], np.float64)
    return np.array(rolls, np.int64), weights / weights.sum()
