"""What one seat, or a watcher, sees of a room; only the parts that changed are sent again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from inkrail.core.board import Round
from inkrail.game.dice import spent_dice
from inkrail.game.seat import SeatState
from inkrail.game.table import Decider, Table
from inkrail.server.rooms.idle import idle_seats
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.waiting import PhaseName
from inkrail.server.wire.boards import (
    BoardView,
    SeatResult,
    SheetView,
    boards_view,
    round_results,
    sheet_view,
)
from inkrail.server.wire.options import (
    ChoiceView,
    DieView,
    DrawingView,
    DutyView,
    ExtraView,
    OptionView,
    PickView,
    SlotView,
    choice_view,
    dice_view,
    drawing_view,
    duties_view,
    extras_view,
    option_view,
    picks_view,
    slots_view,
)
from inkrail.server.wire.stand_ins import StandInView, stand_in_view
from inkrail.server.wire.summaries import iso
from inkrail.server.wire.typed_dict import TypedDict


class SeatView(TypedDict):
    """A seat as everyone sees it, without its drawings."""

    name: str
    bot: str | None
    joined: bool
    reserved: str | None
    """The name of the player for whom this seat of a rematch is held."""
    connected: bool
    done: bool
    idle: bool
    """Whether the player has been away so long that the others may hand the seat over."""
    getting_ready: int | None
    """How many percent ready a bot is that the table waits for and that is getting ready."""
    hints: int
    """How many steps of hints the seat was given."""
    stood_in: StandInView | None
    """The last stand-in for this seat, if it acted in this round or in the last closed one."""


class View(TypedDict):
    """Everything a seat needs to play. For a watcher `seat` is null and everything specific to a seat is empty."""

    type: Literal["view"]
    number: int
    """The last event that this view contains."""
    seat: int | None
    ruleset: str
    round: int
    rounds: int
    closed: int
    """How many rounds are closed; `results` shows the end of the last one."""
    phase: PhaseName
    board: int
    """The board drawn on this round."""
    faces: list[str]
    boards: list[BoardView]
    dice: list[DieView]
    options: list[OptionView]
    choices: list[ChoiceView]
    picks: list[PickView]
    common: list[str]
    """The faces that everyone draws with: all of them, except those that are drafted (D4)."""
    chooser: int | None
    duties: list[DutyView]
    extras: list[ExtraView]
    drawings: list[DrawingView]
    done: bool
    sheet: SheetView
    seats: list[SeatView]
    results: list[SeatResult]
    """Every seat's boards and score at the end of the last closed round."""
    starter: int | None
    next_dice: list[SlotView]
    """The dice to type in now, in the order in which `roll` sends them."""
    next_starter: int | None
    """Who chooses first in the next draft, once that is settled (D6)."""
    star: int | None
    """The seat drawn by lot before the first round of a draft (D1)."""
    tie_order: list[int]
    """The order of seats that breaks a tie on points and errors; empty if the win is shared (D8)."""
    clock_ends: str | None
    done_for_you: list[StandInView]
    """What was done for the client's own seat in the last closed round and in this one, until its player acts again."""
    winners: list[int]
    decided_by: Decider | None
    """What decided the winner, once the game is over (B13, D8)."""


NOBODY: Mapping[int, int] = MappingProxyType({})
"""No bot is getting ready."""

Parts: TypeAlias = dict[str, Any]
"""The fields of a view, by name."""


class Viewer:
    """Builds the views of one seat, or of a watcher (`seat` is None)."""

    def __init__(self, room: Room, seat: int | None) -> None:
        self._room = room
        self._place = None if seat is None else room.places[seat]
        self._shown: Parts | None = None
        """The view that the client has."""
        self._own: tuple[SeatState, PhaseName, str | None, Parts] | None = None
        self._public: tuple[object, Parts] | None = None

    @property
    def _seat(self) -> int | None:
        return None if self._place is None else self._room.seat_at(self._place)

    def view(
        self, *, connected: Collection[int], now: float, getting_ready: Mapping[int, int] = NOBODY
    ) -> Parts:
        """The whole `view` message."""
        number = len(self._room.history(self._seat))
        parts = self._parts(connected=connected, getting_ready=getting_ready, now=now)
        return {"type": "view", "number": number, **parts}

    def next_message(
        self, *, connected: Collection[int], now: float, getting_ready: Mapping[int, int] = NOBODY
    ) -> Parts:
        """A `view` the first time, then a `change` with the parts that differ."""
        parts = self._parts(connected=connected, getting_ready=getting_ready, now=now)
        number = len(self._room.history(self._seat))
        shown, self._shown = self._shown, parts
        if shown is None:
            return {"type": "view", "number": number, **parts}
        changed = {
            name: part
            for name, part in parts.items()
            if name not in shown or (shown[name] is not part and shown[name] != part)
        }
        return {"type": "change", "number": number, "parts": changed}

    def _parts(self, *, connected: Collection[int], getting_ready: Mapping[int, int], now: float) -> Parts:
        public = self._public_parts(connected=connected, getting_ready=getting_ready, now=now)
        return {**public, **self._own_parts()}

    def _public_parts(
        self, *, connected: Collection[int], getting_ready: Mapping[int, int], now: float
    ) -> Parts:
        """What everyone may see, rebuilt only when an event or something that no event reports changes it."""
        room = self._room
        idle = idle_seats(room, now=now)
        key = len(room.history(None)), room.waiting.since, list(connected), idle, getting_ready
        if self._public is None or self._public[0] != key:
            seats = _seats(room, connected=connected, idle=idle, getting_ready=getting_ready)
            self._public = key, {"seat": self._seat, **_common(room), "seats": seats}
        return self._public[1]

    def _own_parts(self) -> Parts:
        """What a seat has drawn and may draw, rebuilt only when that has changed."""
        room, seat = self._room, self._seat
        if seat is None:
            return _NOTHING
        if room.game is None:
            return {**_NOTHING, "boards": boards_view(room.ruleset.set_up(), room.ruleset)}
        state, phase, bot = room.game.seats[seat], room.phase, room.bots[seat]
        if self._own is None or self._own[0] is not state or self._own[1:3] != (phase, bot):
            self._own = state, phase, bot, _own_parts(room, seat)
        return {**self._own[3], "done_for_you": _done_for(room, seat)}


