"""The common part of the bots that search."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from inkrail.bots.effort import COST, Effort
from inkrail.core.dice import Rng
from inkrail.game.actions import Action, Done, Pick
from inkrail.game.view import View
from inkrail.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from inkrail.bots.foresight import Foresight


class ThinkerBot:
    """Plans whole rounds; subclasses set the effort."""

    name: str
    level: int
    effort: ClassVar[Effort]
    """In the base game; elsewhere what is left of it where a search costs more."""
    efforts: ClassVar[Mapping[str, Effort]] = {}
    """The efforts of rulesets in which the same time is better spent in another way."""

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
        # Listing bots must not need the kernel's packages.
        from inkrail.kernel.capabilities import game_of  # noqa: PLC0415

        game = game_of(ruleset)
        effort = self.efforts[game] if game in self.efforts else self.effort.at_cost(COST.get(game, 1))
        return _foresight(ruleset, effort)


def _pick(view: View, foresight: Foresight) -> int:
    """The pair of dice with the best prospect, together with those already taken."""
    ruleset, dealer = view.ruleset, view.ruleset.dealer

    def prospect(number: int) -> float:
        faces = dealer.hand(dealer.pick(view.deal, number), view.seat)
        return foresight.prospect(ruleset.begin_round(view.position, view.round_, faces=faces))

    return max(view.picks, key=prospect)


@lru_cache(maxsize=32)
def _foresight(ruleset: Ruleset, effort: Effort) -> Foresight:
    from inkrail.bots.foresight import Foresight  # noqa: PLC0415
    from inkrail.bots.models import model_of  # noqa: PLC0415
    from inkrail.bots.progress_line import show_progress  # noqa: PLC0415
    from inkrail.bots.search import Search  # noqa: PLC0415
    from inkrail.kernel import kernel_for  # noqa: PLC0415

    show_progress()
    return Foresight(Search(kernel_for(ruleset), model_of(ruleset)), effort=effort)
