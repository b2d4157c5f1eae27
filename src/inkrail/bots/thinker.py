"""The common part of the bots that search."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from inkrail.bots.effort import Effort
from inkrail.core.dice import Rng
from inkrail.game.actions import Action, Done, Pick
from inkrail.game.view import View
from inkrail.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from inkrail.bots.foresight import Foresight

JUDGED = ("base", "base+draft")
"""The rulesets that the large value model was trained for."""


class ThinkerBot:
    """Plans whole rounds; subclasses set the effort."""

    name: str
    level: int
    effort: ClassVar[Effort]
    """The effort in the base game."""
    effort_elsewhere: ClassVar[Effort]
    """The effort in all other rulesets."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        """All drawings of the round, or one choice before it."""
        foresight = self.foresight(view.ruleset)
        if view.picks:
            return (Pick(_pick(view, foresight)),)
        if view.choices:
            return (foresight.choose(view.position, view.choices),)
        plan = foresight.plan(view.position, rng=rng)
        return (*foresight.search.kernel.drawings(plan.moves), Done())

    def foresight(self, ruleset: Ruleset) -> Foresight:
        """The search and effort for a ruleset."""
        return _foresight(ruleset, self.effort if ruleset.name in JUDGED else self.effort_elsewhere)


def _pick(view: View, foresight: Foresight) -> int:
    """The pair of dice with the best prospect, together with those already taken."""
    ruleset, dealer = view.ruleset, view.ruleset.dealer

    def prospect(number: int) -> float:
        faces = dealer.hand(dealer.pick(view.deal, number), view.seat)
        return foresight.prospect(ruleset.begin_round(view.position, view.round_, faces=faces))

    return max(view.picks, key=prospect)


@lru_cache(maxsize=32)
def _foresight(ruleset: Ruleset, effort: Effort) -> Foresight:
    # Listing bots must not need the kernel's packages.
    from inkrail.bots.foresight import Foresight  # noqa: PLC0415
    from inkrail.bots.judged_search import JudgedSearch  # noqa: PLC0415
    from inkrail.bots.linear_search import LinearSearch  # noqa: PLC0415
    from inkrail.bots.models import linear_values, value_model  # noqa: PLC0415
    from inkrail.kernel import kernel_for  # noqa: PLC0415

    kernel = kernel_for(ruleset)
    if ruleset.name in JUDGED:
        return Foresight(JudgedSearch(kernel, value_model()), effort=effort)
    return Foresight(LinearSearch(kernel, linear_values(ruleset)), effort=effort)
