"""Meteor, rules M."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.oracles.legality import check_text
from tests.rules.expansions.meteor_positions import (
    METEOR,
    ROUTE_FACES,
    THREE_USED,
    before_roll,
    crater_lines,
    drawing,
    hit,
    names,
    path,
    roll,
    strike,
)
from tests.rules.play import (
    check_answer,
    legal_answer,
    read,
)

from inkrail.core.board import Round
from inkrail.core.cells import MIDDLE, parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.game.table import open_table
from inkrail.rules.boardtext import check
from inkrail.rules.dealing import Seat
from inkrail.rules.expansions.meteor import DIRECTIONS, Meteor, origin_of
from inkrail.rules.position import DRAW, Choice
from inkrail.rules.registry import parse_ruleset

# M1


def test_m1a_the_direction_die_shows_each_way_once_and_choose_twice() -> None:
    direction, _ = Meteor.dice
    assert Counter(direction.faces) == {"up": 1, "right": 1, "down": 1, "left": 1, "choose": 2}


def test_m1b_the_distance_die_shows_three_ones_two_twos_and_a_three() -> None:
    _, distance = Meteor.dice
    assert Counter(distance.faces) == {"1": 3, "2": 2, "3": 1}


def test_m1c_six_rounds_with_the_four_route_dice_and_the_two_of_the_meteor() -> None:
    assert METEOR.rounds == 6
    names_ = [die.name for die in METEOR.dice(Round(1))]
    assert names_ == ["route", "route", "route", "station", "direction", "distance"]


def test_m1d_the_meteors_dice_are_not_drawn() -> None:
    position = roll(before_roll(), "up")
    assert [piece.name for piece in position.dice] == list(ROUTE_FACES)


def test_s3_meteor_reads_the_longest_route_by_stretches() -> None:
    assert METEOR.longest is Longest.STRETCHES
    assert parse_ruleset("meteor+draft").longest is Longest.STRETCHES


# M2


def test_m2a_a_meteor_hits_the_board_in_each_round() -> None:
    position = METEOR.set_up()
    for number in range(1, 7):
        position = strike(position, "right", round_=number)
    assert hit(position) == ["B4", "C4", "D4", "E4", "F4", "G4"]


def test_m2a_nothing_is_decided_any_more_once_it_has_struck() -> None:
    assert METEOR.choices(strike(before_roll(), "up")) == ()


def test_m2b_it_starts_from_the_cell_last_hit() -> None:
    position = strike(before_roll(origin="B2"), "down")
    assert hit(position) == ["B3"]
    assert origin_of(position) == parse_cell("B3")
    assert "B5" in hit(strike(position, "down", distance=2, round_=4))


def test_m2c_the_first_one_starts_from_the_middle() -> None:
    assert origin_of(METEOR.set_up()) == MIDDLE
    assert hit(strike(METEOR.set_up(), "up", round_=1)) == ["D3"]


@pytest.mark.parametrize(
    ("direction", "distance", "cell"),
    [("up", 1, "D3"), ("right", 2, "F4"), ("down", 3, "D7"), ("left", 2, "B4")],
)
def test_m2d_it_moves_in_the_direction_by_the_distance(direction: str, distance: int, cell: str) -> None:
    assert hit(strike(before_roll(), direction, distance=distance)) == [cell]


def test_m2e_on_choose_each_player_chooses_for_himself() -> None:
    position = roll(before_roll(used=THREE_USED), "choose", distance=2)
    choices = METEOR.choices(position)
    assert [str(choice) for choice in choices] == [
        "direction up",
        "direction right",
        "direction down",
        "direction left",
    ]
    landed = [hit(METEOR.choose(position, choice)) for choice in choices]
    assert landed == [["D2"], ["F4"], ["D6"], ["B4"]]


def test_m2f_a_rolled_direction_leaves_no_choice_of_it() -> None:
    position = roll(before_roll(), "left")
    assert names(METEOR.choices(position), "direction") == ["left"]
    with pytest.raises(Refusal, match=r"step\.not_possible"):
        METEOR.choose(position, Choice("direction", "right"))


def test_m2g_it_strikes_at_once_where_nothing_is_to_be_decided() -> None:
    position = roll(before_roll(used=THREE_USED), "left")
    assert METEOR.choices(position) == ()
    assert hit(position) == ["C4"]


def test_m2h_nothing_is_drawn_before_the_meteor() -> None:
    table, _ = open_table(METEOR).roll((*ROUTE_FACES, "left", "1"))
    first = drawing(DRAW, "highway-straight A4 .H.H")
    with pytest.raises(Refusal, match=r"step\.first"):
        table.act(Seat(0), first)
    table, _ = table.act(Seat(0), Choice("direction", "left"))
    table, _ = table.act(Seat(0), first)
    assert hit(table.seats[0].position) == ["C4"]


def test_m2e_two_players_may_choose_different_ways() -> None:
    table, _ = open_table(METEOR, seats=2).roll((*ROUTE_FACES, "choose", "2"))
    table, _ = table.act(Seat(0), Choice("direction", "up"))
    table, _ = table.act(Seat(1), Choice("direction", "left"))
    assert [hit(seat.position) for seat in table.seats] == [["D2"], ["B4"]]


# M3


def test_m3a_at_the_edge_it_bounces_and_finishes_its_steps() -> None:
    assert path("F4", "right", distance=3) == "G4 F4 E4"
    assert path("D2", "up", distance=2) == "D1 D2"
    assert path("D6", "down", distance=3) == "D7 D6 D5"


def test_m3b_from_a_crater_it_goes_on_in_its_current_direction() -> None:
    assert path("D4", "left", distance=1, over="C4") == "C4 B4"
    assert path("B4", "left", distance=3, over="C4 B4") == "A4 B4 C4 D4"


def test_m3c_only_where_it_lands_a_crater_matters() -> None:
    assert path("D4", "left", distance=2, over="C4") == "C4 B4"


def test_m3d_going_on_it_bounces_if_needed() -> None:
    assert path("E4", "right", distance=1, over="F4 G4 E4") == "F4 G4 F4 E4 D4"


def test_m3_the_way_of_a_meteor_can_be_shown_before_it_is_chosen() -> None:
    """M2, M3: from where and over which cells, for each direction; paying with a special stops it."""
    position = roll(before_roll(*crater_lines("B2"), origin="B3"), "choose", distance=2)
    assert METEOR.origin(position) == parse_cell("B3")
    shown = {
        choice.argument: " ".join(map(str, METEOR.path(position, choice)))
        for choice in METEOR.choices(position)
    }
    ways = {name: shown[name] for name in DIRECTIONS}
    assert ways == {"up": "B2 B1", "right": "C3 D3", "down": "B4 B5", "left": "A3 B3"}
    assert METEOR.path(position, Choice("ignore", "special-hhhh")) == ()
    assert METEOR.origin(METEOR.blank()) is None


def test_m3e_it_may_come_back_to_its_origin() -> None:
    assert path("B4", "left", distance=2) == "A4 B4"
    assert path("A4", "right", distance=1, over="B4 C4 D4 E4 F4 G4").endswith(" C4 B4 A4")
    position = strike(before_roll(*crater_lines("B4 C4 D4 E4 F4 G4"), origin="A4"), "right")
    assert "A4" in hit(position)


def test_m3f_a_line_full_of_craters_is_not_hit_and_the_origin_stays() -> None:
    row = "A4 B4 C4 D4 E4 F4 G4"
    for origin in row.split():
        for distance in (1, 2, 3):
            assert path(origin, "left", distance=distance, over=row) == ""
    position = strike(before_roll(*crater_lines(row), origin="C4"), "left", distance=2)
    assert hit(position) == row.split()
    assert origin_of(position) == parse_cell("C4")
    assert METEOR.choices(position) == ()


def test_m3g_moving_outwards_at_the_edge_it_turns_without_using_a_step() -> None:
    assert path("A4", "left", distance=1) == "B4"
    assert path("A4", "left", distance=3) == "B4 C4 D4"
    assert path("D1", "up", distance=2) == "D2 D3"


def test_m3_each_choice_shows_its_flight() -> None:
    """For pages that move the meteor: cell by cell, and none for a meteor that is ignored."""
    position = roll(before_roll(origin="B4"), "choose", distance=3)
    module = METEOR.modules[-1]
    shown = {str(choice): module.path(position, choice) for choice in METEOR.choices(position)}
    assert " ".join(map(str, shown["direction left"])) == "A4 B4 C4"
    assert shown["ignore special-hhhh"] == ()
    assert module.origin(position) == parse_cell("B4")
    assert module.origin(METEOR.blank()) is None


# M8


def test_m8a_two_left_from_the_middle() -> None:
    assert path("D4", "left", distance=2) == "C4 B4"


def test_m8b_three_left_from_b4_bounces_to_c4() -> None:
    assert path("B4", "left", distance=3, over="B4") == "A4 B4 C4"


def test_m8c_is_that_a_crater_it_goes_on_to_d4() -> None:
    assert path("B4", "left", distance=3, over="B4 C4") == "A4 B4 C4 D4"


# Board texts


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (("crater D4 ....", "crater D4 ...."), 2, "placement.occupied"),
        (("crater A4 ....", "highway-straight A4 H.H."), 2, "placement.unconnected"),
        (("crater A4 ....", "railway-t A4 .RRR"), 2, "placement.kind_clash"),
        (("highway-straight A4 .H.H", "highway-t A4 HH.H"), 2, "placement.occupied"),
    ],
)
def test_check_refuses(text: tuple[str, ...], line: int, *, code: str) -> None:
    answer = check_answer(text, rules="meteor")
    assert answer == {"legal": False, "line": line, "code": code}
    assert answer == check_text("\n".join(text), rules="meteor")


def test_check_reads_craters_and_what_is_drawn_over_them() -> None:
    text = ("highway-straight A4 .H.H", "crater A4 ....", "highway-t A4 HH.H", "crater G7 ....")
    assert check_answer(text, rules="meteor") == {"legal": True}


def test_a_refusal_names_the_crater_and_its_cell() -> None:
    found = check(read(crater_lines("D4 D4"), rules="meteor"))
    assert found is not None
    assert found.params == {"cell": parse_cell("D4"), "piece": "crater"}


def test_legal_lists_craters_apart() -> None:
    text = ("crater A4 ....", "highway-straight B1 H.H.")
    answer = legal_answer(text, piece="highway-straight", rules="meteor")
    assert answer["on_craters"] == ["A4 .H.H"]
    assert "B2 H.H." in answer["placements"]
    assert legal_answer(text, piece="special-hhhh", rules="meteor")["on_craters"] == []
    assert len(legal_answer(text, piece="crater", rules="meteor")["placements"]) == 48
