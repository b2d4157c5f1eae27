"""Lava, rules F."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.oracles.legality import check_text
from tests.rules.expansions.lava_positions import (
    MUST_DRAW,
    ROUTES,
    RULES,
    SHUT_IN,
    draw,
    refused,
    rolled,
    sheet,
    standing,
    volcanoes,
)
from tests.rules.play import (
    check_answer,
    legal_answer,
    read,
    score_answer,
)

from inkrail.core.board import NO_ROUND, Round
from inkrail.core.cells import MIDDLE, parse_cell
from inkrail.core.longest import Longest
from inkrail.core.pieces import Piece
from inkrail.rules.boardtext import check
from inkrail.rules.expansions.lava import LAVA, LAVA_DIE, Lava
from inkrail.rules.registry import parse_ruleset

# F1


def test_f1a_each_die_has_two_bends_and_one_of_each_other_face() -> None:
    assert Counter(LAVA_DIE.faces) == {
        "lava-2-adjacent": 2,
        "lava-2-opposite": 1,
        "lava-3": 1,
        "lava-railway": 1,
        "lava-highway": 1,
    }


def test_f1b_what_the_faces_show() -> None:
    assert {piece.name: piece.sides for piece in LAVA} == {
        "lava-2-adjacent": ".FF.",
        "lava-2-opposite": "F.F.",
        "lava-3": "FF.F",
        "lava-railway": ".RFR",
        "lava-highway": ".HFH",
    }


def test_f1c_lava_and_route_of_a_tile_are_two_groups() -> None:
    for piece in LAVA:
        assert len(piece.tiles[0].groups) == (2 if piece.name in ("lava-railway", "lava-highway") else 1)
    through = sheet("highway-straight A4 .H.H", "lava-highway B4 .HFH", "highway-straight B5 H.H.")
    assert through.value("highway") == 2


def test_f1d_the_volcano_is_no_face() -> None:
    assert Lava.pieces[-1].sides == "FFFF"
    assert "volcano" not in RULES.faces


def test_f1e_six_rounds_with_two_equal_lava_dice() -> None:
    assert RULES.rounds == 6
    assert [die.name for die in RULES.dice(Round(1))] == [
        "route",
        "route",
        "route",
        "station",
        "lava",
        "lava",
    ]
    assert Lava.dice[0] == Lava.dice[1]


def test_s3_lava_reads_the_longest_route_by_stretches() -> None:
    assert RULES.longest is Longest.STRETCHES
    assert parse_ruleset("lava+draft").longest is Longest.STRETCHES


# F2


def test_f2_a_volcano_stands_in_the_middle_before_the_first_round() -> None:
    board = RULES.set_up().boards[0]
    assert [str(tile) for tile in board.tiles if tile] == ["volcano FFFF"]
    assert str(board[MIDDLE]) == "volcano FFFF"
    assert board.rounds[MIDDLE] == NO_ROUND


# F3


def test_f3a_one_lava_die_must_be_drawn() -> None:
    position = rolled(RULES.set_up(), "lava-3", "lava-2-opposite")
    assert RULES.duties(position) == (MUST_DRAW,)
    for text in ("draw lava-3 D3 FFF.", "draw lava-2-opposite C4 .F.F"):
        assert RULES.duties(draw(position, text)) == ()


def test_f3b_both_may_be_drawn() -> None:
    position = rolled(RULES.set_up(), "lava-3", "lava-3")
    position = draw(position, "draw lava-3 D3 FFF.", "draw lava-3 C4 FF.F")
    assert RULES.duties(position) == ()
    assert refused(position, "draw lava-3 E4 FF.F") == "draw.not_available"


def test_f3c_besides_the_four_route_dice() -> None:
    position = rolled(RULES.set_up(), "lava-3", "lava-3", routes=ROUTES)
    assert RULES.duties(position) == ("round.dice_left", MUST_DRAW)
    assert RULES.duties(draw(position, "draw lava-3 D3 FFF.")) == ("round.dice_left",)


def test_f3d_in_each_round_anew() -> None:
    position = draw(rolled(RULES.set_up(), "lava-3", "lava-3"), "draw lava-3 D3 FFF.")
    assert RULES.duties(rolled(position, "lava-3", "lava-3")) == (MUST_DRAW,)


# F4


def test_f4a_a_lava_side_must_meet_an_open_lava_side() -> None:
    position = rolled(RULES.set_up(), "lava-2-opposite", "lava-railway")
    assert refused(position, "draw lava-2-opposite D3 .F.F") == "placement.unconnected"
    assert refused(position, "draw lava-2-opposite D2 F.F.") == "placement.unconnected"
    after = draw(position, "draw lava-2-opposite D3 F.F.")
    assert str(after.boards[0][parse_cell("D3")]) == "lava-2-opposite F.F."


@pytest.mark.parametrize("piece", LAVA, ids=str)
def test_f4a_each_piece_goes_on_from_lava_and_from_nothing_else(piece: Piece) -> None:
    towards = {"D3": 2, "C4": 1, "E4": 3, "D5": 0}
    expected = [
        f"{cell} {tile.text}"
        for cell, side in towards.items()
        for tile in piece.tiles
        if tile.text[side] == "F"
    ]
    board = ("volcano D4 FFFF", "highway-straight A4 .H.H", "railway-straight A2 .R.R")
    assert legal_answer(board, piece=piece.name, rules="lava")["placements"] == sorted(expected)


@pytest.mark.parametrize(("kind", "exit_"), [("railway", "A2"), ("highway", "A4")])
def test_f4b_the_route_on_it_needs_no_connection_and_is_none(kind: str, exit_: str) -> None:
    piece, sides = f"lava-{kind}", {"railway": ".RFR", "highway": ".HFH"}[kind]
    position = rolled(RULES.set_up(), piece, piece)
    assert RULES.duties(draw(position, f"draw {piece} D3 {sides}")) == ()
    assert refused(position, f"draw {piece} {exit_} {sides}") == "placement.unconnected"


def test_f4c_the_route_on_it_never_meets_the_other_kind() -> None:
    position = rolled(standing("volcano D4 FFFF", "highway-straight C3 .H.H"), "lava-railway", "lava-highway")
    assert refused(position, "draw lava-railway D3 .RFR") == "placement.kind_clash"
    assert draw(position, "draw lava-highway D3 .HFH") != position
    at_an_exit = rolled(standing("volcano A5 FFFF"), "lava-railway", "lava-highway")
    assert refused(at_an_exit, "draw lava-railway A4 .RFR") == "placement.kind_clash"
    assert draw(at_an_exit, "draw lava-highway A4 .HFH") != at_an_exit


# F5


def test_f5a_a_volcano_at_any_time_of_the_round() -> None:
    position = rolled(RULES.set_up(), "lava-3", "lava-3")
    first = draw(position, "volcano volcano A1 FFFF")
    last = draw(position, "draw lava-3 D3 FFF.", "draw lava-3 C4 FF.F", "volcano volcano A1 FFFF")
    for after in (first, last):
        assert str(after.boards[0][parse_cell("A1")]) == "volcano FFFF"
        assert after.boards[0].rounds[parse_cell("A1")] == 4


def test_f5b_at_most_one_a_round() -> None:
    position = draw(rolled(RULES.set_up(), "lava-3", "lava-3"), "volcano volcano A1 FFFF")
    assert refused(position, "volcano volcano G7 FFFF") == "lava.one_volcano"
    assert volcanoes(position) == ""
    assert draw(rolled(position, "lava-3", "lava-3"), "volcano volcano G7 FFFF") != position


def test_f5c_the_first_volcano_is_not_counted() -> None:
    position = RULES.begin_round(RULES.set_up(), Round(1), faces=("lava-3", "lava-3"))
    assert len(volcanoes(position).split()) == 44


def test_f5d_only_in_a_free_cell() -> None:
    position = rolled(standing("volcano D4 FFFF", "highway-straight B1 H.H."), "lava-3", "lava-3")
    assert refused(position, "volcano volcano B1 FFFF") == "placement.occupied"
    assert refused(position, "volcano volcano D4 FFFF") == "placement.occupied"


@pytest.mark.parametrize("cell", ["D3", "E4", "D5", "C4"])
def test_f5e_never_next_to_lava(cell: str) -> None:
    assert refused(rolled(RULES.set_up(), "lava-3", "lava-3"), f"volcano volcano {cell} FFFF") == (
        "lava.volcano_near_lava"
    )


def test_f5f_whichever_sides_the_neighbour_shows() -> None:
    position = rolled(standing("volcano D4 FFFF", "lava-2-adjacent A1 F..F"), "lava-3", "lava-3")
    assert refused(position, "volcano volcano B1 FFFF") == "lava.volcano_near_lava"
    assert draw(position, "volcano volcano B2 FFFF") != position


def test_f5g_it_needs_no_connection_and_minds_no_route() -> None:
    position = rolled(standing("volcano D4 FFFF", "highway-straight B1 H.H."), "lava-3", "lava-3")
    assert draw(position, "volcano volcano B2 FFFF") != position


# F7


def test_f7a_lava_and_the_outer_edge_close_a_side_an_exits_edge_too() -> None:
    assert sheet("lava-2-adjacent A1 F..F").errors == 0
    assert sheet("lava-2-opposite B1 F.F.", "lava-2-opposite B2 F.F.").errors == 1
    at_an_exit = sheet("lava-2-adjacent B1 FF..", "lava-2-adjacent C1 F..F")
    assert (at_an_exit.errors, at_an_exit.value("lava.closed_lakes")) == (0, 1)


@pytest.mark.parametrize(
    ("beside", "errors"),
    [
        ((), 1),
        (("railway-curve B1 RR..",), 2),
        (("lava-2-opposite B1 F.F.",), 2),
        (("lava-2-opposite B1 .F.F",), 1),
    ],
)
def test_f7b_against_anything_else_it_is_open_and_an_error(beside: tuple[str, ...], errors: int) -> None:
    assert sheet("lava-2-adjacent A1 FF..", *beside).errors == errors


def test_f7c_lava_at_a_route_is_legal_and_both_are_errors() -> None:
    text = (
        "volcano D4 FFFF",
        "lava-2-opposite D3 F.F.",
        "railway-straight D1 R.R.",
        "railway-straight D2 R.R.",
    )
    assert check_answer(text, rules="lava") == {"legal": True}
    assert check_answer((*text[:1], *text[2:], text[1]), rules="lava") == {"legal": True}
    assert {f"{cell} {side}" for cell, side in sheet(*text).lines[-1].sides} == {
        "D2 S",
        "D3 N",
        "D4 W",
        "D4 E",
        "D4 S",
    }


# F8


def test_f8a_five_points_for_each_closed_lake() -> None:
    closed = sheet("lava-2-adjacent A1 F..F", "lava-2-adjacent G7 .FF.", "volcano D4 FFFF").expansion[0]
    assert (closed.name, closed.value, closed.points) == ("lava.closed_lakes", 2, 10)
    assert [str(cell) for cell in closed.cells] == ["A1", "G7"]
    assert len(closed.sides) == 4


def test_f8b_a_point_for_each_cell_of_the_largest_lake_closed_or_not() -> None:
    open_lake = ("volcano D4 FFFF", "lava-3 D3 FFF.", "lava-2-opposite D5 F.F.")
    largest = sheet(*open_lake, "lava-2-adjacent A1 F..F").expansion[1]
    assert (largest.name, largest.value, largest.points) == ("lava.largest_lake", 3, 3)
    assert [str(cell) for cell in largest.cells] == ["D3", "D4", "D5"]
    assert len(largest.sides) == 9
    assert sheet("lava-2-adjacent A1 F..F").expansion[1].points == 1
    assert sheet().expansion[1].points == 0


def test_f8c_lakes_are_joined_by_lava_sides_alone() -> None:
    apart = sheet("lava-railway B2 .RFR", "lava-railway C2 .RFR").expansion[1]
    assert apart.value == 1
    together = sheet("lava-railway B2 .RFR", "lava-railway B3 FR.R").expansion
    assert [line.value for line in together] == [1, 2]


def test_f8d_the_report_counts_lakes_and_cells() -> None:
    answer = score_answer(("lava-2-adjacent A1 F..F", "volcano D4 FFFF"), rules="lava")
    assert answer["expansion"] == {"closed_lakes": 1, "largest_lake": 1}
    assert answer["expansion_points"] == 6


# F9


def test_f9_a_lake_closed_by_the_edge_and_eleven_cells_with_one_open_side() -> None:
    lines = ["lava-2-adjacent A1 F..F", *(f"lava-2-opposite {column}4 .F.F" for column in "ABCDEF")]
    lines += ["lava-2-adjacent G4 ..FF", "lava-2-opposite G5 F.F.", "lava-2-adjacent G6 F..F"]
    lines += ["lava-2-opposite F6 .F.F", "lava-2-opposite E6 .F.F"]
    found = sheet(*lines)
    assert [(line.value, line.points) for line in found.expansion] == [(1, 5), (11, 11)]
    assert found.errors == 1


# Board texts


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (("highway-straight B1 H.H.",), 1, "lava.first_volcano"),
        (("volcano D3 FFFF",), 1, "lava.first_volcano"),
        (("volcano D4 FFFF", "volcano D5 FFFF"), 2, "lava.volcano_near_lava"),
        (("volcano D4 FFFF", "volcano D4 FFFF"), 2, "placement.occupied"),
        (("volcano D4 FFFF", "lava-3 A1 FF.F"), 2, "placement.unconnected"),
        (("volcano D4 FFFF", "railway-straight D1 R.R.", "lava-3 D1 FF.F"), 3, "placement.occupied"),
        ((*SHUT_IN, "railway-straight C4 R.R."), 13, "placement.occupied"),
    ],
)
def test_check_refuses(text: tuple[str, ...], line: int, *, code: str) -> None:
    answer = check_answer(text, rules="lava")
    assert answer == {"legal": False, "line": line, "code": code}
    assert answer == check_text("\n".join(text), rules="lava")


@pytest.mark.parametrize(
    "text", [(), SHUT_IN, (*SHUT_IN, "lava-3 D3 FFF."), (*SHUT_IN, "volcano A1 FFFF", "volcano G7 FFFF")]
)
def test_check_accepts(text: tuple[str, ...]) -> None:
    """Also an empty text; and no limits per round."""
    assert check_answer(text, rules="lava") == check_text("\n".join(text), rules="lava") == {"legal": True}


def test_a_refusal_names_the_cell_of_the_first_volcano() -> None:
    found = check(read(("volcano D3 FFFF",), rules="lava"))
    assert found is not None
    assert found.params == {"cell": MIDDLE}


def test_legal_lists_erasing_apart_and_takes_the_board_as_written() -> None:
    answer = legal_answer(SHUT_IN, piece="lava-2-opposite", rules="lava")
    assert answer == {"placements": [], "erasing": ["C4 .F.F", "D3 F.F.", "D5 F.F.", "E4 .F.F"]}
    assert len(legal_answer((), piece="volcano", rules="lava")["placements"]) == 49
