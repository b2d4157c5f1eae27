"""The underground's score, and whole games against the oracles (U7, U8)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.legality import check_text, legal_text
from tests.oracles.scoring import score_text
from tests.rules.expansions.underground_texts import (
    BOTH,
    ROW_4,
    alone,
    check,
    expansion,
    sheet,
)
from tests.rules.play import (
    check_answer,
    drawn_lines,
    legal_answer,
    random_game,
    read,
    score_answer,
    standing_lines,
)

from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.rules.boardtext import position_of
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

# U7: the score.


def test_u7a_pipe_networks_by_exits() -> None:
    found = alone(*ROW_4, "pipe-straight B1 P.P.")
    assert (found["pipe_networks"], found["pipe_points"]) == ([2, 1], 4)


def test_u7b_subway_networks_by_exits_plus_hubs() -> None:
    row = tuple(f"subway-straight {column}2 .S.S" for column in "ABCEFG")
    found = alone(*row, "subway-station-straight D2 .S.S", "subway-straight D7 S.S.")
    assert (found["subway_networks"], found["subway_points"]) == ([3, 1], 8)


def test_u7b_hubs_do_not_count_for_pipe_networks() -> None:
    found = alone("subway-station-curve-pipe-curve B1 PPSS")
    assert (found["pipe_networks"], found["hubs"]) == ([1], 1)


def test_u7c_hubs_alone_count_too() -> None:
    found = alone("subway-station-curve C3 .SS.", "subway-curve D3 ..SS", "subway-station-curve D4 .SS.")
    assert (found["hubs"], found["subway_networks"], found["subway_points"]) == (2, [1, 1], 0)
    found = alone("subway-station-curve C3 .SS.", "subway-curve D3 ..SS", "subway-station-curve D4 SS..")
    assert (found["hubs"], found["subway_networks"], found["subway_points"]) == (2, [2], 4)


def test_u7d_more_than_twelve_count_as_twelve() -> None:
    """Thirteen hubs and two exits in one network."""
    snake = [f"subway-station-straight {column}2 .S.S" for column in "ABCDEF"]
    snake += ["subway-station-t G2 .SSS", "subway-station-curve G3 S..S"]
    snake += [f"subway-station-straight {column}3 .S.S" for column in "BCDEF"]
    stations = ["surface:", *(f"station-straight {line.split()[1]} R.H." for line in snake)]
    found = expansion(*stations, "underground:", *snake)
    assert (found["hubs"], found["subway_networks"], found["subway_points"]) == (13, [15], 45)


def test_u7d_a_tables_choice_of_values_holds_underground() -> None:
    """S8."""
    text = read(ROW_4, rules="underground-standalone")
    manual = parse_ruleset("underground-standalone", values=Values.MANUAL)
    report = manual.report(manual.score(position_of(text)))
    assert isinstance(report["expansion"], dict)
    assert report["expansion"]["pipe_points"] == 1


def test_u7e_the_longest_pipeline_counts_double() -> None:
    lines = sheet("pipe-straight A4 .P.P", "pipe-curve B4 P..P", rules="underground-standalone").expansion
    (pipeline,) = (line for line in lines if line.name == "underground.longest_pipeline")
    assert (pipeline.value, pipeline.points) == (2, 4)
    assert {str(cell) for cell in pipeline.cells} == {"A4", "B4"}


def test_u7f_broken_pipes_do_not_interrupt() -> None:
    found = expansion("underground:", *ROW_4, "surface:", "station-straight D4 .H.R")
    assert (found["longest_pipeline"], found["pipe_networks"], found["broken_pipes"]) == (7, [2], 1)


def test_u7g_the_longest_subway() -> None:
    found = sheet("subway-straight A2 .S.S", "subway-t B2 SS.S", rules="underground-standalone")
    assert (found.value("underground.longest_subway"), found.points("underground.longest_subway")) == (2, 2)


def test_u7g_the_reading_of_s3_holds_underground() -> None:
    loop = ("pipe-curve B2 .PP.", "pipe-curve C2 ..PP", "pipe-curve C3 P..P", "pipe-t B3 PP.P")
    assert alone(*loop)["longest_pipeline"] == 4
    stretches = parse_ruleset("underground-standalone", longest=Longest.STRETCHES)
    position = position_of(read(loop, rules="underground-standalone"))
    assert stretches.score(position).value("underground.longest_pipeline") == 5


def test_u7h_the_centre() -> None:
    assert alone("pipe-straight B4 .P.P", "pipe-straight C4 .P.P", "subway-curve E5 SS..")["centre"] == 2


@pytest.mark.parametrize(
    ("lines", "errors"),
    [
        (("pipe-cross D4 PPPP",), 4),
        (("pipe-over-subway D4 PSPS",), 4),
        (("pipe-straight A4 .P.P",), 1),
        (("pipe-straight A4 .P.P", "pipe-straight B4 P.P."), 3),
        (("pipe-straight A4 .P.P", "subway-straight B4 .S.S"), 3),
        (("subway-straight A1 .S.S",), 1),
    ],
)
def test_u7i_a_point_less_for_each_open_side(lines: tuple[str, ...], errors: int) -> None:
    assert alone(*lines)["errors"] == errors
    assert sheet(*lines, rules="underground-standalone").points("underground.errors") == -errors


def test_u7j_two_points_less_for_each_broken_pipe() -> None:
    stations = ("surface:", "station-straight D4 .H.R", "station-straight E4 .H.R")
    found = sheet("underground:", *ROW_4, *stations, rules="underground")
    (line,) = (line for line in found.expansion if line.name == "underground.broken_pipes")
    assert (line.value, line.points, line.board) == (2, -4, 1)
    assert [str(cell) for cell in line.cells] == ["D4", "E4"]
    assert {str(cell) for cell, _ in line.sides} == {"D4", "E4"}


def test_u7_the_longest_lines_show_their_cells_and_sides() -> None:
    """U7e, U7g, S6: what is counted can be shown on the board."""
    lines = (
        "pipe-straight A4 .P.P",
        "pipe-straight B4 .P.P",
        "subway-straight D1 S.S.",
        "subway-straight D2 S.S.",
    )
    found = {line.name: line for line in sheet(*lines, rules="underground-standalone").expansion}
    for name, cells in (("pipeline", {"A4", "B4"}), ("subway", {"D1", "D2"})):
        line = found[f"underground.longest_{name}"]
        assert {str(cell) for cell in line.cells} == cells
        assert [str(cell) for cell, _ in line.sides] == [str(cell) for cell in line.cells]
        (_, out), (_, into) = line.sides
        assert out.opposite is into


def test_u7k_it_is_the_surface_boards_expansion_line() -> None:
    lines = ("underground:", *ROW_4, "surface:", "station-straight A4 .R.H", "highway-straight B1 H.H.")
    answer = score_answer(lines, rules="underground")
    assert answer == {
        "networks": [1, 1],
        "network_points": 0,
        "longest_highway": 1,
        "longest_railway": 1,
        "centre": 0,
        "errors": 2,
        "expansion_points": 19,
        "expansion": {
            "pipe_networks": [2],
            "subway_networks": [],
            "pipe_points": 4,
            "subway_points": 0,
            "longest_pipeline": 7,
            "longest_subway": 0,
            "centre": 3,
            "errors": 0,
            "broken_pipes": 1,
            "hubs": 0,
            "total": 19,
        },
        "total": 19,
    }


def test_u7l_every_line_tells_its_board() -> None:
    lines = (
        "underground:",
        *ROW_4,
        "subway-station-straight A2 .S.S",
        "surface:",
        "station-straight A2 .H.R",
    )
    both = sheet(*lines, rules="underground")
    assert {line.board for line in both.lines} == {0}
    assert {line.board for line in both.expansion} == {1}
    assert {line.board for line in sheet(*ROW_4, rules="underground-standalone").expansion} == {0}
    (network,) = (line for line in both.expansion if line.name == "underground.subway_network")
    assert (network.value, [str(cell) for cell in network.cells], len(network.sides)) == (2, ["A2"], 2)
    (marked,) = (line for line in both.expansion if line.name == "underground.hubs")
    assert (marked.value, marked.points, [str(cell) for cell in marked.cells]) == (1, 0, ["A2"])


def test_u7l_b13_errors_of_both_boards_decide_a_tie_broken_pipes_do_not() -> None:
    lines = ("underground:", "pipe-cross D4 PPPP", "surface:", "station-straight D4 .R.H")
    assert sheet(*lines, rules="underground").errors == 4 + 2
    assert sheet("pipe-cross D4 PPPP", rules="underground-standalone").errors == 4


# U8: the booklet's board.

U8_SUBWAY = (
    "subway-straight A2 .S.S",
    "subway-station-straight B2 .S.S",
    "subway-station-straight C2 .S.S",
    "subway-t D2 SS.S",
    "subway-straight D1 S.S.",
    "subway-station-straight E2 .S.S",
    "subway-station-straight F2 .S.S",
    "subway-t G2 .SSS",
    "subway-straight G3 S.S.",
    "pipe-over-subway G4 SPSP",
    "subway-straight G5 S.S.",
    "subway-t G6 SS.S",
    "subway-station-t F6 .SSS",
    "subway-station-t E6 .SSS",
    "subway-straight D6 .S.S",
    "subway-straight C6 .S.S",
)
U8_PIPES = (
    "pipe-t F4 PP.P",
    "pipe-straight E4 .P.P",
    "pipe-cross D4 PPPP",
    "pipe-straight D3 P.P.",
    "pipe-straight D5 P.P.",
    "pipe-t C4 .PPP",
    "pipe-curve C5 PP..",
    "pipe-t B4 PP.P",
    "pipe-t A4 .PPP",
    "pipe-straight A5 P.P.",
    "pipe-straight A6 P.P.",
    "pipe-curve A7 PP..",
    "pipe-t B7 .PPP",
    "pipe-straight C7 .P.P",
    "pipe-straight D7 .P.P",
)
U8_STATIONS = tuple(f"station-straight {cell} R.H." for cell in ("B2", "C2", "E2", "F2", "E6", "F6", "B4"))


def test_u8_the_worked_example_is_worth_eighty() -> None:
    assert check(*U8_SUBWAY, *U8_PIPES) is None
    found = expansion("underground:", *U8_SUBWAY, *U8_PIPES, "surface:", *U8_STATIONS)
    assert found == {
        "pipe_networks": [3],
        "pipe_points": 8,
        "subway_networks": [10],
        "subway_points": 36,
        "longest_pipeline": 13,
        "longest_subway": 15,
        "centre": 6,
        "errors": 9,
        "broken_pipes": 1,
        "hubs": 6,
        "total": 80,
    }


@BOTH
def test_s3_the_underground_reads_the_longest_route_by_cells(ruleset: Ruleset) -> None:
    assert ruleset.modules[-1].longest is Longest.CELLS


@BOTH
@settings(max_examples=min(25, settings().max_examples))
@given(seed=st.integers(0, 10**6))
def test_random_games_agree_with_the_oracles(ruleset: Ruleset, seed: int) -> None:
    """U1-U7, U9: score, check and legal of whole games; the standing board with its marks scores as the drawn one."""
    steps = list(random_game(ruleset, seed=seed))
    drawn = drawn_lines(ruleset, steps)
    standing = standing_lines(ruleset, steps[-1].after)
    played = ruleset.report(ruleset.score(steps[-1].after))
    assert played == score_answer(standing) == score_text("\n".join(standing))
    assert played == score_answer(drawn) == score_text("\n".join(drawn))
    assert check_answer(drawn) == check_text("\n".join(drawn)) == {"legal": True}
    half = drawn[: len(drawn) // 4 * 2 + 1]
    for piece in ruleset.pieces:
        assert legal_answer(half, piece=piece) == legal_text("\n".join(half), piece=piece)
