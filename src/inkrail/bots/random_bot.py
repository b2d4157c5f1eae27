"""A bot that draws anything anywhere."""

from __future__ import annotations

from inkrail.core.dice import Rng, choose
from inkrail.game.actions import Action, Done, Pick
from inkrail.game.view import View
from inkrail.rules.position import Drawing


class RandomBot:
    """Chooses at random, draws any mandatory die anywhere, and now and then something optional."""

    name = "random"
    level = 1
    _OPTIONAL = 6
    """One time in this many it also considers optional drawings."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        """One action."""
        if view.picks:
            return (Pick(choose(view.picks, rng=rng)),)
        if view.choices:
            return (choose(view.choices, rng=rng),)
        options = [option for option in view.options if option.placements]
        needed = [option for option in options if option.drawable.mandatory]
        if rng.below(self._OPTIONAL) == 0 or (view.duties and not needed):
            needed = options
        if not needed:
            return (Done(),)
        option = choose(needed, rng=rng)
        return (Drawing(option.verb, choose(option.placements, rng=rng)),)
