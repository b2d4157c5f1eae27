"""Dice, extras, duties and drawings in views."""

from __future__ import annotations

from typing import Any

from tests.game.only_on_craters import only_on_craters
from tests.server.playing import ways_of
from tests.server.stored_room import StoredRoom

from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.options import dice_view

EQUAL = ("highway-curve", "railway-straight", "highway-curve", "overpass")


def equal_dice() -> StoredRoom:
    """One seat, whose first and third die show the same."""
    rolls = (EQUAL,) * 7
    return StoredRoom(Spec(rules="base", rolls=rolls, counted=False))


def place(stored: StoredRoom, cell: str, *, die: int) -> None:
    stored.send(0, type="place", verb="draw", piece=EQUAL[die], cell=cell, die=die)


def drawn(view: dict[str, Any]) -> list[int]:
    """The indices of the drawn dice, on which two parts of the view must agree."""
    from_dice = [number for number, die in enumerate(view["dice"]) if die["drawn"]]
    assert sorted(one["die"] for one in view["drawings"] if one["die"] is not None) == from_dice
    return from_dice


def test_m6_a_die_that_fits_only_on_craters_is_not_due() -> None:
    view = only_on_craters()
    erasing = {option.piece.name for option in view.options if option.verb == "erase" and option.placements}
    assert "railway-straight" in erasing
    dice = {die["piece"]: (die["mandatory"], die["due"]) for die in dice_view(view, ())}
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
    return ways_of(next(one for one in options if one["piece"] == "highway-curve"))


def test_an_option_has_the_cells_of_each_orientation_as_a_number() -> None:
    """A1 is the lowest bit, and the bits go along the rows."""
    option = next(one for one in equal_dice().view(0)["options"] if one["piece"] == "overpass")
    b1, f1, a2, g2, a6, g6, b7, f7 = 1, 5, 7, 13, 35, 41, 43, 47
    d1, a4, g4, d7 = 3, 21, 27, 45
    assert option["fits"] == {
        "HRHR": sum(2**number for number in (b1, f1, a2, g2, a6, g6, b7, f7)),
        "RHRH": sum(2**number for number in (d1, a4, g4, d7)),
    }


def extras(view: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {extra["name"]: (extra["left"], extra["total"]) for extra in view["extras"]}


def reasons(view: dict[str, Any], name: str) -> set[tuple[bool, bool, str | None]]:
    """The state of the pieces of an extra: used, available, and why not."""
    (items,) = (extra["items"] for extra in view["extras"] if extra["name"] == name)
    return {(item["used"], item["available"], item["why"]) for item in items}


def test_b10_a_view_says_what_is_left_of_the_special_routes_and_why_not() -> None:
    stored = equal_dice()
    assert extras(stored.view(0)) == {"special": (3, 3)}
    assert reasons(stored.view(0), "special") == {(False, True, None)}
    stored.send(0, type="place", verb="draw", piece="special-hhhh", cell="B1")
    assert extras(stored.view(0)) == {"special": (2, 3)}
    assert reasons(stored.view(0), "special") == {
        (True, False, "special.used"),
        (False, False, "special.round"),
    }


def test_f5_a_view_says_whether_this_rounds_volcano_is_left() -> None:
    stored = StoredRoom(Spec(rules="lava", rolls=((*EQUAL, "lava-3", "lava-3"),) * 6, counted=False))
    assert extras(stored.view(0)) == {"special": (3, 3), "volcano": (1, 1)}
    stored.act(0, "volcano A1")
    view = stored.view(0)
    assert extras(view)["volcano"] == (0, 1)
    assert reasons(view, "volcano") == {(True, False, "lava.one_volcano")}
    assert [drawing["action"] for drawing in view["drawings"]] == ["volcano A1"]


def test_b9_a_view_says_which_dice_keep_the_round_open() -> None:
    stored = StoredRoom(Spec(rules="lava", rolls=((*EQUAL, "lava-3", "lava-3"),) * 6, counted=False))
    assert stored.view(0)["duties"] == [
        {"code": "round.dice_left", "pieces": list(EQUAL)},
        {"code": "lava.must_draw", "pieces": ["lava-3"]},
    ]


def test_d2_a_view_says_which_dice_are_to_be_typed() -> None:
    stored = StoredRoom(Spec(rules="lake+draft", bots=(None, "random"), typed=True, counted=False))
    slots = stored.view(0)["next_dice"]
    assert [slot["offer"] for slot in slots] == [1, 1, 2, 2, 3, 3, 4, 4, None, None]
    assert {"overpass", "highway-t"} < set(slots[0]["faces"])
    assert slots[-1]["faces"][0].startswith("lake")
