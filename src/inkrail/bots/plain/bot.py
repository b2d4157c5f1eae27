"""A bot that searches without Numba, for where only the standard library is."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import ClassVar, Final

from inkrail.bots.effort import ALWAYS
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.plain.guide import guide_of
from inkrail.bots.plain.search import Effort, Search
from inkrail.core.dice import Rng
from inkrail.game.actions import Action, Done, Pick
from inkrail.game.view import View
from inkrail.rules.position import Choice, Position
from inkrail.rules.ruleset import Ruleset

_NARROW: Final = Effort(width=2, special=0, boards=0, loose=False)


class PlainBot:
    """Searches the round in plain Python with a narrow beam, for what later rounds will bring.

    `noticed` and `attention` are those of the bots that search with the kernel (`inkrail.bots.effort`).
    """

    name = "plain"
    level = 7
    effort: ClassVar[Effort] = Effort(width=20, special=4, boards=2000)
    noticed: ClassVar[int] = 0
    attention: ClassVar[int] = ALWAYS

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        """All drawings of the round, or one choice before it."""
        if view.picks:
            return (Pick(_pick(view)),)
        if view.choices:
            return (_choose(view),)
        ends = Search(view.ruleset, self._value(view.ruleset, rng), self.effort).ends(view.position)
        if not ends:
            return GreedyBot().play(view, rng=rng)
        rank = min([rng.below(len(ends)) for _ in range(self.noticed)], default=0)
        return (*ends[rank].drawings, Done())

    def _value(self, ruleset: Ruleset, rng: Rng) -> Callable[[Position], float]:
        """What is counted in this round: what later rounds will bring, or points alone."""
        if self.attention < ALWAYS and rng.below(ALWAYS) >= self.attention:
            return lambda position: ruleset.score(position).total
        return guide_of(ruleset).value


def _prospect(ruleset: Ruleset, position: Position) -> float:
    """The value of the best end of the round that a very narrow search finds."""
    ends = Search(ruleset, guide_of(ruleset).value, _NARROW).ends(position)
    return ends[0].value if ends else -inf


def _choose(view: View) -> Choice:
    """The choice before drawing with the best prospect."""
    ruleset = view.ruleset
    return max(view.choices, key=lambda choice: _prospect(ruleset, ruleset.choose(view.position, choice)))


def _pick(view: View) -> int:
    """The dice with the best prospect, together with those already taken."""
    ruleset, dealer = view.ruleset, view.ruleset.dealer

    def prospect(number: int) -> float:
        faces = dealer.hand(dealer.pick(view.deal, number), view.seat)
        position = ruleset.begin_round(view.position, view.round_, faces=faces)
        choices = ruleset.choices(position)
        return _prospect(ruleset, ruleset.choose(position, choices[0]) if choices else position)

    return max(view.picks, key=prospect)
