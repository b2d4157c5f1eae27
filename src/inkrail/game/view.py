"""What one seat may see: everything of its own, and the others' boards as of the end of the last round.

What a watcher sees is server/wire/views.py's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from inkrail.core.board import Round
from inkrail.core.pieces import Piece
from inkrail.core.placement import Placements
from inkrail.core.score import ScoreSheet
from inkrail.game.table import Phase, Table
from inkrail.rules.dealing import Deal, Seat
from inkrail.rules.position import Choice, Drawable, Drawing, Duty, Extra, Position
from inkrail.rules.ruleset import DICE_LEFT, Ruleset


@dataclass(frozen=True, slots=True)
class Option:
    """Something the seat may draw, and everywhere it may go now."""

    drawable: Drawable
    placements: Placements

    @property
    def verb(self) -> str:
        """The verb that draws it."""
        return self.drawable.verb

    @property
    def piece(self) -> Piece:
        """The piece that it draws."""
        return self.drawable.piece

    def __repr__(self) -> str:
        return f"<Option {self.verb} {self.piece}, placements {len(self.placements)}>"


@dataclass(frozen=True, slots=True)
class Other:
    """Another seat as seen by this one."""

    seat: Seat
    position: Position
    done: bool

    def __repr__(self) -> str:
        return f"<Other seat {self.seat + 1}{', done' * self.done}>"


@dataclass(frozen=True)
class View:
    """All that one seat needs to play, and nothing it may not know.

    `choices` are what to choose from before drawing; `picks` the numbers of the dice on offer when it is this seat's
    turn to pick. `next_starter` picks first in the next draft, once that is known, and `star` is the seat drawn by lot
    (D1, D6).
    """

    ruleset: Ruleset
    seat: Seat
    round_: Round
    phase: Phase
    deal: Deal
    position: Position
    drawings: tuple[Drawing, ...]
    done: bool
    choices: tuple[Choice, ...]
    picks: tuple[int, ...]
    others: tuple[Other, ...]
    next_starter: Seat | None
    star: Seat | None

    def __repr__(self) -> str:
        dice = " ".join(piece.name for piece in self.position.dice) or "no dice"
        return f"<View of seat {self.seat + 1}, {self.ruleset.name}, round {self.round_}, {self.phase.value}: {dice}>"

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The dice left and the extras that may be drawn, each with its legal placements."""
        if self.phase is not Phase.DRAW or self.done or self.choices:
            return ()
        ruleset, position = self.ruleset, self.position
        return tuple(
            [Option(item, ruleset.placements(position, item)) for item in ruleset.drawables(position)]
        )

    @property
    def must_draw(self) -> tuple[Piece, ...]:
        """The mandatory dice that still fit (B9)."""
        return next((duty.dice for duty in self.owed if duty.code == DICE_LEFT), ())

    @cached_property
    def owed(self) -> tuple[Duty, ...]:
        """The duties that keep the seat from ending the round, with the dice that fulfil them."""
        if self.phase is not Phase.DRAW or self.done:
            return ()
        if self.choices:
            return (Duty("step.first"),)
        fitting = {
            (option.drawable.verb, option.drawable.piece.name) for option in self.options if option.placements
        }
        return tuple(self.ruleset.owed(self.position, fitting=fitting))

    @property
    def duties(self) -> tuple[str, ...]:
        """The codes of why the seat may not end the round yet."""
        return tuple(duty.code for duty in self.owed)

    @cached_property
    def extras(self) -> tuple[Extra, ...]:
        """What can be drawn besides the dice on this round's board: how much is left, and why not now."""
        board = self.ruleset.board_of(self.round_)
        return tuple(extra for extra in self.ruleset.extras(self.position) if extra.board == board)

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The current score."""
        return self.ruleset.score(self.position)


def view(table: Table, seat: Seat) -> View:
    """What a seat may see of the table."""
    state = table.seats[seat]
    drawing = table.phase is Phase.DRAW
    dealer = table.ruleset.dealer
    choosing = table.phase is Phase.PICK and dealer.chooser(table.deal) == seat
    return View(
        ruleset=table.ruleset,
        seat=seat,
        round_=table.round_,
        phase=table.phase,
        deal=table.deal,
        position=state.position,
        drawings=state.drawings,
        done=state.done,
        choices=table.ruleset.choices(state.start) if drawing and not state.done else (),
        picks=dealer.options(table.deal) if choosing else (),
        others=tuple(
            [
                Other(Seat(number), other.hidden().position, other.done)
                for number, other in enumerate(table.seats)
                if number != seat
            ]
        ),
        next_starter=table.next_starter,
        star=table.star,
    )
