"""Tables as shown in lists, and the closed rounds of a game."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from inkrail.server.rooms.daily import counts_until
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Purpose
from inkrail.server.rooms.waiting import PhaseName
from inkrail.server.wire.boards import SeatResult, round_results
from inkrail.server.wire.stand_ins import StandInView, stand_in_view
from inkrail.server.wire.typed_dict import TypedDict

HouseRule: TypeAlias = Literal["longest", "values", "dice", "clock", "draft", "hints"]
DiceOrigin: TypeAlias = Literal["server", "seed", "given", "typed"]


class SeatSummary(TypedDict):
    """Who sits in a seat."""

    name: str
    kind: Literal["human", "bot"]
    bot: str | None
    joined: bool
    reserved: str | None
    """The name of the player for whom this seat of a rematch is held."""
    connected: bool
    total: int | None
    """The score at the end of the last closed round."""
    hints: int
    """How many steps of hints the seat was given."""


class TableSummary(TypedDict):
    """A table as lists show it."""

    table: str
    rules: str
    longest: Literal["cells", "stretches"]
    values: Literal["official", "manual"]
    unusual: list[HouseRule]
    """Where this table differs from the ruleset's defaults."""
    phase: PhaseName
    round: int
    rounds: int
    seats: list[SeatSummary]
    waits_for: list[int]
    """The seats that the game waits for."""
    clock: int | None
    public: bool
    counted: bool
    purpose: Purpose | None
    """Why the table was opened, if it is no ordinary game."""
    source: str | None
    """The id of the table, study or puzzle that it was made from."""
    begins: int
    """The first round that is played here; those before it were played elsewhere."""
    until: int
    """The last round that is played here."""
    goal: int | None
    """The points to reach, if that is what the table is for."""
    hints: bool
    """Whether players may ask for hints."""
    dice: DiceOrigin
    daily: str | None
    counts_until: str | None
    """Until when a counted daily game must be finished to be in time."""
    rematch: str | None
    rematch_of: str | None
    """The previous table, if this is a rematch."""
    created: str
    winners: list[int]


class RoundReplay(TypedDict):
    """A closed round: the roll, every seat's boards at its end, and who acted for whom."""

    round: int
    faces: list[str]
    hands: list[list[str]]
    seats: list[SeatResult]
    stood_in: list[StandInView]
    """Who acted for others in this round, and what they did."""


class Replay(TypedDict):
    """The closed rounds of a game."""

    table: TableSummary
    rounds: list[RoundReplay]
    used: list[dict[str, int]]
    """How much each seat used of what is limited for a whole game, such as special routes."""


def iso(at: float) -> str:
    """A timestamp as text."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def summary(room: Room, *, connected: Collection[int] = ()) -> TableSummary:
    """The table as lists show it."""
    spec = room.spec
    totals = [sheet.total for sheet in room.sheets()] if room.closed else [None] * room.seats
    return {
        "table": room.id,
        "rules": room.ruleset.name,
        "longest": room.ruleset.longest.value,
        "values": room.ruleset.values.value,
        "unusual": unusual(room),
        "phase": room.phase,
        "round": room.waiting.round,
        "rounds": room.ruleset.rounds,
        "seats": [
            {
                "name": room.names[seat],
                "kind": "human" if spec.bots[seat] is None else "bot",
                "bot": room.bots[seat],
                "joined": room.joined(seat),
                "reserved": room.reserved[seat],
                "connected": seat in connected,
                "total": totals[seat],
                "hints": room.hints.used[seat],
            }
            for seat in range(room.seats)
        ],
        "waits_for": list(room.waiting.seats),
        "clock": spec.clock,
        "public": spec.public,
        "counted": spec.counted,
        "purpose": spec.purpose,
        "source": spec.source,
        "begins": room.begins,
        "until": spec.until or room.ruleset.rounds,
        "goal": spec.goal,
        "hints": spec.hints,
        "dice": _dice(room),
        "daily": spec.daily,
        "counts_until": iso(until) if (until := counts_until(spec)) is not None else None,
        "rematch": room.rematch,
        "rematch_of": spec.rematch_of,
        "created": iso(room.created),
        "winners": list(room.winners),
    }


def unusual(room: Room) -> list[HouseRule]:
    """Where the table differs from the ruleset's defaults."""
    ruleset = room.ruleset
    changed: dict[HouseRule, bool] = {
        "longest": ruleset.longest is not ruleset.usual_longest,
        "values": ruleset.values is not ruleset.usual_values,
        "dice": _dice(room) != "server",
        "clock": room.spec.clock is not None,
        "draft": bool(ruleset.dealer.picking),
        "hints": room.spec.hints and not room.spec.solo,
    }
    return [rule for rule, is_changed in changed.items() if is_changed]


def _dice(room: Room) -> DiceOrigin:
    if room.spec.typed:
        return "typed"
    if room.spec.rolls is not None:
        return "given"
    return "seed" if room.spec.seed else "server"


def replay(room: Room, *, connected: Collection[int] = ()) -> Replay:
    """All closed rounds with their dice, boards and scores."""
    rounds: list[RoundReplay] = [
        {
            "round": closed.number,
            "faces": list(closed.faces),
            "hands": [list(hand) for hand in closed.hands],
            "seats": round_results(closed, room=room),
            "stood_in": [
                stand_in_view(entry, shown=True) for entry in room.stand_ins.of_round(closed.number)
            ],
        }
        for closed in room.closed
    ]
    return {"table": summary(room, connected=connected), "rounds": rounds, "used": _used(room)}


def _used(room: Room) -> list[dict[str, int]]:
    if not room.closed:
        return [{} for _ in range(room.seats)]
    return [
        {
            extra.name: extra.total - extra.left
            for extra in room.ruleset.extras(position)
            if extra.per == "game"
        }
        for position in room.closed[-1].seats
    ]
