"""A bot that searches: with the kernel and the learned value in the base game, on the reference engine elsewhere."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from inkrail.bots.effort import Effort
from inkrail.bots.greedy import GreedyBot
from inkrail.core.dice import Rng
from inkrail.game.actions import Action, Done
from inkrail.game.view import View
from inkrail.rules.position import Choice
from inkrail.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from inkrail.bots.foresight import Foresight
    from inkrail.bots.outlook import Outlook

LEARNED = ("base", "base+draft")
"""The rulesets that the value model was made for."""


class ThinkerBot:
    """Plans whole rounds; how hard it thinks is said by those made from it."""

    name: str
    level: int
    effort: ClassVar[Effort]
    width: ClassVar[int]
    """Positions kept at each step on the reference engine."""
    tried: ClassVar[int]
    """Optional drawings tried from each of them."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        """All drawings of the round, or one step before it."""
        if view.picks:
            return GreedyBot().play(view, rng=rng)
        if view.choices:
            return (self._choice(view),)
        if view.ruleset.name in LEARNED:
            return (*self._planned(view, rng=rng), Done())
        drawings = self._outlook(view.ruleset).plan(view.position, rng=rng)
        return GreedyBot().play(view, rng=rng) if drawings is None else (*drawings, Done())

    def _planned(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        foresight = _foresight(view.ruleset, self.effort)
        kernel, position = foresight.kernel, view.position
        plan = foresight.plan(
            kernel.state_of(position),
            kernel.dice_of(position),
            special=kernel.may_draw_special(position),
            round_=int(view.round_),
            rng=rng,
        )
        return kernel.drawings(plan.moves)

    def _choice(self, view: View) -> Choice:
        """The step after which the position is worth most."""
        outlook = self._outlook(view.ruleset)
        return max(view.choices, key=lambda choice: outlook.value(view.ruleset.choose(view.position, choice)))

    def _outlook(self, ruleset: Ruleset) -> Outlook:
        return _outlook(ruleset, self.width, self.tried)


@lru_cache(maxsize=32)
def _foresight(ruleset: Ruleset, effort: Effort) -> Foresight:
    from inkrail.bots.foresight import Foresight  # noqa: PLC0415 - bots are listed without the kernel's packages
    from inkrail.bots.value_model import value_model  # noqa: PLC0415
    from inkrail.kernel import kernel_for  # noqa: PLC0415

    return Foresight(kernel_for(ruleset), value_model(), effort=effort)


@lru_cache(maxsize=32)
def _outlook(ruleset: Ruleset, width: int, tried: int) -> Outlook:
    from inkrail.bots.outlook import Outlook  # noqa: PLC0415
    from inkrail.bots.value_model import value_model  # noqa: PLC0415

    return Outlook(ruleset, value_model(), width=width, tried=tried)