def _common(room: Room) -> Parts:
    """The parts that do not depend on what a seat drew."""
    game, phase, ruleset = room.game, room.phase, room.ruleset
    dealer = ruleset.dealer
    drafted = bool(game and dealer.picking)
    rolled = phase in ("pick", "draw")
    deadline = room.waiting.deadline
    return {
        "ruleset": ruleset.name,
        "round": room.waiting.round,
        "rounds": ruleset.rounds,
        "closed": len(room.closed),
        "phase": phase,
        "board": ruleset.board_of(_shown_round(game, phase)) if game else 0,
        "faces": list(game.deal.faces) if game and rolled else [],
        "picks": picks_view(game) if game and drafted and rolled else [],
        "common": list(dealer.common(game.deal)) if game and rolled else [],
        "chooser": room.waiting.chooser,
        "starter": game.deal.starter if game and drafted else None,
        "next_dice": slots_view(game) if game and phase == "roll" else [],
        "next_starter": game.next_starter if game and phase != "over" else None,
        "star": game.star if game else None,
        "tie_order": list(dealer.tie_order(game.deal)) if game else [],
        "clock_ends": iso(deadline) if deadline is not None else None,
        "results": round_results(room.last_closed, room=room),
        "winners": list(room.winners),
        "decided_by": game.decided_by(room.sheets()) if game and phase == "over" else None,
    }


def _shown_round(game: Table, phase: PhaseName) -> Round:
    """The round that is played, or whose dice are awaited."""
    return Round(game.round_ + 1) if phase == "roll" else game.round_


_NOTHING: Parts = {
    "boards": [],
    "dice": [],
    "options": [],
    "choices": [],
    "duties": [],
    "extras": [],
    "drawings": [],
    "done": False,
    "done_for_you": [],
    "sheet": {"lines": [], "total": 0, "errors": 0},
}
"""The seat-specific parts before the game, and always for a watcher."""


def _own_parts(room: Room, seat: int) -> Parts:
    view = room.view(seat)
    assert view is not None
    ruleset, position = view.ruleset, view.position
    spent = spent_dice(position.rolled, view.drawings, taken=room.taken[seat])
    parts: Parts = {
        **_NOTHING,
        "boards": boards_view(position, ruleset),
        "drawings": [
            drawing_view(drawing, ruleset, die=die) for drawing, die in zip(view.drawings, spent, strict=True)
        ],
        "done": view.done,
        "sheet": sheet_view(room.score(position)),
        "extras": extras_view(view),
    }
    # A player whose seat a bot took over may watch, but has nothing to draw.
    if room.phase == "draw" and not room.bots[seat]:
        parts |= {
            "dice": dice_view(view, spent),
            "options": [option_view(option) for option in view.options if option.placements],
            "choices": [choice_view(choice, position=position, ruleset=ruleset) for choice in view.choices],
            "duties": duties_view(view),
        }
    return parts


def _seats(
    room: Room, *, connected: Collection[int], idle: Collection[int], getting_ready: Mapping[int, int]
) -> list[Parts]:
    game = room.game
    return [
        {
            "name": room.names[seat],
            "bot": room.bots[seat],
            "joined": room.joined(seat),
            "reserved": room.reserved[seat],
            "connected": seat in connected,
            "done": bool(game and game.seats[seat].done),
            "idle": seat in idle,
            "getting_ready": getting_ready.get(seat),
            "hints": room.hints.used[seat],
            "stood_in": _stood_in(room, seat),
        }
        for seat in range(room.seats)
    ]


def _stood_in(room: Room, seat: int) -> StandInView | None:
    entry = room.stand_ins.latest(seat, since=room.shown_since)
    return None if entry is None else stand_in_view(entry, shown=entry.event.round_ <= len(room.closed))


def _done_for(room: Room, seat: int) -> list[StandInView]:
    return [stand_in_view(entry, shown=True) for entry in room.stand_ins.unseen(seat, since=room.shown_since)]
