"""Thinking ahead: a search over this round, then the mean over rolls of what the next round brings.

The ends of a round that the value likes best are candidates. For each of them and for some rolls of the next
round, the same rolls for all, a narrow search finds the best end of that round, and from there, where the effort says
so, of the round after it. Candidates that do badly are left out step by step, and the rest see more rolls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from inkrail.bots.effort import Breadth, Effort
from inkrail.core.dice import Rng
from inkrail.kernel import Kernel
from inkrail.kernel.bits import Words
from inkrail.kernel.features import Floats
from inkrail.rules.position import Choice, Position

TRUST: Final = 4
"""The value itself counts as much as so many rolls."""


@dataclass(frozen=True, slots=True)
class Planned:
    """An end of the round, what it is worth, and the moves that lead there."""

    state: Words
    moves: tuple[int, ...]
    value: float


@dataclass(frozen=True, slots=True)
class Start:
    """Where a round is to be planned from: a state, the dice left, and whether a special route may be drawn."""

    state: Words
    dice: Words
    special: bool
    round_: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """Rounds to be looked ahead: from `round_` on so many, over so many rolls, each with a search of this breadth."""

    round_: int
    rounds: int
    rolls: int
    breadth: Breadth


class Search(Protocol):
    """Finds good ends of a round of one ruleset."""

    kernel: Kernel

    def ends(self, start: Start, *, breadth: Breadth) -> list[Planned]:
        """The best ends of a round that it finds, best first."""
        ...

    def last(self, start: Start, *, breadth: Breadth) -> Planned:
        """The best end of the last round."""
        ...

    def ahead(self, states: Words, ahead: Ahead, *, rng: Rng) -> Floats:
        """What each state comes to for each row of rolls, those of one round or of several."""
        ...


class Foresight:
    """A search with an effort."""

    def __init__(self, search: Search, *, effort: Effort) -> None:
        self.search = search
        self.effort = effort

    def start(self, position: Position) -> Start:
        """Where the rest of a position's round is to be planned from."""
        kernel = self.search.kernel
        may = kernel.may_draw_special(position)
        return Start(kernel.state_of(position), kernel.dice_of(position), may, int(position.round_))

    def plan(self, position: Position, *, rng: Rng) -> Planned:
        """The best end of this round, or if it is careless a good one."""
        start = self.start(position)
        if start.round_ >= self.search.kernel.ruleset.rounds and not self.effort.careless:
            return self.search.last(start, breadth=self.effort.last)
        found = self.search.ends(start, breadth=self.effort.breadth)
        if self.effort.careless:
            return found[rng.below(len(found))]
        return self._best(found, round_=start.round_, rng=rng)

    def prospect(self, position: Position) -> float:
        """What the best end of this round is worth that a narrow search finds."""
        ruleset = self.search.kernel.ruleset
        if choices := ruleset.choices(position):
            return max(self.prospect(ruleset.choose(position, choice)) for choice in choices)
        return self.search.ends(self.start(position), breadth=self.effort.ahead)[0].value

    def choose(self, position: Position, choices: tuple[Choice, ...]) -> Choice:
        """The step before drawing that has the best prospect."""
        ruleset = self.search.kernel.ruleset
        return max(choices, key=lambda choice: self.prospect(ruleset.choose(position, choice)))

    def _best(self, found: list[Planned], *, round_: int, rng: Rng) -> Planned:
        """The candidate with the highest mean over the rolls it has seen."""
        sums = np.array([end.value for end in found]) * TRUST
        seen = TRUST
        left = np.arange(len(found))
        to_come = self.search.kernel.ruleset.rounds - round_
        for stage in self.effort.stages:
            left = left[np.argsort(-sums[left], kind="stable")[: stage.candidates]]
            if len(left) < 2:
                break
            states = np.array([found[index].state for index in left])
            ahead = Ahead(round_ + 1, min(stage.rounds, to_come), stage.rolls, self.effort.ahead)
            sums[left] += self.search.ahead(states, ahead, rng=rng).sum(axis=1)
            seen += stage.rolls
        best = int(left[np.argmax(sums[left])])
        return Planned(found[best].state, found[best].moves, float(sums[best] / seen))
