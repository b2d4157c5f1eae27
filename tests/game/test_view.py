"""What a seat may see."""

from __future__ import annotations

import pytest
from tests.game.play import random_game

from inkrail.core.dice import SeededRng
from inkrail.game.absent import act_for_absent
from inkrail.game.actions import parse_action
from inkrail.game.record import Record
from inkrail.game.table import Phase, Table, open_table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

BASE = parse_ruleset("base")
ROLL = ("highway-straight", "railway-straight", "railway-t", "overpass")


def table_after(*actions: str, rules: str = "base") -> Table:
    ruleset = parse_ruleset(rules)
    table, _ = Record(ruleset).open().roll(ROLL)
    for action in actions:
        table, _ = table.act(Seat(0), parse_action(action, ruleset))
    return table


def test_b9_a_view_names_the_dice_left_and_those_that_must_be_drawn() -> None:
    seen = view(table_after("draw overpass B1 HRHR"), Seat(0))
    assert [piece.name for piece in seen.position.dice] == list(ROLL[:3])
    assert [piece.name for piece in seen.must_draw] == list(ROLL[:3])
    assert seen.duties == ("round.dice_left",)


def test_b10_a_view_offers_the_special_routes_until_one_is_drawn() -> None:
    before = view(table_after(), Seat(0))
    (extra,) = before.extras
    assert (extra.name, extra.pieces, extra.left) == ("special", BASE.specials, 3)
    assert {option.piece for option in before.options if option.drawable.extra} == set(extra.pieces)
    after = view(table_after("draw special-hhhh B1 HHHH"), Seat(0))
    assert [extra.left for extra in after.extras] == [2]
    assert {option.piece for option in after.options}.isdisjoint(BASE.specials)


def test_u4_a_view_has_the_extras_of_the_board_that_is_drawn_on() -> None:
    ruleset = parse_ruleset("underground")
    table = Record(ruleset).open()
    names = []
    for number in (1, 2):
        table, _ = table.roll(table.throw(SeededRng("two boards", number)))
        names.append([extra.name for extra in view(table, Seat(0)).extras])
        table, _ = act_for_absent(table, Seat(0), rng=SeededRng("two boards", "absent"))
    assert names == [["special"], ["duplicate"]]


def test_f3_a_duty_names_the_dice_that_would_fulfil_it() -> None:
    table, _ = Record(parse_ruleset("lava")).open().roll((*ROLL, "lava-3", "lava-3"))
    seen = view(table, Seat(0))
    owed = {duty.code: [piece.name for piece in duty.dice] for duty in seen.owed}
    assert owed == {"round.dice_left": list(ROLL), "lava.must_draw": ["lava-3"]}


def test_s6_a_view_holds_the_live_score() -> None:
    assert view(table_after(), Seat(0)).sheet.total == 0
    sheet = view(table_after("draw highway-straight B1 H.H."), Seat(0)).sheet
    assert (sheet.value("highway"), sheet.errors, sheet.total) == (1, 1, 0)


def test_nothing_may_be_drawn_before_the_roll_or_after_the_end_of_the_round() -> None:
    assert view(Record(BASE).open(), Seat(0)).options == ()
    *_, last = random_game("base", seed="over")
    assert last.after.phase is Phase.OVER
    assert view(last.after, Seat(0)).options == ()
    assert view(last.after, Seat(0)).duties == ()


def test_a_view_holds_the_deal_and_of_the_others_what_they_showed() -> None:
    """What others draw in the current round is hidden; that they are done is visible."""
    table, _ = Record(BASE, 3).open().roll(ROLL)
    for text in ("draw overpass B1 HRHR", "draw highway-straight F1 H.H.", "draw railway-t D1 RR.R"):
        table, _ = table.act(Seat(1), parse_action(text, BASE))
    table, _ = table.act(Seat(1), parse_action("draw railway-straight A2 .R.R", BASE))
    table, _ = table.act(Seat(1), parse_action("done", BASE))
    seen = view(table, Seat(0))
    assert seen.deal == table.deal
    assert [(other.seat, other.done) for other in seen.others] == [(1, True), (2, False)]
    assert [other.position.boards[0].filled for other in seen.others] == [0, 0]


def test_m2_a_meteor_is_decided_once_and_only_while_drawing() -> None:
    ruleset = parse_ruleset("meteor")
    table = Record(ruleset).open()
    assert view(table, Seat(0)).choices == ()
    table, _ = table.roll((*ROLL, "choose", "2"))
    assert {choice.verb for choice in view(table, Seat(0)).choices} == {"direction", "ignore"}
    assert view(table, Seat(0)).duties == ("step.first",)
    table, _ = table.act(Seat(0), parse_action("direction left", ruleset))
    assert view(table, Seat(0)).choices == ()


@pytest.mark.parametrize(("rules", "last_draft"), [("base+draft", 7), ("underground+draft", 13)])
def test_d6_the_next_start_player_is_shown_before_drawing_begins(rules: str, last_draft: int) -> None:
    """Known from the last pair on, until the next draft begins; no one after the last draft."""
    told: Seat | None = None
    for moment in random_game(rules, seats=3, seed="starter"):
        seen = view(moment.after, Seat(0))
        assert seen.next_starter == view(moment.after, Seat(2)).next_starter
        if moment.after.phase is Phase.PICK or seen.round_ >= last_draft:
            assert seen.next_starter is None
        else:
            assert seen.next_starter is not None
        if moment.before.phase is Phase.DRAW:
            assert view(moment.before, Seat(0)).next_starter == seen.next_starter
        if moment.after.phase is Phase.PICK and moment.before.phase is Phase.ROLL and seen.round_ > 1:
            assert moment.after.deal.starter == told
        told = told if moment.after.phase is Phase.PICK else seen.next_starter


def test_d1_the_starred_seat_is_the_one_drawn_by_lot() -> None:
    table = open_table(parse_ruleset("base+draft"), seats=3, starter=Seat(2))
    assert (table.star, view(table, Seat(0)).star) == (2, 2)
    assert open_table(parse_ruleset("base"), seats=3).star is None


def test_d1_a_view_names_the_starred_seat_for_the_whole_game() -> None:
    stars = {view(moment.after, Seat(1)).star for moment in random_game("river+draft", seats=3)}
    assert stars == {moment.after.deal.star for moment in random_game("river+draft", seats=3)}
    assert len(stars) == 1
    assert view(table_after(), Seat(0)).star is None
    assert view(table_after(), Seat(0)).next_starter is None
