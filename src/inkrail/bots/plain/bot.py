"""A bot that searches without Numba, for where only the standard library is."""

from __future__ import annotations

from math import inf
from typing import ClassVar, Final

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
    """Searches the round in plain Python with a narrow beam, for what later rounds will bring."""

    name = "plain"
    level = 6
    effort: ClassVar[Effort] = Effort(width=20, special=4, boards=2000)

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        """All drawings of the round, or one choice before it."""
        if view.picks:
            return (Pick(_pick(view)),)
        if view.choices:
            return (_choose(view),)
        end = Search(view.ruleset, guide_of(view.ruleset), self.effort).best_end(view.position)
        return (*end.drawings, Done()) if end else GreedyBot().play(view, rng=rng)


def _prospect(ruleset: Ruleset, position: Position) -> float:
    """The value of the best end of the round that a very narrow search finds."""
    end = Search(ruleset, guide_of(ruleset), _NARROW).best_end(position)
    return end.value if end else -inf


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
