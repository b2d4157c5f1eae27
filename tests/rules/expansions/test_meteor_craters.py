"""Meteor: craters, how to ignore a meteor, and what craters score (M4-M7)."""

from __future__ import annotations

import pytest
from tests.rules.expansions.meteor_positions import (
    ALL_SPECIALS,
    METEOR,
    THREE_USED,
    before_roll,
    crater_lines,
    crater_routes,
    drawing,
    hit,
    names,
    roll,
    strike,
)
from tests.rules.play import (
    check_answer,
    score_answer,
)

from inkrail.core.board import Round
from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.rules.expansions.meteor import origin_of
from inkrail.rules.position import DRAW, ERASE, Choice

# M4


def test_m4a_the_cell_hit_gets_a_crater_with_the_rounds_number() -> None:
    board = strike(before_roll(), "left", round_=5).boards[0]
    assert str(board[parse_cell("C4")]) == "crater ...."
    assert board.rounds[parse_cell("C4")] == 5


def test_m4b_a_tile_there_is_erased() -> None:
    tiles = ("highway-straight A4 .H.H", "highway-straight B4 .H.H")
    before = before_roll(*tiles, origin="C4")
    after = strike(before, "left")
    assert str(after.boards[0][parse_cell("B4")]) == "crater ...."
    assert METEOR.score(before).value("highway") == 2
    assert METEOR.score(after).value("highway") == 1


def test_m4c_what_was_erased_stays_used() -> None:
    before = before_roll("special-hhhh A4 HHHH", origin="B4", used=("special-hhhh",))
    after = strike(before, "left")
    assert hit(after) == ["A4"]
    assert after.crossed_off == ("special-hhhh",)
    with pytest.raises(Refusal, match=r"special\.used"):
        METEOR.draw(after, drawing(DRAW, "special-hhhh G4 HHHH"))
    text = ("special-hhhh A4 HHHH", "crater A4 ....", "special-hhhh G4 HHHH")
    assert check_answer(text, rules="meteor") == {"legal": False, "line": 3, "code": "special.used"}
    assert list(after.dice) == list(roll(before, "left").dice)


def test_m4d_a_crater_counts_for_the_centre() -> None:
    assert METEOR.score(strike(before_roll(), "left")).value("centre") == 1


# M5


def test_m5a_any_unused_special_may_be_crossed_off_instead() -> None:
    position = roll(before_roll(used=("special-rrrr",)), "left")
    assert set(names(METEOR.choices(position), "ignore")) == ALL_SPECIALS - {"special-rrrr"}
    after = METEOR.choose(position, Choice("ignore", "special-hrhr"))
    assert hit(after) == []
    assert METEOR.choices(after) == ()
    assert after.crossed_off == ("special-rrrr", "special-hrhr")
    with pytest.raises(Refusal, match=r"step\.not_possible"):
        METEOR.choose(position, Choice("ignore", "special-rrrr"))


def test_m5b_not_when_three_are_used() -> None:
    position = roll(before_roll(used=THREE_USED), "choose")
    assert names(METEOR.choices(position), "ignore") == []
    two = roll(before_roll(used=THREE_USED[:2]), "choose")
    assert len(names(METEOR.choices(two), "ignore")) == 4


def test_m5c_it_counts_as_this_rounds_special() -> None:
    after = METEOR.choose(roll(before_roll(), "left"), Choice("ignore", "special-hrhr"))
    with pytest.raises(Refusal, match=r"special\.round"):
        METEOR.draw(after, drawing(DRAW, "special-hhhh A4 HHHH"))
    next_round = strike(after, "left", round_=4)
    after = METEOR.draw(next_round, drawing(DRAW, "special-hhhh A4 HHHH"))
    assert after.crossed_off == ("special-hrhr", "special-hhhh")


def test_m5d_it_counts_as_one_of_the_games_three() -> None:
    after = METEOR.choose(roll(before_roll(used=THREE_USED[:2]), "left"), Choice("ignore", "special-hrhr"))
    next_round = roll(after, "left", round_=4)
    assert names(METEOR.choices(next_round), "ignore") == []
    with pytest.raises(Refusal, match=r"special\.limit"):
        METEOR.draw(next_round, drawing(DRAW, "special-rrrr A2 RRRR"))


def test_m5e_the_origin_stays() -> None:
    after = METEOR.choose(roll(before_roll(origin="B2"), "right"), Choice("ignore", "special-hrhr"))
    assert origin_of(after) == parse_cell("B2")
    assert hit(strike(after, "right", round_=4)) == ["C2"]


def test_m5f_it_must_be_paid_before_the_hit() -> None:
    with pytest.raises(Refusal, match=r"step\.not_possible"):
        METEOR.choose(strike(before_roll(), "left"), Choice("ignore", "special-hrhr"))


# M6


AT_A_CRATER = ("crater A4 ....", "highway-straight B1 H.H.")


def test_m6a_each_route_die_may_be_drawn_in_the_place_of_a_crater() -> None:
    position = strike(before_roll(*AT_A_CRATER, "crater G4 ...."), "up")
    position = METEOR.draw(position, drawing(ERASE, "highway-straight A4 .H.H"))
    position = METEOR.draw(position, drawing(ERASE, "highway-straight G4 .H.H"))
    assert hit(position) == ["D3"]
    assert [piece.name for piece in position.dice] == ["railway-t", "overpass"]
    assert position.boards[0].rounds[parse_cell("A4")] == 3
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        METEOR.draw(position, drawing(ERASE, "highway-straight D3 .H.H"))


