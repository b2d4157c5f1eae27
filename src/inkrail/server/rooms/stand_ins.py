"""Stand-ins: who acted for a seat, in which round, why, and what they did."""

from __future__ import annotations

from dataclasses import dataclass, field

from inkrail.core.cells import Cell
from inkrail.game.events import Chosen, Drawn, Event, Picked
from inkrail.game.table import Table
from inkrail.rules.position import Drawing
from inkrail.server.rooms.events import StoodIn
from inkrail.server.rooms.rows import StandIn


@dataclass(frozen=True, slots=True)
class Deed:
    """A move made for a seat: dice taken, a step before drawing, or a drawing.

    `pieces` are the faces of the dice, the argument of the step, or the piece that was drawn; `cell` is where it was
    drawn, or what a meteor hit; `filled` are the cells that were filled because of it.
    """

    verb: str
    pieces: tuple[str, ...]
    board: int = 0
    cell: Cell | None = None
    filled: tuple[Cell, ...] = ()


def deed_of(event: Event, *, before: Table) -> Deed | None:
    """The move that an event describes, as shown to the seat's player; None for other events."""
    ruleset = before.ruleset
    match event:
        case Picked(number=number):
            return Deed(ruleset.dealer.picking, ruleset.dealer.offers(before.deal)[number - 1])
        case Chosen(seat=seat, choice=choice):
            path = ruleset.path(before.seats[seat].start, choice)
            return Deed(choice.verb, (choice.argument,), cell=path[-1] if path else None)
        case Drawn(drawing=Drawing(verb=verb, placement=placement), forced=forced):
            piece = placement.piece
            filled = tuple(other.cell for other in forced)
            return Deed(verb, (piece.name,), ruleset.board_for(piece), placement.cell, filled)
        case _:
            return None


@dataclass(slots=True)
class Entry:
    """One stand-in for one seat in one round, and what it did."""

    event: StoodIn
    deeds: list[Deed] = field(default_factory=list)


class StandIns:
    """All stand-ins at one table, in the order in which they acted."""

    def __init__(self) -> None:
        self._all: list[Entry] = []
        self._unseen: dict[int, list[Entry]] = {}

    def begin(self, step: StandIn, *, round_: int) -> tuple[Entry, bool]:
        """The entry of a stand-in, and whether it is new: one may act twice in a round, for dice and for the board."""
        event = StoodIn(step.seat, round_, step.by, step.why)
        for entry in self._all:
            if entry.event == event:
                return entry, False
        entry = Entry(event)
        self._all.append(entry)
        self._unseen.setdefault(step.seat, []).append(entry)
        return entry, True

    def seen(self, seat: int) -> None:
        """Forget what was done for a seat, because its player acts again."""
        self._unseen.pop(seat, None)

    def of_round(self, round_: int) -> list[Entry]:
        """The stand-ins of one round."""
        return [entry for entry in self._all if entry.event.round_ == round_]

    def latest(self, seat: int, *, since: int) -> Entry | None:
        """The last stand-in of a seat, unless it is from a round before `since`."""
        for entry in reversed(self._all):
            if entry.event.seat == seat and entry.event.round_ >= since:
                return entry
        return None

    def unseen(self, seat: int, *, since: int) -> list[Entry]:
        """What was done for a seat since its player acted, except in rounds before `since`."""
        return [entry for entry in self._unseen.get(seat, ()) if entry.event.round_ >= since]
