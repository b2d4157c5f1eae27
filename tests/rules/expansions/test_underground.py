"""The underground: dice, rounds, and what may meet (U1-U3)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.rules.expansions.underground_rounds import (
    ALL_DRAWN,
    DICE,
    SIDES,
    draw,
    underground_round,
)
from tests.rules.expansions.underground_texts import (
    ALONE,
    BOTH,
    EXPANSION,
    alone,
    check,
)
from tests.rules.play import (
    legal_answer,
)

from inkrail.core.board import Round
from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.kinds import Kind
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

# U1: the dice.


@pytest.mark.parametrize("number", range(4))
def test_u1a_faces_of_the_four_dice(number: int) -> None:
    assert Counter(EXPANSION.dice(Round(2))[number].faces) == DICE[number]
    assert Counter(ALONE.dice(Round(1))[number].faces) == DICE[number]


def test_u1b_what_the_pieces_look_like() -> None:
    assert {piece.name: piece.sides for piece in ALONE.pieces.values()} == SIDES


@pytest.mark.parametrize("name", SIDES)
def test_u1c_subway_and_pipe_are_never_joined(name: str) -> None:
    for tile in ALONE.pieces[name].tiles:
        kinds = [{tile.sides[side] for side in group} for group in tile.groups]
        assert all(len(group) == 1 for group in kinds)
        assert len(kinds) == len({kind for _, kind in tile.carried})


def test_u1c_a_crossing_joins_no_networks() -> None:
    found = alone("subway-curve-pipe-curve B1 PPSS")
    assert (found["pipe_networks"], found["subway_networks"]) == ([1], [])


def test_u1d_which_pieces_have_a_subway_station() -> None:
    stations = {piece.name for piece in ALONE.pieces.values() if piece.station}
    assert stations == {
        "subway-station-straight",
        "subway-station-curve",
        "subway-station-t",
        "subway-station-curve-pipe-curve",
        "pipe-t-subway-stub",
    }


def test_u1e_a_stub_counts_for_the_longest_line_through_one_side() -> None:
    subway = alone("subway-straight A2 .S.S", "pipe-t-subway-stub B2 PPPS")
    assert (subway["longest_subway"], subway["longest_pipeline"]) == (2, 1)
    pipe = alone("pipe-straight A4 .P.P", "subway-t-pipe-stub B4 SSSP")
    assert (pipe["longest_pipeline"], pipe["longest_subway"]) == (2, 1)


def test_u1f_the_inner_end_of_a_stub_is_no_error() -> None:
    assert alone("subway-straight A2 .S.S", "pipe-t-subway-stub B2 PPPS")["errors"] == 3
    assert alone("pipe-straight A4 .P.P", "subway-t-pipe-stub B4 SSSP")["errors"] == 3


# U2: two boards in turn.


def test_u2a_a_surface_and_an_underground_board() -> None:
    assert [layout.name for layout in EXPANSION.layouts] == ["surface", "underground"]
    assert len(EXPANSION.set_up().boards) == 2


def test_u2b_fourteen_rounds_in_turn_the_surface_first() -> None:
    assert EXPANSION.rounds == 14
    assert [EXPANSION.board_of(Round(number)) for number in range(1, 15)] == [0, 1] * 7


def test_u2c_surface_rounds_follow_the_base_game() -> None:
    base = parse_ruleset("base")
    for number in range(1, 15, 2):
        assert EXPANSION.dice(Round(number)) == base.dice(Round(1))
    faces = ("highway-straight", "highway-t", "railway-t", "overpass")
    both = EXPANSION.begin_round(EXPANSION.set_up(), Round(1), faces=faces)
    plain = base.begin_round(base.set_up(), Round(1), faces=faces)
    assert allowed(EXPANSION, both) == allowed(base, plain)
    for line in ("highway-straight B1 H.H.", "special-hhhh B2 HHHH", "overpass A6 HRHR", "highway-t F7 HHH."):
        both, plain = draw(EXPANSION, both, line), draw(base, plain, line)
        assert allowed(EXPANSION, both) == allowed(base, plain)
        assert EXPANSION.duties(both) == base.duties(plain) == ("round.dice_left",)
        assert EXPANSION.score(both).lines == base.score(plain).lines
    both, plain = (draw(rules, at, "railway-t D1 R.RR") for rules, at in ((EXPANSION, both), (base, plain)))
    assert EXPANSION.duties(both) == base.duties(plain) == ()


def allowed(ruleset: Ruleset, position: Position) -> list[tuple[str, str, list[str]]]:
    """What may be drawn, and where."""
    return [
        (one.verb, one.piece.name, [str(where) for where in ruleset.placements(position, one)])
        for one in ruleset.drawables(position)
    ]


def test_u2d_underground_rounds_roll_the_underground_dice_alone() -> None:
    for number in range(2, 15, 2):
        assert [Counter(die.faces) for die in EXPANSION.dice(Round(number))] == list(DICE)
    position = underground_round(EXPANSION)
    assert {drawable.board for drawable in EXPANSION.drawables(position)} == {1}
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        draw(EXPANSION, position, "special-hhhh B1 HHHH")


@BOTH
@pytest.mark.parametrize("left_out", range(4))
def test_u2e_all_four_dice_are_mandatory(ruleset: Ruleset, left_out: int) -> None:
    assert ruleset.dice(Round(len(ruleset.layouts)))[left_out].mandatory
    lines = [line for number, line in enumerate(ALL_DRAWN) if number != left_out]
    position = draw(ruleset, underground_round(ruleset), *lines)
    assert ruleset.duties(position) == ("round.dice_left",)
    assert ruleset.duties(draw(ruleset, position, ALL_DRAWN[left_out])) == ()


def test_u2f_tiles_carry_the_number_of_their_round() -> None:
    position = draw(EXPANSION, underground_round(EXPANSION), ALL_DRAWN[0])
    assert position.boards[1].rounds[parse_cell("A2")] == Round(2)
    assert position.boards[0].filled == 0


# U3: what may meet.


def test_u3a_subway_leaves_by_railway_exits_and_pipe_by_highway_exits() -> None:
    surface, below = EXPANSION.layouts
    kinds = {Kind.RAILWAY: Kind.SUBWAY, Kind.HIGHWAY: Kind.PIPE}
    assert [(exit_.cell, exit_.side, kinds[exit_.kind]) for exit_ in surface.exits] == [
        (exit_.cell, exit_.side, exit_.kind) for exit_ in below.exits
    ]
    assert check("subway-straight A2 .S.S", "pipe-straight A4 .P.P") is None
    found = alone("subway-straight A2 .S.S", "pipe-straight A4 .P.P")
    assert (found["subway_networks"], found["pipe_networks"]) == ([1], [1])


@pytest.mark.parametrize(
    "lines",
    [
        ("pipe-straight A2 .P.P",),
        ("subway-straight A4 .S.S",),
        ("subway-straight A2 .S.S", "pipe-straight B2 .P.P"),
        ("pipe-straight A4 .P.P", "subway-straight B4 .S.S"),
        ("subway-straight A2 .S.S", "pipe-over-subway B2 SPSP"),
    ],
)
def test_u3b_subway_and_pipe_never_meet(lines: tuple[str, ...]) -> None:
    assert check(*lines[:-1]) is None
    assert check(*lines) == "placement.kind_clash"


def test_u3b_a_side_may_meet_a_blank_side() -> None:
    assert (
        check(
            "subway-straight D1 S.S.", "pipe-straight B1 P.P.", "pipe-curve B2 PP..", "subway-curve D2 SS.."
        )
        is None
    )
    assert check("pipe-straight B1 P.P.", "subway-straight A2 .S.S", "pipe-t B2 PPP.") is None


@pytest.mark.parametrize("piece", SIDES)
def test_u3c_each_tile_must_be_connected(piece: str) -> None:
    found = legal_answer([], piece=piece, rules="underground-standalone")["placements"]
    at_exits = {f"{exit_.cell}" for exit_ in ALONE.layouts[0].exits}
    assert {place.split()[0] for place in found} <= at_exits
    assert check("subway-straight D4 .S.S") == "placement.unconnected"
    assert check("subway-straight A2 .S.S", "subway-straight B2 S.S.") == "placement.unconnected"


def test_u3d_one_kind_of_a_crossing_that_meets_its_own_is_enough() -> None:
    assert check("pipe-over-subway A2 PSPS") is None
    assert check("pipe-over-subway A4 SPSP") is None
