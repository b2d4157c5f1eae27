"""A bot that looks no further than the next drawing."""

from __future__ import annotations

from collections.abc import Iterable

from inkrail.core.dice import Rng
from inkrail.game.actions import Action, Done, Pick
from inkrail.game.view import Option, View
from inkrail.rules.position import Drawing


class GreedyBot:
    """Always draws what scores most at once, choosing at random between equals."""

    name = "greedy"
    level = 2
    _OPTIONAL_GAIN = 3
    """The points that an optional drawing must gain at once."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        """One action."""
        if view.picks:
            return (Pick(view.picks[rng.below(len(view.picks))]),)
        if view.choices:
            return (view.choices[rng.below(len(view.choices))],)
        needed = [option for option in view.options if option.drawable.mandatory]
        drawings = _drawings(needed) or _drawings(view.options)
        now = view.sheet.total
        best: list[Drawing] = []
        most = now + self._OPTIONAL_GAIN if not view.duties else -1000
        for drawing in drawings:
            total = view.ruleset.score(view.ruleset.draw(view.position, drawing)).total
            if total > most:
                most, best = total, []
            if total == most:
                best.append(drawing)
        return (best[rng.below(len(best))] if best else Done(),)


def _drawings(options: Iterable[Option]) -> list[Drawing]:
    return [Drawing(option.verb, placement) for option in options for placement in option.placements]
