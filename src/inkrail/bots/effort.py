"""How hard a bot thinks, in counts and not in time, so that a seeded game is the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

COST: Final = {
    "river": 7,
    "lake": 10,
    "meteor": 2,
    "lava": 4,
    "underground": 4,
    "underground-standalone": 2,
}
"""How many times the CPU time of the base game a search of the same breadth takes: more dice, or dice that go anywhere."""
NARROWEST: Final = 2
"""Searches ahead are at most this many times narrower where they cost more; what is left is saved on rolls."""


ALWAYS: Final = 100


@dataclass(frozen=True, slots=True)
class Breadth:
    """How wide the search of a round is.

    Each step keeps `width` boards and tries special routes on `special` of them; the search returns `kept` ends.
    """

    width: int
    special: int
    kept: int


HALF_AS_WIDE: Final = Breadth(width=5, special=1, kept=5)
"""The search of rounds ahead in rulesets in which it costs more."""


@dataclass(frozen=True, slots=True)
class Stage:
    """How many candidates to compare, over how many rolls, and how many rounds ahead."""

    candidates: int
    rolls: int
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think about this round, about the last one, and, stage by stage, about those ahead."""

    breadth: Breadth
    last: Breadth
    stages: tuple[Stage, ...] = ()
    ahead: Breadth = Breadth(width=10, special=3, kept=10)
    exact: bool = False
    """Whether the last round is solved exactly also where that takes longer than the search."""
    noticed: int = 0
    """How many of the ends found are noticed, at random, to play the best of them; 0 stands for all."""
    attention: int = ALWAYS
    """In how many percent of the rounds, at random, later rounds are thought of; in the others only points count."""

    def at_cost(self, cost: int) -> Effort:
        """This effort where a search costs so many times as much: narrower searches ahead, over fewer rolls."""
        narrower = min(cost, NARROWEST)
        width, special, kept = self.ahead.width, self.ahead.special, self.ahead.kept
        return replace(
            self,
            ahead=Breadth(max(1, width // narrower), max(1, special // narrower), max(1, kept // narrower)),
            stages=tuple(
                replace(stage, rolls=max(2, stage.rolls * narrower // cost)) for stage in self.stages
            ),
        )
