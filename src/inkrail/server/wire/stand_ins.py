"""Who acted for a seat, and what they did, as clients see it."""

from __future__ import annotations

from inkrail.server.rooms.rows import StandInReason
from inkrail.server.rooms.stand_ins import Deed, Entry
from inkrail.server.wire.boards import CELL_NAMES
from inkrail.server.wire.typed_dict import TypedDict


class MoveView(TypedDict):
    """A move made for a seat: dice taken, a step before drawing, or a drawing."""

    verb: str
    pieces: list[str]
    """The faces of the dice, the argument of the step, or the piece that was drawn."""
    board: int
    cell: str | None
    """Where it was drawn, or what a meteor hit."""
    filled: list[str]
    """The cells that were filled because of it."""


class StandInView(TypedDict):
    """Who acted for a seat in a round and why, and what they did."""

    seat: int
    round: int
    by: str | None
    """The bot that acted; null if only the mandatory moves were made."""
    why: StandInReason
    moves: list[MoveView]
    """What was done; other seats and watchers see it once the round is closed."""


def stand_in_view(entry: Entry, *, shown: bool) -> StandInView:
    """A stand-in; its moves only if they may be shown."""
    event = entry.event
    return {
        "seat": event.seat,
        "round": event.round_,
        "by": event.by,
        "why": event.why,
        "moves": [_move_view(deed) for deed in entry.deeds] if shown else [],
    }


def _move_view(deed: Deed) -> MoveView:
    return {
        "verb": deed.verb,
        "pieces": list(deed.pieces),
        "board": deed.board,
        "cell": None if deed.cell is None else CELL_NAMES[deed.cell],
        "filled": [CELL_NAMES[cell] for cell in deed.filled],
    }
