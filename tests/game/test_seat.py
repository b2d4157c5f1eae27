"""What a seat must draw, and what it may take back (B9, B11)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.lava_ring import RING
from tests.rules.play import read

from inkrail.core.board import Round
from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.game.actions import Pick, parse_action
from inkrail.game.seat import SeatState
from inkrail.game.table import Table, open_table
from inkrail.game.view import View, view
from inkrail.rules.boardtext import position_of
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset

ME = Seat(0)
ROLL = ("highway-straight", "highway-straight", "highway-curve", "overpass")


def rolled(*, rules: str = "base", roll: tuple[str, ...] = ROLL, seats: int = 1) -> Table:
    return open_table(parse_ruleset(rules), seats=seats).roll(roll)[0]


def act(table: Table, *lines: str) -> Table:
    for line in lines:
        table, _ = table.act(ME, parse_action(line, table.ruleset))
    return table


def refused(table: Table, line: str) -> str | None:
    try:
        act(table, line)
    except Refusal as refusal:
        return refusal.code
    return None


def mine(table: Table) -> View:
    return view(table, ME)


def order(table: Table) -> str:
    """The cells of the drawings, in order."""
    return " ".join(str(drawing.placement.cell) for drawing in mine(table).drawings)


LINES = (
    "draw highway-straight B1 H.H.",
    "draw highway-straight B2 H.H.",
    "draw highway-curve B3 HH..",
    "draw overpass F7 HRHR",
)


def test_b9a_ending_the_round_is_refused_while_a_die_fits() -> None:
    table = rolled()
    for line in LINES:
        assert refused(table, "done") == "round.dice_left"
        table = act(table, line)
    assert refused(table, "done") is None


def test_b9a_the_refusal_names_the_dice() -> None:
    with pytest.raises(Refusal) as refusal:
        act(rolled(), *LINES[:2], "done")
    assert refusal.value.params == {"pieces": "highway-curve, overpass"}


def test_b9a_a_view_tells_which_dice_must_be_drawn() -> None:
    seen = mine(act(rolled(), LINES[0]))
    assert [piece.name for piece in seen.must_draw] == ["highway-straight", "highway-curve", "overpass"]
    assert seen.duties == ("round.dice_left",)


def test_b9b_a_view_without_duties_lets_the_round_end() -> None:
    seen = mine(act(rolled(), *LINES))
    assert (seen.must_draw, seen.duties) == ((), ())


def test_b11a_any_drawing_of_the_round_may_be_taken_back() -> None:
    table = act(rolled(), *LINES)
    assert order(act(table, "take-back F7")) == "B1 B2 B3"
    assert order(act(table, "take-back B3")) == "B1 B2 F7"
    assert refused(act(table, "take-back B3"), "draw highway-curve A4 ..HH") is None


def test_b11a_taking_back_the_last_drawing_restores_an_equal_state() -> None:
    before = act(rolled(), *LINES[:3])
    assert act(before, LINES[3], "take-back F7") == before


def test_b11a_nothing_is_taken_back_after_the_round() -> None:
    table = act(rolled(seats=2), *LINES, "done")
    assert refused(table, "take-back F7") == "round.already_done"


def test_b11a_where_nothing_was_drawn_nothing_is_taken_back() -> None:
    assert refused(act(rolled(), *LINES), "take-back D4") == "take_back.nothing"


def test_b11b_a_drawing_that_others_hang_on_stays() -> None:
    table = act(rolled(), *LINES)
    assert refused(table, "take-back B1") == "take_back.others_depend"
    assert refused(table, "take-back B2") == "take_back.others_depend"
    assert order(act(table, "take-back B3", "take-back B2", "take-back B1")) == "F7"


def from_two_exits() -> Table:
    """From B1 down to B4, which A4 meets from the west: either end can hold the rest."""
    table = rolled(roll=("highway-straight", "highway-straight", "highway-t", "overpass"))
    return act(
        table,
        "draw highway-straight B1 H.H.",
        "draw highway-straight B2 H.H.",
        "draw overpass B3 HRHR",
        "draw special-hhhh B4 HHHH",
        "draw highway-t A4 HH.H",
    )


def test_b11b_a_drawing_may_go_when_the_others_hold_in_another_order() -> None:
    assert refused(from_two_exits(), "take-back B1") is None
    assert refused(act(from_two_exits(), "take-back B1"), "take-back B3") == "take_back.others_depend"


def test_b11c_what_remains_stands_earliest_legal_first() -> None:
    assert order(from_two_exits()) == "B1 B2 B3 B4 A4"
    assert order(act(from_two_exits(), "take-back B1")) == "A4 B4 B3 B2"
    assert order(act(from_two_exits(), "take-back B2")) == "B1 A4 B4 B3"


def test_b11c_the_state_is_that_of_drawing_in_that_order() -> None:
    table = act(from_two_exits(), "take-back B2")
    anew = act(
        rolled(roll=("highway-straight", "highway-straight", "highway-t", "overpass")),
        "draw highway-straight B1 H.H.",
        "draw highway-t A4 HH.H",
        "draw special-hhhh B4 HHHH",
        "draw overpass B3 HRHR",
    )
    assert table == anew


def test_b11d_a_special_route_taken_back_is_to_be_had_again() -> None:
    table = act(rolled(), "draw special-hhhh B1 HHHH")
    assert mine(table).position.crossed_off == ("special-hhhh",)
    back = act(table, "take-back B1")
    assert back == rolled()
    assert refused(back, "draw special-hhrr B1 HRRH") is None


def test_b11d_it_is_to_be_had_again_although_a_later_drawing_stays() -> None:
    table = act(rolled(), "draw special-hhhh B1 HHHH", "draw highway-straight F1 H.H.", "take-back B1")
    assert mine(table).position.crossed_off == ()
    assert table == act(rolled(), "draw highway-straight F1 H.H.")


def test_b11d_what_was_erased_comes_back() -> None:
    start = open_table(parse_ruleset("meteor")).roll((*ROLL, "up", "3"))[0]
    table = act(start, "direction up")
    assert mine(table).position.boards[0][parse_cell("D1")] is not None
    drawn = act(table, "erase overpass D1 RHRH")
    assert act(drawn, "take-back D1") == table


def in_the_ring(*left_out: str) -> Table:
    """A round of lava on a board where a tile in D3 shuts the lava in (F6)."""
    lines = [line for line in RING if line.split()[1] not in left_out]
    ring = position_of(read(lines, rules="lava"))
    table = replace(open_table(parse_ruleset("lava")), seats=(SeatState(ring, ring),), round_=Round(4))
    return table.roll(("railway-straight", "railway-t", "highway-curve", "overpass", "lava-3", "lava-3"))[0]


COVERED = ("draw railway-t D3 RR.R", "erase lava-3 D3 FFF.")


def test_b11a_of_two_drawings_in_a_cell_the_later_goes_unless_the_piece_is_named() -> None:
    """F6: the lava covers what was drawn in the same round."""
    table = act(in_the_ring(), *COVERED)
    assert order(table) == "D3 D3"
    under = act(in_the_ring(), COVERED[0])
    assert act(table, "take-back D3") == act(table, "take-back D3 lava-3") == under
    assert act(table, "take-back D3", "take-back D3") == in_the_ring()


def test_b11a_b11c_what_lava_covered_may_be_taken_back_under_it() -> None:
    """F6: without it the cell was free, and the lava is drawn as in a free cell."""
    table = act(in_the_ring(), *COVERED, "take-back D3 railway-t")
    assert table == act(in_the_ring(), "draw lava-3 D3 FFF.")
    assert refused(table, "draw railway-t F1 HHH.") == "sides.not_an_orientation"
    assert refused(table, "draw railway-t D7 RRR.") is None


def test_b11b_what_lava_covered_stays_while_others_hang_on_it() -> None:
    """D2 met only the railway that the lava erased, so the railway must have been there."""
    table = act(in_the_ring("D1", "D2"), COVERED[0], "draw railway-straight D2 R.R.", COVERED[1])
    assert refused(table, "take-back D3 railway-t") == "take_back.others_depend"
    assert refused(act(table, "take-back D2"), "take-back D3 railway-t") is None


def test_b11a_a_piece_that_was_not_drawn_in_the_cell_is_not_taken_back() -> None:
    table = act(in_the_ring(), *COVERED)
    assert refused(table, "take-back D3 railway-straight") == "take_back.other_piece"
    assert refused(table, "take-back D2 railway-t") == "take_back.nothing"
    assert refused(table, "take-back D3 river-curve") == "piece.not_in_ruleset"


def test_b11e_a_step_before_drawing_is_final() -> None:
    start = open_table(parse_ruleset("meteor")).roll((*ROLL, "choose", "1"))[0]
    table = act(start, "direction up")
    assert refused(table, "direction down") == "step.not_possible"
    assert refused(table, "take-back D3") == "take_back.nothing"


def test_b11e_a_payment_is_final() -> None:
    start = open_table(parse_ruleset("meteor")).roll((*ROLL, "up", "1"))[0]
    table = act(start, "ignore special-hhhh")
    for line in ("direction up", "ignore special-rrrr", "ignore special-hhhh"):
        assert refused(table, line) == "step.not_possible"
    assert refused(table, "take-back D3") == "take_back.nothing"
    assert mine(act(table, LINES[0], "take-back B1")).position.crossed_off == ("special-hhhh",)


def test_b11e_a_drafted_pair_is_final() -> None:
    """D3c: neither while the others choose nor afterwards."""
    table = open_table(parse_ruleset("base+draft"), seats=2).roll((*ROLL[:3], *ROLL[:3], *ROLL[3:] * 2))[0]
    taken = act(table, "pick 1")
    assert refused(taken, "pick 2") == "pick.not_your_turn"
    assert refused(taken, "take-back B1") == "phase.pick"
    for seat, number in ((1, 2), (0, 3), (1, 4)):
        taken, _ = taken.act(Seat(seat), Pick(number))
    assert refused(taken, "pick 2") == "phase.not_pick"
    assert refused(taken, "take-back B1") == "take_back.nothing"


def test_b11f_what_earlier_rounds_drew_stays() -> None:
    table = act(rolled(), *LINES, "done")
    table, _ = table.roll(ROLL)
    assert refused(table, "take-back F7") == "take_back.nothing"
    assert mine(table).position.boards[0].filled.bit_count() == 4


def test_b11g_tiles_bear_the_number_of_their_round() -> None:
    table = act(rolled(), *LINES, "done")
    table = act(table.roll(ROLL)[0], "draw highway-curve A4 ..HH")
    rounds = mine(table).position.boards[0].rounds
    assert [rounds[parse_cell(name)] for name in ("B1", "F7", "A4", "D4")] == [1, 1, 2, 0]
