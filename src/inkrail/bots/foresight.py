"""Looking ahead: a search of this round, then the mean result of the next rounds over sampled rolls.

The ends of the round with the highest values are candidates. For each of them and for some rolls of the next round,
the same rolls for all, a narrow search finds the best end of that round and, if the effort asks for it, of the rounds
after it. Stage by stage the weaker candidates are dropped and the others see more rolls.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from inkrail.bots.effort import ALWAYS, Breadth, Effort, Stage
from inkrail.bots.search import Ahead, Plan, Search, Start
from inkrail.core.dice import Rng
from inkrail.rules.position import Choice, Position

TRUST: Final = 4
"""How many rolls the value itself counts for in the mean."""
BEFORE_CHOOSING: Final = Breadth(width=50, special=12, kept=2)
"""How each choice before drawing is searched on."""
CHOOSING: Final = (Stage(20, 24), Stage(6, 48))
"""How the best ends after the choices are compared: the next meteors differ, so over as many rolls as there are meteors."""


class Foresight:
    """Plans rounds with a search and an effort."""

    def __init__(self, search: Search, *, effort: Effort) -> None:
        self.search = search
        self.effort = effort

    def start(self, position: Position) -> Start:
        """Where to start planning the rest of a position's round."""
        kernel = self.search.kernel
        may = kernel.may_draw_special(position)
        return Start(kernel.state_of(position), kernel.dice_of(position), may, int(position.round_))

    def plan(self, position: Position, *, rng: Rng) -> Plan:
        """The best end of this round, or the best of those that are noticed."""
        start, last_round = self.start(position), self.search.kernel.ruleset.rounds
        if start.round_ >= last_round and not self.effort.noticed:
            return self.search.last(start, breadth=self.effort.last, exact=self.effort.exact)
        if self.effort.attention < ALWAYS and rng.below(ALWAYS) >= self.effort.attention:
            start = replace(start, round_=last_round)
        ends = self.search.ends(start, breadth=self.effort.breadth)
        if self.effort.noticed:
            return ends[min(rng.below(len(ends)) for _ in range(self.effort.noticed))]
        best, value = self._best(ends, stages=self.effort.stages, round_=start.round_, rng=rng)
        return replace(ends[best], value=value)

    def prospect(self, position: Position) -> float:
        """The value of the best end of this round that a narrow search finds."""
        ruleset = self.search.kernel.ruleset
        if choices := ruleset.choices(position):
            return max(self.prospect(ruleset.choose(position, choice)) for choice in choices)
        return self.search.ends(self.start(position), breadth=self.effort.ahead)[0].value

    def choose(self, position: Position, choices: tuple[Choice, ...], *, rng: Rng) -> Choice:
        """The choice before drawing that the best end of the round comes after."""
        ruleset, round_ = self.search.kernel.ruleset, int(position.round_)
        if not self.effort.stages or round_ >= ruleset.rounds:
            return max(choices, key=lambda choice: self.prospect(ruleset.choose(position, choice)))
        after = [
            (choice, end)
            for choice in choices
            for end in self.search.ends(self.start(ruleset.choose(position, choice)), breadth=BEFORE_CHOOSING)
        ]
        best, _ = self._best([end for _, end in after], stages=CHOOSING, round_=round_, rng=rng)
        return after[best][0]

    def _best(
        self, ends: list[Plan], *, stages: tuple[Stage, ...], round_: int, rng: Rng
    ) -> tuple[int, float]:
        """Which of these ends has the highest mean over the rolls that it is compared over, and that mean."""
        sums = np.array([end.value for end in ends]) * TRUST
        rolls = TRUST
        left = np.arange(len(ends))
        rounds_left = self.search.kernel.ruleset.rounds - round_
        for stage in stages:
            left = left[np.argsort(-sums[left], kind="stable")[: stage.candidates]]
            if len(left) < 2:
                break
            states = np.array([ends[index].state for index in left])
            ahead = Ahead(round_ + 1, min(stage.rounds, rounds_left), stage.rolls, self.effort.ahead)
            sums[left] += self.search.ahead(states, ahead, rng=rng).sum(axis=1)
            rolls += stage.rolls
        best = int(left[np.argmax(sums[left])])
        return best, float(sums[best] / rolls)
