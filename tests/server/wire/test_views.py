"""What a seat and a watcher see."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.playing import next_action
from tests.server.stored_room import StoredRoom, refusal, started
from tests.server.wire.test_options import equal_dice

from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.views import Viewer


def test_a_view_says_how_many_rounds_are_closed() -> None:
    stored = equal_dice()
    assert stored.view(0)["closed"] == 0
    stored.play_round()
    assert (stored.view(0)["closed"], stored.view(0)["round"]) == (1, 2)


def test_u2_while_dice_are_typed_the_board_of_their_round_is_shown() -> None:
    stored = StoredRoom(Spec(rules="underground", bots=(None,), typed=True, counted=False))
    assert (stored.view(0)["phase"], stored.view(0)["board"]) == ("roll", 0)
    stored.send(0, type="roll", faces=[slot["faces"][0] for slot in stored.view(0)["next_dice"]])
    assert (stored.view(0)["phase"], stored.view(0)["board"]) == ("draw", 0)
    stored.play_round()
    assert (stored.view(0)["phase"], stored.view(0)["board"]) == ("roll", 1)


def test_watchers_see_closed_rounds_only() -> None:
    stored = started()
    stored.play_round()
    stored.act(0, next_action(stored.view(0)))
    seen = stored.view(None)
    assert (seen["boards"], seen["options"], seen["drawings"], seen["sheet"]["lines"]) == ([], [], [], [])
    rounds = {
        cell["round"] for result in seen["results"] for board in result["boards"] for cell in board["cells"]
    }
    assert rounds == {1}
    assert set(stored.kinds(None)) == {
        "joined",
        "started",
        "rolled",
        "seat_done",
        "round_closed",
    }


def test_results_are_sent_when_a_round_closes_and_never_else() -> None:
    stored = started()
    viewer = Viewer(stored.room, 1)
    viewer.next_message(connected=(), now=0.0)

    def parts() -> dict[str, Any]:
        changed: dict[str, Any] = viewer.next_message(connected=(), now=0.0)["parts"]
        return changed

    while not stored.view(0)["done"]:
        stored.act(0, next_action(stored.view(0)))
        assert "results" not in parts()
    stored.play_round()
    assert parts()["results"] == stored.view(1)["results"]
    assert [len(result["boards"][0]["cells"]) for result in stored.view(1)["results"]] == [4, 4]
    stored.send(0, type="react", reaction="clap")
    assert parts() == {}


def test_the_pairs_of_a_draft_are_seen_by_all_with_who_took_them() -> None:
    stored = started("base+draft", starter=1)
    assert [pick["taken_by"] for pick in stored.view(0)["picks"]] == [None] * 4
    assert stored.view(0)["chooser"] == 1
    assert refusal(stored, 0, type="act", action="pick 1") == "pick.not_your_turn"
    stored.act(1, "pick 3")
    assert [pick["taken_by"] for pick in stored.view(None)["picks"]] == [None, None, 1, None]
    assert stored.view(None)["star"] == 1


def test_d6_the_next_start_player_is_shown_before_drawing_begins() -> None:
    pairs = (
        "highway-t",
        "railway-t",
        "highway-t",
        "overpass",
        "highway-t",
        "railway-t",
        "highway-t",
        "overpass",
    )
    stored = started("base+draft", starter=0, rolls=(pairs,) * 7, counted=False)
    for seat, number in ((0, 1), (1, 2), (0, 3)):
        assert stored.view(0)["next_starter"] is None
        stored.act(seat, f"pick {number}")
    stored.act(1, "pick 4")
    assert {stored.view(seat)["next_starter"] for seat in (0, 1, None)} == {1}


def test_d6_nobody_starts_after_the_last_draft() -> None:
    """In the last round, and underground after the last round above, no draft follows."""
    stored = started("underground+draft", starter=0)
    for round_ in range(1, 15):
        assert stored.view(None)["round"] == round_
        while (chooser := stored.view(None)["chooser"]) is not None:
            free = [pick["number"] for pick in stored.view(None)["picks"] if pick["taken_by"] is None]
            stored.act(chooser, f"pick {free[0]}")
        told = {stored.view(seat)["next_starter"] for seat in (0, 1, None)}
        assert (told == {None}) == (round_ >= 13)
        stored.play_round()


@pytest.mark.parametrize(("rules", "count"), [("river+draft", 2), ("base+draft", 0), ("lava", 6)])
def test_d4_common_dice_are_told_apart_from_those_on_offer(rules: str, count: int) -> None:
    stored = started(rules)
    for seat in (0, 1, None):
        seen = stored.view(seat)
        assert seen["common"] == seen["faces"][len(seen["faces"]) - count :]


def test_d8_the_order_that_decides_a_tie_is_told() -> None:
    assert started("base+draft", starter=1).view(None)["tie_order"] == [0, 1]
    assert started("base").view(None)["tie_order"] == []


def test_a_meteors_way_is_shown_before_it_is_chosen() -> None:
    faces = ("highway-straight", "highway-t", "highway-curve", "overpass", "choose", "2")
    stored = started("meteor", rolls=(faces,) * 6, counted=False)
    ways = {choice["argument"]: choice.get("path") for choice in stored.view(0)["choices"]}
    assert ways["left"] == ["C4", "B4"]
    assert ways["special-hhhh"] is None
    assert stored.view(0)["boards"][0]["origin"] == "D4"
    stored.act(0, "direction left")
    assert stored.view(0)["boards"][0]["origin"] == "B4"
    assert stored.view(1)["boards"][0]["origin"] == "D4"
