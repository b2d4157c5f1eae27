"""What is done for an absent player: only what is mandatory.

When that is: server/rooms/commands.py (the clock ran out). Players who stay away for days: server/rooms/idle.py.
"""

from __future__ import annotations

from inkrail.core.dice import Rng, choose
from inkrail.game.actions import Action, Done, Pick
from inkrail.game.table import Phase, Table
from inkrail.game.view import View, view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Drawing, Position
from inkrail.rules.ruleset import Ruleset


def act_for_absent(table: Table, seat: Seat, *, rng: Rng) -> tuple[Table, tuple[Action, ...]]:
    """End the round of a seat, or its turn to pick dice: the table after that, and the actions.

    They spend nothing that the player could use later: no special route, no duplicate, and no volcano where the lava
    has a free cell. Where the rules leave a choice, it is random.
    """
    actions: list[Action] = []
    before = table.phase, table.round_
    while (table.phase, table.round_) == before and not table.seats[seat].done:
        action = _next(view(table, seat), rng=rng)
        table, _ = table.act(seat, action)
        actions.append(action)
        if before[0] is Phase.PICK:
            break
    return table, tuple(actions)


def _next(view_: View, *, rng: Rng) -> Action:
    if view_.picks:
        return Pick(choose(view_.picks, rng=rng))
    if view_.choices:
        unpaid = [choice for choice in view_.choices if choice.verb not in view_.ruleset.paid_steps]
        return choose(unpaid or view_.choices, rng=rng)
    return _drawing(view_.ruleset, view_.position, rng=rng) or Done()


def _drawing(ruleset: Ruleset, position: Position, *, rng: Rng) -> Drawing | None:
    """A drawing that the rules require now; None if the round may end."""
    for group in ruleset.due(position):
        drawings = [
            Drawing(item.verb, placement)
            for item in group
            for placement in ruleset.placements(position, item)
        ]
        if drawings:
            return _harmless(ruleset, position, drawings, rng=rng)
    return None


def _harmless(ruleset: Ruleset, position: Position, drawings: list[Drawing], *, rng: Rng) -> Drawing:
    """A random one of the drawings, if possible one that causes no new duty, such as a route that shuts in lava (F6)."""
    duties = set(ruleset.duties(position))
    while True:
        drawing = choose(drawings, rng=rng)
        if len(drawings) == 1 or duties.issuperset(ruleset.duties(ruleset.draw(position, drawing))):
            return drawing
        drawings.remove(drawing)
