"""The board to try things on."""

from __future__ import annotations

import pytest

import inkrail
from inkrail import Board, parse_placement
from inkrail.bots.conformance import EVERY_RULESET
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.game.record import Record, replay
from inkrail.rules.registry import parse_ruleset
from tests.cli.conftest import S7

PAIR = "highway-straight B1 H.H.\nstation-straight B2 H.R.\n"


def finished(rules: str) -> Record:
    return inkrail.play(
        *["random"] * parse_ruleset(rules).dealer.least_seats, rules=rules, seed="board"
    ).record


def test_s7_a_board_is_made_of_text_and_scored() -> None:
    board = Board(S7)
    assert (board.score().total, len(board)) == (46, len(board.placements))


def test_drawing_returns_a_new_board_and_taking_back_the_old_one() -> None:
    board = Board(PAIR)
    more = board.draw("railway-curve B3 R..R")
    assert (len(board), len(more)) == (2, 3)
    assert more.take_back() == board
    assert hash(more.take_back()) == hash(board)
    assert more.take_back("B1").placements == tuple(
        map(parse_placement, ("station-straight B2 H.R.", "railway-curve B3 R..R"))
    )


def test_what_may_not_be_drawn_is_refused_with_its_reason() -> None:
    board = Board(PAIR)
    for move, code in (
        ("overpass D4 HRHR", "placement.unconnected"),
        ("overpass B2 HRHR", "placement.occupied"),
        ("motorway B3 HHHH", "piece.unknown"),
        ("lake-1 B3 L...", "piece.not_in_ruleset"),
        ("overpass", "text.syntax"),
        ("", "text.syntax"),
    ):
        with pytest.raises(Refusal) as caught:
            board.draw(move)
        assert caught.value.code == code
        assert getattr(board.why_not(move), "code", None) == code
    assert board.why_not("railway-curve B3 R..R") is None


def test_b10_special_routes_are_counted_from_the_text_on() -> None:
    board = Board("special-hhhh B1 HHHH\nspecial-rrrr D1 RRRR\nspecial-hhrr F1 HHRR\n")
    assert getattr(board.why_not("special-hhhr A4 HHHR"), "code", None) == "special.limit"
    assert getattr(board.why_not("special-hhhh A4 HHHH"), "code", None) == "special.used"


def test_nothing_can_be_taken_back_that_is_not_there() -> None:
    with pytest.raises(Refusal, match="Nothing is drawn"):
        Board().take_back()
    with pytest.raises(Refusal, match="nothing in C3"):
        Board(PAIR).take_back("C3")


def test_every_legal_move_can_be_drawn_and_no_other() -> None:
    board = Board(PAIR)
    moves = board.legal("station-curve")
    assert [f"{move.cell} {move.tile.text}" for move in moves] == inkrail.legal(PAIR, piece="station-curve")
    for move in moves:
        assert board.draw(move).placements[-1] == move


def test_an_illegal_text_is_scored_and_its_problem_named() -> None:
    board = Board(PAIR + "overpass D4 HRHR\n")
    problem = board.problem
    assert isinstance(problem, TextRefusal)
    assert (problem.code, problem.line) == ("placement.unconnected", 3)
    assert board.score() == inkrail.score(PAIR + "overpass D4 HRHR\n")


@pytest.mark.parametrize("rules", EVERY_RULESET)
def test_a_board_of_a_table_scores_as_there_and_reads_back(rules: str) -> None:
    table = replay(finished(rules))
    for seat, sheet in enumerate(table.sheets()):
        board = Board.of_table(table, seat)
        assert board.score() == sheet
        assert Board(board.text) == board
        assert eval(repr(board), {"Board": Board}) == board  # noqa: S307
        assert inkrail.score(board.text) == sheet


def test_house_rules_are_part_of_a_board() -> None:
    board = Board(PAIR, longest=inkrail.Longest.STRETCHES, values=inkrail.Values.MANUAL)
    names = {"Board": Board, "Longest": inkrail.Longest, "Values": inkrail.Values}
    assert eval(repr(board), names) == board != Board(PAIR)  # noqa: S307


def test_a_header_names_the_ruleset() -> None:
    assert Board("rules: lake\n").ruleset.name == "lake"
    assert Board("", rules="lake").text == "rules: lake\n"


def test_a_board_shows_itself() -> None:
    board = Board(PAIR)
    assert str(board).splitlines()[3].strip().startswith("│")
    assert board._repr_svg_() == board.svg()
    assert board.svg().startswith("<svg")
    assert 'data-cell="B2"' in board.svg()
    assert board.svg().count("data-error=") == board.score().errors == 1
    assert [str(move) for move in board] == PAIR.splitlines()
    assert board.boards[0][inkrail.parse_cell("B1")] is not None
