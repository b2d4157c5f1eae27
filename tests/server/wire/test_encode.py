"""What the views say about dice: which must be drawn, and which one a drawing used up."""

from __future__ import annotations

from typing import Any

from tests.game.only_on_craters import only_on_craters
from tests.server.rooms.test_room import Tried

from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.encode import dice_view

EQUAL = ("highway-curve", "railway-straight", "highway-curve", "overpass")


def equal_dice() -> Tried:
    """One seat, whose first and third die show the same."""
    rolls = (EQUAL,) * 7
    return Tried(Spec(rules="base", rolls=rolls, counted=False))


def place(tried: Tried, cell: str, *, die: int) -> None:
    tried.send(0, type="place", verb="draw", piece=EQUAL[die], cell=cell, die=die)


def drawn(view: dict[str, Any]) -> list[int]:
    """The places of the dice that are drawn, as two parts of the view say alike."""
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
    tried = equal_dice()
    assert [die["due"] for die in tried.view(0)["dice"]] == [True] * 4
    place(tried, "B1", die=0)
    assert [die["due"] for die in tried.view(0)["dice"]] == [False, True, True, True]


def test_of_equal_dice_the_one_that_was_taken_is_drawn() -> None:
    for die in (0, 2):
        tried = equal_dice()
        place(tried, "B1", die=die)
        assert drawn(tried.view(0)) == [die]


def test_the_die_stays_the_same_when_its_tile_is_turned_taken_back_and_drawn_again() -> None:
    tried = equal_dice()
    place(tried, "B1", die=2)
    place(tried, "F1", die=0)
    place(tried, "D1", die=1)
    tried.send(0, type="turn", cell="B1")
    assert [(one["cell"], one["die"]) for one in tried.view(0)["drawings"]][-1] == ("B1", 2)
    tried.act(0, "take-back B1")
    assert drawn(tried.view(0)) == [0, 1]
    tried.act(0, "draw highway-curve B1 HH..")
    assert [one["die"] for one in tried.view(0)["drawings"]] == [0, 1, 2]
    tried.act(0, "take-back F1")
    assert drawn(tried.view(0)) == [1, 2]


def test_another_process_knows_which_die_was_taken() -> None:
    tried = equal_dice()
    place(tried, "B1", die=2)
    assert tried.again().taken == tried.hosted.taken != [{}]


def test_what_no_client_said_is_drawn_from_the_first_equal_die_left() -> None:
    tried = equal_dice()
    tried.act(0, "draw highway-curve B1 HH..")
    assert drawn(tried.view(0)) == [0]
    place(tried, "F1", die=0)
    assert [one["die"] for one in tried.view(0)["drawings"]] == [2, 0]


def test_a_die_that_shows_something_else_is_not_believed() -> None:
    tried = equal_dice()
    tried.send(0, type="place", verb="draw", piece="highway-curve", cell="B1", die=1)
    tried.send(0, type="place", verb="draw", piece="special-hhhh", cell="F1", die=2)
    assert [one["die"] for one in tried.view(0)["drawings"]] == [0, None]


def test_the_next_round_begins_with_no_die_taken() -> None:
    tried = equal_dice()
    place(tried, "B1", die=2)
    tried.play_round()
    assert drawn(tried.view(0)) == []
    tried.act(0, next(f"draw highway-curve {cell} {ways[0]}" for cell, ways in cells(tried).items()))
    assert drawn(tried.view(0)) == [0]


def cells(tried: Tried) -> dict[str, list[str]]:
    options = tried.view(0)["options"]
    found: dict[str, list[str]] = next(one["cells"] for one in options if one["piece"] == "highway-curve")
    return found


def test_a_view_says_how_many_rounds_are_closed() -> None:
    tried = equal_dice()
    assert tried.view(0)["closed"] == 0
    tried.play_round()
    assert (tried.view(0)["closed"], tried.view(0)["round"]) == (1, 2)
