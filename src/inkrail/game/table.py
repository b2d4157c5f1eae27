"""The table: an immutable value; each action returns a new table and events, or is refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal, TypeAlias

from inkrail.core.board import NO_ROUND, Round
from inkrail.core.cells import cells_of
from inkrail.core.dice import Rng
from inkrail.core.errors import Refusal
from inkrail.core.placement import Placement
from inkrail.core.score import ScoreSheet
from inkrail.core.showing import html_of
from inkrail.game.actions import Action, Done, Pick, TakeBack
from inkrail.game.events import (
    Chosen,
    Drawn,
    Event,
    Finished,
    GameOver,
    Picked,
    Rolled,
    RoundClosed,
    TakenBack,
)
from inkrail.game.seat import SeatState
from inkrail.rules.dealing import Deal, Faces, Seat, Slot
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.ruleset import Ruleset

MOST_SEATS = 6

GAME_CODES = (
    "table.seats",
    "seat.unknown",
    "phase.roll",
    "phase.not_roll",
    "phase.pick",
    "phase.not_pick",
    "phase.over",
    "pick.not_your_turn",
    "pick.not_possible",
    "step.first",
    "round.already_done",
    "take_back.nothing",
    "take_back.other_piece",
    "take_back.others_depend",
    "turn.nothing",
    "turn.only_one",
    "action.unknown",
)
"""Codes of the table."""


Decider: TypeAlias = Literal["points", "errors", "order", "shared"]
"""What decides who wins (B13, D8)."""


class Phase(Enum):
    """What the table waits for."""

    ROLL = "roll"
    """The dice of the next round."""
    PICK = "pick"
    """A seat that picks its dice."""
    DRAW = "draw"
    """The seats that are not done."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Table:
    """Seats that play the same dice (B6, B12)."""

    ruleset: Ruleset
    seats: tuple[SeatState, ...]
    deal: Deal
    round_: Round = NO_ROUND
    phase: Phase = Phase.ROLL

    def __repr__(self) -> str:
        seats = f"{len(self.seats)} seat{'s' * (len(self.seats) > 1)}"
        return (
            f"<Table {self.ruleset.name}, {seats}, "
            f"round {self.round_} of {self.ruleset.rounds}, {self.phase.value}>"
        )

    def _repr_html_(self) -> str:
        return html_of(self)

    # Rolls.

    def throw(self, rng: Rng) -> Faces:
        """Random faces for the next round; `roll` puts them on the table."""
        dice = self.ruleset.dice(Round(self.round_ + 1))
        return self.ruleset.dealer.roll(self.deal, dice, rng=rng)

    def roll(self, faces: Faces) -> tuple[Table, tuple[Event, ...]]:
        """Begin the next round with these faces."""
        if self.phase is not Phase.ROLL:
            raise Refusal("phase.over" if self.phase is Phase.OVER else "phase.not_roll")
        round_ = Round(self.round_ + 1)
        deal = self.ruleset.dealer.deal(self.deal, self.ruleset.dice(round_), faces=faces)
        table = replace(self, deal=deal, round_=round_, phase=Phase.PICK)
        return _begin_drawing(table), (Rolled(round_, faces),)

    @property
    def next_dice(self) -> tuple[Slot, ...]:
        """The dice of the next round, in the order that `roll` reads them; none after the last."""
        if self.round_ >= self.ruleset.rounds:
            return ()
        return self.ruleset.dealer.slots(self.deal, self.ruleset.dice(Round(self.round_ + 1)))

    # Actions of a seat.

    def act(self, seat: Seat, action: Action) -> tuple[Table, tuple[Event, ...]]:
        """The table after an action of a seat, and what happened, or a refusal."""
        if not 0 <= seat < len(self.seats):
            raise Refusal("seat.unknown", seat=seat + 1)
        if isinstance(action, Pick):
            return self._pick(seat, action.number)
        if self.phase is not Phase.DRAW:
            raise Refusal(f"phase.{self.phase.value}")
        before = self.seats[seat]
        if before.done:
            raise Refusal("round.already_done")
        if not isinstance(action, Choice) and self.ruleset.choices(before.start):
            raise Refusal("step.first")
        after, event = self._change(before, action, seat=seat)
        seats = (*self.seats[:seat], after, *self.seats[seat + 1 :])
        table = Table(self.ruleset, seats, self.deal, self.round_, self.phase)
        return _close_round(table, event) if after.done else (table, (event,))

    def _change(self, before: SeatState, action: Action, *, seat: Seat) -> tuple[SeatState, Event]:
        match action:
            case Drawing():
                after = before.draw(action, ruleset=self.ruleset)
                return after, Drawn(seat, action, _forced(before.position, after.position, action))
            case TakeBack(cell=cell, piece=piece):
                drawing = before.drawn_in(cell, piece=piece)
                return before.take_back(drawing, ruleset=self.ruleset), TakenBack(seat, drawing)
            case Choice():
                return before.choose(action, ruleset=self.ruleset), Chosen(seat, action)
            case Done():
                return before.finish(ruleset=self.ruleset), Finished(seat)
            case Pick():
                raise Refusal("phase.not_pick")

    def _pick(self, seat: Seat, number: int) -> tuple[Table, tuple[Event, ...]]:
        dealer = self.ruleset.dealer
        if self.phase is not Phase.PICK:
            raise Refusal("phase.not_pick")
        if dealer.chooser(self.deal) != seat:
            raise Refusal("pick.not_your_turn")
        if number not in dealer.options(self.deal):
            raise Refusal("pick.not_possible", number=number)
        deal = dealer.pick(self.deal, number)
        table = replace(self, deal=deal)
        return _begin_drawing(table), (Picked(seat, number, dealer.hand(deal, seat)),)

    # What a seat may know.

    def seen_by(self, seat: Seat) -> Table:
        """The table as one seat may know it, without what the others have drawn this round."""
        seats = (state if number == seat else state.hidden() for number, state in enumerate(self.seats))
        return replace(self, seats=tuple(seats))

    # The draft.

    @property
    def star(self) -> Seat | None:
        """The seat drawn by lot before the first round, if the dealer needs one (D1)."""
        return self.deal.star if self.ruleset.dealer.picking else None

    @property
    def next_starter(self) -> Seat | None:
        """Who picks first in the next draft, as soon as that is known (D6).

        None while dice are being picked, and after the last draft.
        """
        ruleset = self.ruleset
        if not ruleset.dealer.picking:
            return None
        later = (Round(number) for number in range(self.round_ + 1, ruleset.rounds + 1))
        if self.phase is Phase.PICK or not any(ruleset.dealer.is_picked(ruleset.dice(n)) for n in later):
            return None
        return self.deal.starter if self.phase is Phase.ROLL else ruleset.dealer.next_starter(self.deal)

    # The result.

    def sheets(self) -> tuple[ScoreSheet, ...]:
        """The score sheets of all seats, from what everyone may see."""
        return tuple(self.ruleset.score(seat.shown) for seat in self.seats)

    def winners(self, sheets: tuple[ScoreSheet, ...]) -> tuple[Seat, ...]:
        """Most points, then fewest errors, then as the dealer says; else shared (B13)."""
        best = max((sheet.total, -sheet.errors) for sheet in sheets)
        tied = [Seat(n) for n, sheet in enumerate(sheets) if (sheet.total, -sheet.errors) == best]
        return self.ruleset.dealer.winners(self.deal, tied)

    def decided_by(self, sheets: tuple[ScoreSheet, ...]) -> Decider:
        """What decided the win: points, errors, or the dealer's order; else it is shared (B13)."""
        totals = [sheet.total for sheet in sheets]
        if totals.count(max(totals)) == 1:
            return "points"
        if len(self.winners(sheets)) > 1:
            return "shared"
        fewest = min(sheet.errors for sheet in sheets if sheet.total == max(totals))
        tied = [sheet for sheet in sheets if (sheet.total, sheet.errors) == (max(totals), fewest)]
        return "errors" if len(tied) == 1 else "order"


