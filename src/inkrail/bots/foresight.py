"""Looking ahead: a search of this round, then the mean result of the next rounds over sampled rolls.

The ends of the round with the highest values are candidates. For each of them and for some rolls of the next round,
the same rolls for all, a narrow search finds the best end of that round and, if the effort asks for it, of the rounds
after it. Stage by stage the weaker candidates are dropped and the others see more rolls.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from inkrail.bots.effort import ALWAYS, Effort
from inkrail.bots.search import Ahead, Plan, Search, Start
from inkrail.core.dice import Rng
from inkrail.rules.position import Choice, Position

TRUST: Final = 4
"""How many rolls the value itself counts for in the mean."""


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
        return self._best(ends, round_=start.round_, rng=rng)

    def prospect(self, position: Position) -> float:
        """The value of the best end of this round that a narrow search finds."""
        ruleset = self.search.kernel.ruleset
        if choices := ruleset.choices(position):
            return max(self.prospect(ruleset.choose(position, choice)) for choice in choices)
        return self.search.ends(self.start(position), breadth=self.effort.ahead)[0].value

    def choose(self, position: Position, choices: tuple[Choice, ...]) -> Choice:
        """The choice before drawing with the best prospect."""
        ruleset = self.search.kernel.ruleset
        return max(choices, key=lambda choice: self.prospect(ruleset.choose(position, choice)))

    def _best(self, ends: list[Plan], *, round_: int, rng: Rng) -> Plan:
        """The candidate with the highest mean over the rolls it has rolls."""
        sums = np.array([end.value for end in ends]) * TRUST
        rolls = TRUST
        left = np.arange(len(ends))
        rounds_left = self.search.kernel.ruleset.rounds - round_
        for stage in self.effort.stages:
            left = left[np.argsort(-sums[left], kind="stable")[: stage.candidates]]
            if len(left) < 2:
                break
            states = np.array([ends[index].state for index in left])
            ahead = Ahead(round_ + 1, min(stage.rounds, rounds_left), stage.rolls, self.effort.ahead)
            sums[left] += self.search.ahead(states, ahead, rng=rng).sum(axis=1)
            rolls += stage.rolls
        best = int(left[np.argmax(sums[left])])
        return Plan(ends[best].state, ends[best].moves, float(sums[best] / rolls))