def test_m6b_this_rounds_crater_too() -> None:
    position = strike(before_roll(origin="B4"), "left")
    assert hit(position) == ["A4"]
    assert hit(METEOR.draw(position, drawing(ERASE, "highway-straight A4 .H.H"))) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("highway-straight A4 H.H.", "placement.unconnected"),
        ("railway-t A4 .RRR", "placement.kind_clash"),
        ("highway-straight C4 .H.H", "meteor.no_crater"),
        ("highway-straight B1 H.H.", "placement.occupied"),
    ],
)
def test_m6c_it_must_fit_and_there_must_be_a_crater(text: str, code: str) -> None:
    position = strike(before_roll(*AT_A_CRATER), "up")
    with pytest.raises(Refusal) as refusal:
        METEOR.draw(position, drawing(ERASE, text))
    assert refusal.value.code == code


def test_m6d_no_special_route_goes_onto_a_crater() -> None:
    position = strike(before_roll(*AT_A_CRATER), "up")
    for verb, code in ((ERASE, "draw.not_available"), (DRAW, "placement.occupied")):
        with pytest.raises(Refusal) as refusal:
            METEOR.draw(position, drawing(verb, "special-hhhh A4 HHHH"))
        assert refusal.value.code == code
    text = ("crater A4 ....", "special-hhhh A4 HHHH")
    assert check_answer(text, rules="meteor") == {"legal": False, "line": 2, "code": "placement.occupied"}


def test_m6e_the_cell_stays_the_origin() -> None:
    position = strike(before_roll(origin="B4"), "left")
    position = METEOR.draw(position, drawing(ERASE, "highway-straight A4 .H.H"))
    assert origin_of(position) == parse_cell("A4")
    assert hit(strike(position, "right", round_=4)) == ["B4"]


def test_m6f_nobody_has_to_draw_on_a_crater() -> None:
    """B9 looks at free cells only: the six highway exits are craters, a highway straight fits nowhere else."""
    exits = crater_lines("B1 F1 B7 F7 A4 G4")
    faces = ("highway-straight", "highway-curve", "highway-t", "highway-t", "up", "1")
    position = METEOR.begin_round(before_roll(*exits, used=THREE_USED), Round(3), faces=faces)
    assert METEOR.dice_that_fit(position) == ()
    assert METEOR.duties(position) == ()
    assert "A4" not in hit(METEOR.draw(position, drawing(ERASE, "highway-straight A4 .H.H")))


def test_m6g_drawing_on_a_crater_is_its_own_verb() -> None:
    position = strike(before_roll(*AT_A_CRATER), "up")
    with pytest.raises(Refusal, match=r"placement\.occupied"):
        METEOR.draw(position, drawing(DRAW, "highway-straight A4 .H.H"))
    on_crater = drawing(ERASE, "highway-straight A4 .H.H")
    assert parse_action("erase highway-straight A4 .H.H", METEOR) == on_crater
    assert METEOR.draw(position, on_crater) != position


# M7


def test_m7a_two_points_for_each_tile_with_a_side_at_a_crater() -> None:
    line = crater_routes("crater D4 ....", "railway-straight D5 R.R.", "railway-straight E4 .R.R")
    assert (line.value, line.points) == (2, 4)
    assert [str(cell) for cell in line.cells] == ["E4", "D5"]
    assert [f"{cell} {side}" for cell, side in line.sides] == ["E4 W", "D5 N"]


def test_m7b_a_tile_between_two_craters_counts_once() -> None:
    line = crater_routes("crater D4 ....", "crater D6 ....", "railway-straight D5 R.R.")
    assert (line.value, line.points, len(line.sides)) == (1, 2, 2)


def test_m7c_a_blank_side_at_a_crater_does_not_count() -> None:
    assert crater_routes("crater D4 ....", "railway-straight D5 .R.R").points == 0
    assert crater_routes("crater D4 ....", "crater D5 ....").points == 0


def test_m7d_sides_at_a_crater_are_no_errors() -> None:
    text = ("crater D4 ....", "railway-straight D5 R.R.")
    assert score_answer(text, rules="meteor")["errors"] == 1
    assert score_answer((*text, "crater D6 ...."), rules="meteor")["errors"] == 0


def test_m7d_only_the_side_at_the_crater_is_forgiven() -> None:
    assert score_answer(("crater D4 ....", "railway-curve D5 RR.."), rules="meteor")["errors"] == 1
    assert score_answer(("crater D4 ....", "highway-curve E4 H..H"), rules="meteor")["errors"] == 1
    assert score_answer(("crater D4 ....", "highway-curve E4 HH.."), rules="meteor")["errors"] == 2


def test_m7e_the_report_counts_tiles() -> None:
    answer = score_answer(("crater D4 ....", "railway-straight D5 R.R."), rules="meteor")
    assert answer["expansion"] == {"crater_routes": 1}
    assert answer["expansion_points"] == 2