def open_table(
    ruleset: Ruleset, *, seats: int = 1, rng: Rng | None = None, starter: Seat | None = None
) -> Table:
    """A table before its first round (B12); `starter` replaces the lot."""
    least = ruleset.dealer.least_seats
    if not least <= seats <= MOST_SEATS:
        raise Refusal("table.seats", seats=seats, least=least, most=MOST_SEATS)
    deal = ruleset.dealer.open(seats, rng=rng)
    if starter is not None:
        if not 0 <= starter < seats:
            raise Refusal("seat.unknown", seat=starter + 1)
        deal = replace(deal, starter=starter, star=starter)
    position = ruleset.set_up()
    return Table(ruleset, (SeatState(position, position),) * seats, deal)


def _begin_drawing(table: Table) -> Table:
    """Give every seat its dice, once all have been picked."""
    dealer = table.ruleset.dealer
    if dealer.chooser(table.deal) is not None:
        return table
    seats = []
    for number, seat in enumerate(table.seats):
        hand = dealer.hand(table.deal, Seat(number))
        start = table.ruleset.begin_round(seat.shown, table.round_, faces=hand)
        seats.append(SeatState(seat.shown, start))
    return replace(table, seats=tuple(seats), phase=Phase.DRAW)


def _close_round(table: Table, event: Event) -> tuple[Table, tuple[Event, ...]]:
    """If all are done, show all boards to everyone and let the next round be rolled (B6)."""
    if not all(seat.done for seat in table.seats):
        return table, (event,)
    seats = tuple(SeatState(seat.position, seat.position) for seat in table.seats)
    over = table.round_ == table.ruleset.rounds
    deal = replace(table.deal, starter=table.ruleset.dealer.next_starter(table.deal))
    table = replace(table, seats=seats, deal=deal, phase=Phase.OVER if over else Phase.ROLL)
    events: tuple[Event, ...] = (event, RoundClosed(table.round_))
    if over:
        sheets = table.sheets()
        events += (GameOver(tuple(sheet.total for sheet in sheets), table.winners(sheets)),)
    return table, events


def _forced(before: Position, after: Position, drawing: Drawing) -> tuple[Placement, ...]:
    """The tiles that were added besides the one drawn."""
    forced = []
    for old, new in zip(before.boards, after.boards, strict=True):
        for cell in cells_of(new.filled & ~old.filled):
            tile = new[cell]
            if tile and cell != drawing.placement.cell:
                forced.append(Placement(tile, cell))
    return tuple(forced)
