"""The events of a table on the wire."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from tests.server.stored_room import StoredRoom, started

from inkrail.server.rooms import events
from inkrail.server.rooms.commands import rematch
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.wire.events import TableEvent, event_view, stood_in_view

EVENT: TypeAdapter[TableEvent] = TypeAdapter(TableEvent)
ROUTES = ("highway-straight", "highway-t", "highway-curve", "overpass")


def told(stored: StoredRoom, seat: int) -> list[dict[str, Any]]:
    """The events of a seat, each of a declared kind."""
    views = stored.events(seat)
    for view in views:
        EVENT.validate_python(view, strict=True)
    return views


def last(stored: StoredRoom, seat: int = 0) -> dict[str, Any]:
    return told(stored, seat)[-1]


def test_events_of_the_game_say_who_did_what() -> None:
    faces = (*ROUTES, *ROUTES, "choose", "2")
    stored = started("meteor+draft", starter=0, rolls=(faces,) * 6, counted=False)
    kinds = told(stored, 0)
    assert kinds[0] == {"kind": "joined", "seat": 0, "name": "Ann"}
    assert kinds[2:] == [
        {"kind": "started", "starter": 0},
        {"kind": "rolled", "round": 1, "faces": list(faces)},
    ]
    stored.act(0, "pick 2")
    hand = ["highway-curve", "overpass", "choose", "2"]
    assert last(stored) == {"kind": "picked", "seat": 0, "number": 2, "faces": hand}
    for seat, number in ((1, 1), (0, 3), (1, 4)):
        stored.act(seat, f"pick {number}")
    stored.act(0, "direction left")
    assert last(stored) == {"kind": "chosen", "seat": 0, "verb": "direction", "argument": "left"}
    tile = {"piece": "highway-straight", "cell": "B1", "sides": "H.H."}
    stored.act(0, "draw highway-straight B1 H.H.")
    assert last(stored) == {"kind": "drawn", "seat": 0, "verb": "draw", **tile, "forced": []}
    stored.act(0, "take-back B1")
    assert last(stored) == {"kind": "taken_back", "seat": 0, "verb": "draw", **tile}


def test_a_closed_round_is_told_by_its_number() -> None:
    stored = started()
    stored.play_round()
    done, closed, _ = told(stored, 1)[-3:]
    assert done["kind"] == "seat_done"
    assert closed == {"kind": "round_closed", "round": 1}


def test_the_end_and_what_follows_is_told() -> None:
    stored = started()
    stored.play_out()
    totals = [sheet.total for sheet in stored.room.sheets()]
    assert last(stored) == {
        "kind": "game_over",
        "totals": totals,
        "winners": list(stored.room.winners),
        "ended_early": False,
    }
    stored.send(1, type="react", reaction="well_done")
    assert last(stored) == {"kind": "reaction", "seat": 1, "reaction": "well_done"}
    stored.store(rematch(stored.room, "next"))
    assert last(stored) == {"kind": "rematch", "table": "next"}


def test_seats_of_others_are_told() -> None:
    stored = started()
    stored.now += IDLE_SECONDS
    stored.send(0, type="hand_over", seat=1)
    assert last(stored) == {"kind": "handed_over", "seat": 1, "bot": "greedy"}
    stood_in = events.StoodIn(0, 2, "steady", "slow")
    expected = {"kind": "stood_in", "seat": 0, "round": 2, "by": "steady", "why": "slow"}
    assert stood_in_view(stood_in) == event_view(stood_in) == expected
