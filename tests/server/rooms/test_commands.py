"""What may be asked of a room, and what is refused."""

from __future__ import annotations

import pytest
from tests.server.stored_room import StoredRoom, refusal, started, two

from inkrail.core.errors import Refusal
from inkrail.server.rooms.rows import Spec


def test_the_creator_starts_once_all_have_joined() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, None)))
    assert refusal(stored, 0, type="start") == "table.waiting_for_players"
    assert stored.join("Bob") == 1
    assert refusal(stored, 1, type="start") == "table.not_creator"
    assert refusal(stored, 0, type="act", action="done") == "table.not_started"
    stored.send(0, type="start")
    assert stored.room.phase == "draw"
    assert refusal(stored, 0, type="start") == "table.already_started"
    with pytest.raises(Refusal, match=r"table\.already_started"):
        stored.join("Cid")


def test_a_full_table_takes_nobody() -> None:
    stored = two()
    with pytest.raises(Refusal, match=r"table\.full"):
        stored.join("Cid")


def test_typed_dice_are_the_creators() -> None:
    stored = started(typed=True, counted=False)
    faces = ["highway-straight", "railway-t", "highway-t", "overpass"]
    assert stored.room.phase == "roll"
    assert refusal(stored, 1, type="roll", faces=faces) == "table.not_creator"
    assert refusal(stored, 0, type="roll", faces=faces[:3]) == "roll.impossible"
    stored.send(0, type="roll", faces=faces)
    assert stored.view(1)["faces"] == faces
    assert refusal(stored, 0, type="roll", faces=faces) == "phase.not_roll"
    assert refusal(started(), 0, type="roll", faces=faces) == "table.dice_not_typed"


def test_a_piece_is_placed_in_the_orientation_that_scores_best() -> None:
    stored = started(seed="place", counted=False)
    option = next(o for o in stored.view(0)["options"] if any(len(ways) > 1 for ways in o["cells"].values()))
    cell, ways = next((cell, ways) for cell, ways in option["cells"].items() if len(ways) > 1)
    totals = {}
    for sides in ways:
        stored.act(0, f"draw {option['piece']} {cell} {sides}")
        totals[sides] = stored.view(0)["sheet"]["total"]
        stored.act(0, f"take-back {cell}")
    stored.send(0, type="place", verb="draw", piece=option["piece"], cell=cell)
    seen = []
    for _ in ways:
        seen.append(stored.view(0)["drawings"][0]["sides"])
        stored.send(0, type="turn", cell=cell)
    assert sorted(seen) == sorted(ways)
    assert [totals[sides] for sides in seen] == sorted(totals.values(), reverse=True)
    assert stored.view(0)["drawings"][0]["sides"] == seen[0]


def test_placing_and_turning_are_refused_with_the_reason() -> None:
    stored = started(
        rolls=(("highway-straight", "highway-t", "highway-curve", "overpass"),) * 7, counted=False
    )
    place = {"type": "place", "verb": "draw"}
    assert refusal(stored, 0, **place, piece="highway-t", cell="D4") == "placement.unconnected"
    assert refusal(stored, 0, **place, piece="railway-t", cell="B1") == "draw.not_available"
    assert refusal(stored, 0, **place, piece="nonsense", cell="B1") == "piece.unknown"
    assert refusal(stored, 0, type="turn", cell="B1") == "turn.nothing"
    stored.act(0, "draw highway-straight B1 H.H.")
    assert refusal(stored, 0, type="turn", cell="B1") == "turn.only_one"


def test_reactions_are_shown_to_all_and_are_not_endless() -> None:
    stored = two()
    stored.send(1, type="react", reaction="wave")
    assert stored.events(None)[-1] == {"kind": "reaction", "seat": 1, "reaction": "wave"}
    for _ in range(99):
        stored.send(1, type="react", reaction="wave")
    assert refusal(stored, 1, type="react", reaction="wave") == "reaction.too_many"
