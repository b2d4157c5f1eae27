"""What is done for an absent player: only what is mandatory."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.lava_ring import RING
from tests.rules.play import read

from inkrail.core.board import Round
from inkrail.core.cells import format_cell, parse_cell
from inkrail.core.dice import SeededRng
from inkrail.game.absent import act_for_absent
from inkrail.game.actions import Action, Done, Pick, format_action, parse_action
from inkrail.game.seat import SeatState
from inkrail.game.table import Phase, Table, open_table
from inkrail.rules.boardtext import position_of
from inkrail.rules.dealing import Seat
from inkrail.rules.expansions.lava import is_shut_in
from inkrail.rules.position import Choice, Drawing
from inkrail.rules.registry import parse_ruleset

ME = Seat(0)
ROUTES = ("railway-straight", "railway-t", "highway-curve", "overpass")
SHUT_IN = (*RING, "special-rrrr D3 RRRR")
TRIES = range(60)


def rolled(rules: str, *faces: str, board: tuple[str, ...] = ()) -> Table:
    """A table at which these faces were rolled, on an empty board or on this one."""
    table = open_table(parse_ruleset(rules))
    if board:
        position = position_of(read(board, rules=rules))
        table = replace(table, seats=(SeatState(position, position),), round_=Round(3))
    return table.roll(faces)[0]


def act(table: Table, number: object = 0) -> tuple[Action, ...]:
    """The actions with this seed; the last one ends the round."""
    after, actions = act_for_absent(table, ME, rng=SeededRng("absent", number))
    assert after.phase is not Phase.DRAW
    assert isinstance(actions[-1], Done)
    return actions


def verbs(actions: tuple[Action, ...]) -> list[str]:
    return [action.verb for action in actions if isinstance(action, Drawing | Choice)]


def test_b9_the_dice_that_fit_are_drawn_and_no_special_route() -> None:
    for number in TRIES:
        drawn = [
            a.placement.piece.name for a in act(rolled("base", *ROUTES), number) if isinstance(a, Drawing)
        ]
        assert sorted(drawn) == sorted(ROUTES)


def test_what_the_player_drew_stays() -> None:
    table = rolled("base", *ROUTES)
    for text in ("draw special-hhhh B1 HHHH", "draw railway-straight D1 R.R."):
        table, _ = table.act(ME, parse_action(text, table.ruleset))
    after, _ = act_for_absent(table, ME, rng=SeededRng("absent"))
    board = after.seats[0].shown.boards[0]
    assert [str(board[parse_cell(cell)]) for cell in ("B1", "D1")] == [
        "special-hhhh HHHH",
        "railway-straight R.R.",
    ]
    assert board.filled.bit_count() == 5
    assert after.seats[0].shown.crossed_off == ("special-hhhh",)


@pytest.mark.parametrize(("rules", "faces"), [("river", ("bridge-highway",) * 2), ("lake", ("lake-3",) * 2)])
def test_v2_l2_optional_dice_are_left(rules: str, faces: tuple[str, ...]) -> None:
    for number in TRIES:
        assert len(verbs(act(rolled(rules, *ROUTES, *faces), number))) == len(ROUTES)


def test_m5_a_meteor_is_never_paid_for() -> None:
    for number in TRIES:
        first = act(rolled("meteor", *ROUTES, "left", "2"), number)[0]
        assert first == Choice("direction", "left")


def test_m2_a_free_direction_is_left_to_chance() -> None:
    firsts = {str(act(rolled("meteor", *ROUTES, "choose", "2"), number)[0]) for number in TRIES}
    assert firsts == {"direction up", "direction right", "direction down", "direction left"}


def test_m6_craters_are_left() -> None:
    for number in TRIES:
        assert "erase" not in verbs(act(rolled("meteor", *ROUTES, "up", "3"), number))


def test_u4_nothing_is_duplicated() -> None:
    faces = ("subway-station-t", "subway-straight", "pipe-t", "pipe-over-subway")
    for number in TRIES:
        assert verbs(act(rolled("underground-standalone", *faces), number)) == ["draw"] * 4


def test_f3_one_lava_die_goes_into_a_free_cell_before_the_routes_are_in_its_way() -> None:
    for number in TRIES:
        drawings = [
            a
            for a in act(rolled("lava", *ROUTES, "lava-3", "lava-railway"), number)
            if isinstance(a, Drawing)
        ]
        assert drawings[0].placement.piece.name.startswith("lava")
        assert len(drawings) == 5
        assert {drawing.verb for drawing in drawings} == {"draw"}


def test_f6_shut_in_a_volcano_comes_before_erasing_where_the_lava_goes_on_from_it() -> None:
    for number in TRIES:
        actions = act(rolled("lava", *ROUTES, "lava-3", "lava-3", board=SHUT_IN), number)
        assert verbs(actions)[:2] == ["volcano", "draw"]
        assert "erase" not in verbs(actions)


def test_f6_shut_in_a_route_is_erased_where_no_volcano_is_left() -> None:
    table = rolled("lava", *ROUTES, "lava-3", "lava-3", board=SHUT_IN)
    start = table.seats[0].start.noting_this_round(lava_volcano=1)
    table = replace(table, seats=(SeatState(table.seats[0].shown, start),))
    for number in TRIES:
        assert verbs(act(table, number)).count("erase") == 1
        assert verbs(act(table, number))[0] == "erase"


def test_f6_no_route_shuts_the_lava_in_where_it_can_go_elsewhere() -> None:
    """Neither lava die fits into D3, so that nothing is due; a route in D3 would make a volcano due."""
    table = rolled("lava", *ROUTES, "lava-highway", "lava-highway", board=RING)
    assert "lava.must_draw" not in table.ruleset.duties(table.seats[0].start)
    blocked = parse_action("draw railway-straight D3 R.R.", table.ruleset)
    assert is_shut_in(table.act(ME, blocked)[0].seats[0].position.boards[0])
    for number in TRIES:
        drawings = [action for action in act(table, number) if isinstance(action, Drawing)]
        assert "D3" not in {format_cell(drawing.placement.cell) for drawing in drawings}
        assert {drawing.verb for drawing in drawings} == {"draw"}


def test_d3_one_pair_is_taken_by_chance() -> None:
    table = open_table(parse_ruleset("base+draft"), seats=2, starter=ME)
    table, _ = table.roll(table.throw(SeededRng("pairs")))
    taken = {act_for_absent(table, ME, rng=SeededRng("absent", number))[1] for number in TRIES}
    assert taken == {(Pick(number),) for number in (1, 2, 3, 4)}


def test_the_actions_can_be_written() -> None:
    table = rolled("lava", *ROUTES, "lava-3", "lava-3", board=SHUT_IN)
    texts = [format_action(action, table.ruleset) for action in act(table)]
    for text in texts:
        table, _ = table.act(ME, parse_action(text, table.ruleset))
    assert table.seats[0].done or table.phase is Phase.ROLL
