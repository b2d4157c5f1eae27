"""What a seat and a watcher see; of the dice which must be drawn, and which one a drawing used up."""

from __future__ import annotations

from typing import Any

import pytest
from tests.game.only_on_craters import only_on_craters
from tests.server.playing import next_action
from tests.server.stored_room import StoredRoom, refusal, started

from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.views import _dice_view

EQUAL = ("highway-curve", "railway-straight", "highway-curve", "overpass")


def equal_dice() -> StoredRoom:
    """One seat, whose first and third die show the same."""
    rolls = (EQUAL,) * 7
    return StoredRoom(Spec(rules="base", rolls=rolls, counted=False))


def place(stored: StoredRoom, cell: str, *, die: int) -> None:
    stored.send(0, type="place", verb="draw", piece=EQUAL[die], cell=cell, die=die)


def drawn(view: dict[str, Any]) -> list[int]:
    """The places of the dice that are drawn, as two parts of the view say alike."""
    from_dice = [number for number, die in enumerate(view["dice"]) if die["drawn"]]
    assert sorted(one["die"] for one in view["drawings"] if one["die"] is not None) == from_dice
    return from_dice


def test_m6_a_die_that_fits_only_on_craters_is_not_due() -> None:
    view = only_on_craters()
    erasing = {option.piece.name for option in view.options if option.verb == "erase" and option.placements}
    assert "railway-straight" in erasing
    dice = {die["piece"]: (die["mandatory"], die["due"]) for die in _dice_view(view, ())}
    assert dice["railway-straight"] == dice["railway-curve"] == (True, False)
    assert dice["highway-straight"] == dice["highway-t"] == (True, True)


def test_b9_a_drawn_die_is_due_no_longer() -> None:
    stored = equal_dice()
    assert [die["due"] for die in stored.view(0)["dice"]] == [True] * 4
    place(stored, "B1", die=0)
    assert [die["due"] for die in stored.view(0)["dice"]] == [False, True, True, True]


def test_of_equal_dice_the_one_that_was_taken_is_drawn() -> None:
    for die in (0, 2):
        stored = equal_dice()
        place(stored, "B1", die=die)
        assert drawn(stored.view(0)) == [die]


def test_the_die_stays_the_same_when_its_tile_is_turned_taken_back_and_drawn_again() -> None:
    stored = equal_dice()
    place(stored, "B1", die=2)
    place(stored, "F1", die=0)
    place(stored, "D1", die=1)
    stored.send(0, type="turn", cell="B1")
    assert [(one["cell"], one["die"]) for one in stored.view(0)["drawings"]][-1] == ("B1", 2)
    stored.act(0, "take-back B1")
    assert drawn(stored.view(0)) == [0, 1]
    stored.act(0, "draw highway-curve B1 HH..")
    assert [one["die"] for one in stored.view(0)["drawings"]] == [0, 1, 2]
    stored.act(0, "take-back F1")
    assert drawn(stored.view(0)) == [1, 2]


def test_another_process_knows_which_die_was_taken() -> None:
    stored = equal_dice()
    place(stored, "B1", die=2)
    assert stored.again().taken == stored.room.taken != [{}]


def test_what_no_client_said_is_drawn_from_the_first_equal_die_left() -> None:
    stored = equal_dice()
    stored.act(0, "draw highway-curve B1 HH..")
    assert drawn(stored.view(0)) == [0]
    place(stored, "F1", die=0)
    assert [one["die"] for one in stored.view(0)["drawings"]] == [2, 0]


def test_a_die_that_shows_something_else_is_not_believed() -> None:
    stored = equal_dice()
    stored.send(0, type="place", verb="draw", piece="highway-curve", cell="B1", die=1)
    stored.send(0, type="place", verb="draw", piece="special-hhhh", cell="F1", die=2)
    assert [one["die"] for one in stored.view(0)["drawings"]] == [0, None]


def test_the_next_round_begins_with_no_die_taken() -> None:
    stored = equal_dice()
    place(stored, "B1", die=2)
    stored.play_round()
    assert drawn(stored.view(0)) == []
    stored.act(0, next(f"draw highway-curve {cell} {ways[0]}" for cell, ways in cells(stored).items()))
    assert drawn(stored.view(0)) == [0]


def cells(stored: StoredRoom) -> dict[str, list[str]]:
    options = stored.view(0)["options"]
    fitting: dict[str, list[str]] = next(one["cells"] for one in options if one["piece"] == "highway-curve")
    return fitting


def test_a_view_says_how_many_rounds_are_closed() -> None:
    stored = equal_dice()
    assert stored.view(0)["closed"] == 0
    stored.play_round()
    assert (stored.view(0)["closed"], stored.view(0)["round"]) == (1, 2)


def test_watchers_see_closed_rounds_only() -> None:
    stored = started()
    stored.play_round()
    stored.act(0, next_action(stored.view(0)))
    seen = stored.view(None)
    assert (seen["boards"], seen["options"], seen["drawings"], seen["sheet"]["lines"]) == ([], [], [], [])
    rounds = {cell["round"] for seat in seen["seats"] for board in seat["boards"] for cell in board["cells"]}
    assert rounds == {1}
    assert set(stored.kinds(None)) == {
        "joined",
        "started",
        "rolled",
        "seat_done",
        "round_closed",
    }


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
