"""The events of a table on the wire."""

from __future__ import annotations

from typing import Literal, TypeAlias

from inkrail.core.placement import Placement
from inkrail.game import events as game
from inkrail.rules.position import Drawing
from inkrail.server.rooms import events as rooms
from inkrail.server.rooms.events import Changed, RoomEvent
from inkrail.server.rooms.rows import Reaction, StandInReason
from inkrail.server.wire.boards import CELL_NAMES
from inkrail.server.wire.typed_dict import TypedDict


class PlacementView(TypedDict):
    """A tile and where it was drawn."""

    piece: str
    cell: str
    sides: str


class StoodIn(TypedDict):
    """The bot `by` acted for a seat in a round; if `by` is null, only the mandatory moves were made."""

    kind: Literal["stood_in"]
    seat: int
    round: int
    by: str | None
    why: StandInReason


class Joined(TypedDict):
    """A player sat down."""

    kind: Literal["joined"]
    seat: int
    name: str


class Released(TypedDict):
    """A seat of a rematch is no longer held for its previous player."""

    kind: Literal["released"]
    seat: int


class Arranged(TypedDict):
    """The creator changed these things before the start; `welcome` comes again with the table as it is now."""

    kind: Literal["arranged"]
    changed: list[Changed]


class Started(TypedDict):
    """The game began; `starter` is the seat drawn by lot, where the ruleset draws one."""

    kind: Literal["started"]
    starter: int | None


class Rolled(TypedDict):
    """The dice of a round."""

    kind: Literal["rolled"]
    round: int
    faces: list[str]


class Picked(TypedDict):
    """A seat took dice on offer."""

    kind: Literal["picked"]
    seat: int
    number: int
    faces: list[str]


class Chosen(TypedDict):
    """The client's own seat took a step before drawing."""

    kind: Literal["chosen"]
    seat: int
    verb: str
    argument: str


class Drawn(TypedDict):
    """The client's own seat drew; `forced` tiles were drawn automatically with it."""

    kind: Literal["drawn"]
    seat: int
    verb: str
    piece: str
    cell: str
    sides: str
    forced: list[PlacementView]


class TakenBack(TypedDict):
    """The client's own seat took a drawing back."""

    kind: Literal["taken_back"]
    seat: int
    verb: str
    piece: str
    cell: str
    sides: str


class SeatDone(TypedDict):
    """A seat ended its round."""

    kind: Literal["seat_done"]
    seat: int


class RoundClosed(TypedDict):
    """All seats are done; the `results` of the view that follows show all boards."""

    kind: Literal["round_closed"]
    round: int


class GameOver(TypedDict):
    """The game ended, after its last round or early (`ended_early`)."""

    kind: Literal["game_over"]
    totals: list[int]
    winners: list[int]
    ended_early: bool


class Reacted(TypedDict):
    """A seat showed a reaction."""

    kind: Literal["reaction"]
    seat: int
    reaction: Reaction


class Hinted(TypedDict):
    """A seat was given a hint; `used` counts the steps of all its hints in this game."""

    kind: Literal["hinted"]
    seat: int
    used: int


class HandedOver(TypedDict):
    """A bot takes over this seat."""

    kind: Literal["handed_over"]
    seat: int
    bot: str


class Rematch(TypedDict):
    """A rematch was opened at a new table."""

    kind: Literal["rematch"]
    table: str


TableEvent: TypeAlias = (
    Joined
    | Released
    | Arranged
    | Started
    | Rolled
    | Picked
    | Chosen
    | Drawn
    | TakenBack
    | SeatDone
    | RoundClosed
    | GameOver
    | Reacted
    | Hinted
    | HandedOver
    | StoodIn
    | Rematch
)


def event_view(event: RoomEvent) -> TableEvent:
    """An event on the wire."""
    match event:
        case rooms.ClosedRound(number=number):
            return {"kind": "round_closed", "round": number}
        case rooms.StoodIn():
            return stood_in_view(event)
        case (
            rooms.Joined()
            | rooms.Released()
            | rooms.Arranged()
            | rooms.Started()
            | rooms.Ended()
            | rooms.Reacted()
            | rooms.Hinted()
            | rooms.HandedOver()
            | rooms.RematchOpened()
        ):
            return _room_event(event)
        case _:
            return _game_event(event)


def _room_event(
    event: rooms.Joined
    | rooms.Released
    | rooms.Arranged
    | rooms.Started
    | rooms.Ended
    | rooms.Reacted
    | rooms.Hinted
    | rooms.HandedOver
    | rooms.RematchOpened,
) -> TableEvent:
    match event:
        case rooms.Ended(totals=totals, winners=winners, early=early):
            view: TableEvent = {
                "kind": "game_over",
                "totals": list(totals),
                "winners": list(winners),
                "ended_early": early,
            }
        case rooms.Joined(seat=seat, name=name):
            view = {"kind": "joined", "seat": seat, "name": name}
        case rooms.Released(seat=seat):
            view = {"kind": "released", "seat": seat}
        case rooms.Arranged(changed=changed):
            view = {"kind": "arranged", "changed": list(changed)}
        case rooms.Started(starter=starter):
            view = {"kind": "started", "starter": starter}
        case rooms.Reacted(seat=seat, reaction=reaction):
            view = {"kind": "reaction", "seat": seat, "reaction": reaction}
        case rooms.Hinted(seat=seat, used=used):
            view = {"kind": "hinted", "seat": seat, "used": used}
        case rooms.HandedOver(seat=seat, bot=bot):
            view = {"kind": "handed_over", "seat": seat, "bot": bot}
        case rooms.RematchOpened(table=table):
            view = {"kind": "rematch", "table": table}
    return view


def _game_event(event: rooms.GameEvent) -> TableEvent:
    match event:
        case game.Rolled(round_=number, faces=faces):
            return {"kind": "rolled", "round": number, "faces": list(faces)}
        case game.Picked(seat=seat, number=number, faces=faces):
            return {"kind": "picked", "seat": seat, "number": number, "faces": list(faces)}
        case game.Chosen(seat=seat, choice=choice):
            return {"kind": "chosen", "seat": seat, "verb": choice.verb, "argument": choice.argument}
        case game.Drawn(seat=seat, drawing=Drawing(verb=verb, placement=placement), forced=forced):
            return {
                "kind": "drawn",
                "seat": seat,
                "verb": verb,
                **_placement(placement),
                "forced": [_placement(other) for other in forced],
            }
        case game.TakenBack(seat=seat, drawing=Drawing(verb=verb, placement=placement)):
            return {"kind": "taken_back", "seat": seat, "verb": verb, **_placement(placement)}
        case game.Finished(seat=seat):
            return {"kind": "seat_done", "seat": seat}


def _placement(placement: Placement) -> PlacementView:
    return {
        "piece": placement.piece.name,
        "cell": CELL_NAMES[placement.cell],
        "sides": placement.tile.text,
    }


def stood_in_view(event: rooms.StoodIn) -> StoodIn:
    """A stand-in as everyone sees it."""
    return {
        "kind": "stood_in",
        "seat": event.seat,
        "round": event.round_,
        "by": event.by,
        "why": event.why,
    }
