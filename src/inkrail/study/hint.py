"""A hint: the best end of the running round from where a seat stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inkrail.bots.effort import COST
from inkrail.bots.values import Values, values_of
from inkrail.core.errors import Refusal
from inkrail.game.actions import Pick, format_action
from inkrail.game.table import Phase, Table
from inkrail.rules.dealing import Seat
from inkrail.rules.module import Report
from inkrail.rules.position import Position
from inkrail.study.comparing import STAGES, best_end
from inkrail.study.ends import last_end, ranked_ends
from inkrail.study.refusals import check_values
from inkrail.study.review import EFFORTS

STAGES_BY_COST: Final = ((7, 1), (2, 2), (1, len(STAGES)))
"""From which cost of a search on a quick hint has so many stages of the comparison: the first has a fourteenth of the rolls."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to draw, or which dice to pick, and what that is worth."""

    value: float
    """The value of that end before the next round; of a pick, what the dice are worth."""
    restart: float
    """The value of the best end from the start of the round."""
    actions: tuple[str, ...]

    def report(self) -> Report:
        """The plain values that `inkrail hint` prints."""
        return {"value": self.value, "restart": self.restart, "actions": list(self.actions)}


def hint_at(table: Table, *, seat: Seat, effort: str = "full", quickly: bool = False) -> Hint:
    """The hint for a seat of a running game; `quickly` compares ends over a part of the rolls where a search costs much."""
    if not 0 <= seat < len(table.seats):
        raise Refusal("seat.unknown", seat=seat + 1)
    check_values(table.ruleset)
    if table.phase is Phase.OVER:
        raise Refusal("record.finished")
    if table.phase is Phase.ROLL:
        raise Refusal("phase.roll")
    if table.phase is Phase.PICK:
        return _pick(table, seat)
    if table.seats[seat].done:
        raise Refusal("round.already_done")
    values, number = values_of(table.ruleset), EFFORTS[effort]
    stages = _stages(values) if quickly else len(STAGES)
    position, start = table.seats[seat].position, _round_start(table, seat)
    value, actions = _best(values, position, number=number, stages=stages)
    restart = value if position == start else _best(values, start, number=number, stages=stages)[0]
    return Hint(value, max(value, restart), actions)


def _stages(values: Values) -> int:
    """How many stages of a comparison are affordable while a player waits: in the lake a search costs ten times as much."""
    cost = COST.get(values.kernel.capabilities.name, 1)
    return next(stages for least, stages in STAGES_BY_COST if cost >= least)


def _best(values: Values, position: Position, *, number: int, stages: int) -> tuple[float, tuple[str, ...]]:
    """The value of the best of so many ends of the round from a position, and the actions that lead there."""
    round_ = int(position.round_)
    if round_ == values.ruleset.rounds:
        ends = [last_end(values, position)]
    else:
        ends = ranked_ends(values, position, number=number)
    best, value = best_end(values, ends, round_=round_, stages=stages)
    return value, best.actions(values.ruleset)


def _round_start(table: Table, seat: Seat) -> Position:
    """The seat's position right after roll and picks of the running round."""
    hand = table.ruleset.dealer.hand(table.deal, seat)
    return table.ruleset.begin_round(table.seats[seat].shown, table.round_, faces=hand)


def _pick(table: Table, seat: Seat) -> Hint:
    """The dice on offer that are worth most, together with those already taken."""
    dealer = table.ruleset.dealer
    if dealer.chooser(table.deal) != seat:
        raise Refusal("pick.not_your_turn")
    values, position = values_of(table.ruleset), table.seats[seat].position
    worth = {
        number: values.worth(
            position, dealer.hand(dealer.pick(table.deal, number), seat), round_=int(table.round_)
        )
        for number in dealer.options(table.deal)
    }
    best = max(worth, key=worth.__getitem__)
    return Hint(worth[best], worth[best], (format_action(Pick(best), table.ruleset),))
