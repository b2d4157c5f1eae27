"""What is done for a seat whose clock ran out, or whose bots all failed: what is mandatory, and no more."""

from __future__ import annotations

from inkrail.core.dice import Rng, choose
from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, Done, Pick, format_action
from inkrail.game.table import Phase, Table
from inkrail.game.view import View, view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Drawing


def stand_in(table: Table, seat: Seat, *, rng: Rng) -> list[str]:
    """The actions that end the round, or the choice of dice, of a seat that waits."""
    actions: list[str] = []
    before = table.phase, table.round_
    while (table.phase, table.round_) == before and not table.seats[seat].done:
        action = _next(view(table, seat), rng=rng)
        table, _ = table.act(seat, action)
        actions.append(format_action(action, table.ruleset))
        if before[0] is Phase.PICK:
            break
    return actions


def _next(view_: View, *, rng: Rng) -> Action:
    if view_.picks:
        return Pick(choose(view_.picks, rng=rng))
    if view_.choices:
        return choose(view_.choices, rng=rng)
    if not view_.duties:
        return Done()
    options = [option for option in view_.options if option.placements]
    needed = [option for option in options if option.drawable.mandatory] or options
    if not needed:
        raise Refusal(view_.duties[0])
    option = choose(needed, rng=rng)
    return Drawing(option.verb, choose(option.placements, rng=rng))
