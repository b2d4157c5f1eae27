"""The river (V1-V6)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.legality import check_text, legal_text
from tests.oracles.scoring import score_text
from tests.rules.play import (
    check_answer,
    drawn_lines,
    legal_answer,
    random_game,
    read,
    score_answer,
    standing_lines,
)

from inkrail.core.board import Round
from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.notation import parse_placement
from inkrail.core.score import ScoreLine
from inkrail.core.sides import Side
from inkrail.rules.boardtext import position_of
from inkrail.rules.position import DRAW, Drawing, Position
from inkrail.rules.registry import parse_ruleset

RIVER = parse_ruleset("river")
ROUTES = ("highway-straight", "railway-straight", "highway-curve", "station-curve")

SEVEN_OPEN = (
    "river-straight B3 .W.W",
    "river-straight C3 .W.W",
    "river-straight D3 .W.W",
    "river-straight E3 .W.W",
    "river-straight F3 .W.W",
    "river-curve G3 ..WW",
    "river-straight G4 W.W.",
)
FIVE_TO_THE_EDGE = (
    "river-straight C7 W.W.",
    "river-curve C6 .WW.",
    "river-straight D6 .W.W",
    "river-curve E6 ..WW",
    "river-straight E7 W.W.",
)


def score(*lines: str) -> dict[str, object]:
    return score_answer(lines, rules="river")


def check(*lines: str) -> object:
    return check_answer(lines, rules="river").get("code")


def best(*lines: str) -> ScoreLine:
    (line,) = RIVER.score(position_of(read(lines, rules="river"))).expansion
    assert line.name == "river.best"
    return line


def round_with(*river: str) -> Position:
    return RIVER.begin_round(RIVER.set_up(), Round(1), faces=ROUTES + river)


def draw(position: Position, *lines: str) -> Position:
    for line in lines:
        position = RIVER.draw(position, Drawing(DRAW, parse_placement(line, RIVER.pieces)))
    return position


ALL_ROUTES = (
    "highway-straight B1 H.H.",
    "highway-curve B2 HH..",
    "railway-straight D1 R.R.",
    "station-curve G4 RH..",
)


def test_v1a_two_equal_river_dice_beside_the_route_dice_for_six_rounds() -> None:
    base = parse_ruleset("base")
    assert RIVER.rounds == 6
    for number in range(1, 7):
        dice = RIVER.dice(Round(number))
        assert dice[:4] == base.dice(Round(1))
        assert len(dice) == 6
        assert dice[4] == dice[5]


def test_v1b_faces_of_a_river_die() -> None:
    die = RIVER.dice(Round(1))[4]
    assert Counter(die.faces) == {
        "river-straight": 1,
        "river-curve": 3,
        "bridge-highway": 1,
        "bridge-railway": 1,
    }
    sides = {face: RIVER.pieces[face].sides for face in die.faces}
    assert sides == {
        "river-straight": "W.W.",
        "river-curve": "WW..",
        "bridge-highway": "WHWH",
        "bridge-railway": "WRWR",
    }


@pytest.mark.parametrize("bridge", ["bridge-highway B2 HWHW", "bridge-railway D1 RWRW"])
def test_v1c_river_and_route_of_a_bridge_are_two_groups(bridge: str) -> None:
    tile = parse_placement(bridge, RIVER.pieces).tile
    assert set(tile.groups) == {(Side.N, Side.S), (Side.E, Side.W)}


def test_v1c_a_river_under_two_bridges_joins_no_networks() -> None:
    answer = score("bridge-highway B1 HWHW", "river-straight C1 .W.W", "bridge-railway D1 RWRW")
    assert answer["networks"] == [1, 1]


def test_v1d_the_route_of_a_bridge_joins_networks() -> None:
    column = [f"highway-straight B{row} H.H." for row in (1, 2, 3, 5, 6, 7)]
    assert score(*column)["networks"] == [1, 1]
    assert score(*column, "bridge-highway B4 HWHW")["networks"] == [2]


def test_v1d_the_route_of_a_bridge_counts_for_the_longest() -> None:
    answer = score("bridge-highway B2 HWHW", "bridge-railway D2 WRWR", "highway-straight B3 H.H.")
    assert (answer["longest_highway"], answer["longest_railway"]) == (2, 1)


def test_v1d_open_route_sides_of_a_bridge_are_errors() -> None:
    assert score("bridge-railway A4 RWRW")["errors"] == 3
    assert (
        score("bridge-railway A4 RWRW", "railway-straight A3 R.R.", "railway-straight A5 R.R.")["errors"] == 3
    )
    assert score("bridge-railway D4 RWRW")["errors"] == 4


def test_v1e_river_pieces_have_no_station() -> None:
    assert not any(RIVER.pieces[face].station for face in RIVER.dice(Round(1))[4].faces)


@pytest.mark.parametrize(
    "drawn", [(), ("river-curve A1 W..W",), ("river-curve A1 W..W", "river-straight A3 W.W.")]
)
def test_v2a_each_river_die_is_drawn_or_not(drawn: tuple[str, ...]) -> None:
    position = draw(round_with("river-curve", "river-straight"), *ALL_ROUTES, *drawn)
    assert RIVER.duties(position) == ()
    assert len(position.dice) == 2 - len(drawn)


def test_v2a_a_river_die_is_drawn_only_once() -> None:
    position = draw(round_with("river-curve", "river-straight"), "river-curve A1 W..W")
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        draw(position, "river-curve G1 WW..")


@pytest.mark.parametrize("left_out", range(4))
def test_v2b_route_dice_stay_mandatory(left_out: int) -> None:
    lines = [line for number, line in enumerate(ALL_ROUTES) if number != left_out]
    if left_out == 0:
        lines = ["highway-curve F1 HH..", *ALL_ROUTES[2:]]
    position = draw(round_with("river-curve", "river-straight"), *lines, "river-curve A1 W..W")
    assert RIVER.duties(position) == ("round.dice_left",)


@pytest.mark.parametrize("piece", ["river-straight", "river-curve", "bridge-highway", "bridge-railway"])
def test_v3a_a_river_piece_needs_no_connection(piece: str) -> None:
    found = legal_answer([], piece=piece, rules="river")["placements"]
    assert {f"D4 {tile.text}" for tile in RIVER.pieces[piece].tiles} <= set(found)


@pytest.mark.parametrize(
    "lines",
    [
        ("highway-straight B1 H.H.", "river-straight B2 W.W."),
        ("railway-straight D1 R.R.", "river-straight D2 W.W."),
        ("highway-straight B1 H.H.", "bridge-railway B2 WRWR"),
        ("river-straight B2 W.W.", "highway-straight B1 H.H."),
        ("river-straight D2 W.W.", "railway-straight D1 R.R."),
        ("bridge-railway D4 WRWR", "bridge-railway D5 RWRW"),
        ("river-straight C2 .W.W", "special-rrrr D2 RRRR"),
    ],
)
def test_v3b_a_river_side_never_meets_a_route_side(lines: tuple[str, ...]) -> None:
    assert check(*lines[:1]) is None
    assert check(*lines) == "placement.kind_clash"


def test_v3b_a_river_side_may_meet_a_blank_side() -> None:
    assert check("highway-straight B1 H.H.", "river-straight A1 .W.W", "river-straight C1 .W.W") is None


@pytest.mark.parametrize(
    "line", ["river-straight B1 W.W.", "river-straight D1 W.W.", "bridge-highway A2 HWHW"]
)
def test_v3c_a_river_side_never_meets_an_exit(line: str) -> None:
    assert check(line) == "placement.kind_clash"


@pytest.mark.parametrize(
    ("lines", "errors"),
    [
        (("river-straight D4 W.W.",), 2),
        (("river-straight D4 W.W.", "river-straight E4 W.W."), 4),
        (("river-straight D4 W.W.", "river-straight D5 .W.W"), 4),
        (("river-straight D4 W.W.", "highway-straight D5 H.H."), 4),
    ],
)
def test_v4a_a_river_end_at_anything_else_is_an_error(lines: tuple[str, ...], errors: int) -> None:
    assert score(*lines)["errors"] == errors


def test_v4b_a_river_end_at_a_river_or_at_the_edge_is_none() -> None:
    assert score("river-straight A3 .W.W")["errors"] == 1
    assert score("river-straight A3 .W.W", "river-curve B3 W..W")["errors"] == 1
    assert score(*FIVE_TO_THE_EDGE)["errors"] == 0


def test_v5a_one_river_scores_the_best() -> None:
    line = best("river-curve D4 WW..", "river-straight E4 .W.W", "river-straight A7 .W.W")
    assert line.cells == (parse_cell("D4"), parse_cell("E4"))
    assert line.points == 2


def test_v5a_the_best_is_the_one_worth_most_not_the_longest() -> None:
    line = best("river-curve D4 WW..", "river-straight E4 .W.W", "river-curve A1 W..W")
    assert line.cells == (parse_cell("A1"),)
    assert line.points == 4


def test_v5b_a_point_a_cell_bridges_included() -> None:
    line = best("river-straight B3 .W.W", "bridge-railway C3 RWRW", "bridge-highway D3 HWHW")
    assert (line.value, line.points) == (3, 3)
    assert {str(cell) for cell, _ in line.sides} == {"B3", "C3", "D3"}
    assert {side for _, side in line.sides} == {Side.E, Side.W}


def test_v5b_no_river_no_points() -> None:
    none = best("highway-straight B1 H.H.")
    assert (none.value, none.points, none.cells) == (0, 0, ())
    assert score()["expansion"] == {"best_river": 0}


def test_v5c_three_more_if_both_ends_are_at_the_outer_edge() -> None:
    one_end = [f"river-straight {column}1 .W.W" for column in "ABCDEF"]
    assert best(*one_end).points == 6
    assert best(*one_end, "river-straight G1 .W.W").points == 10
    assert best(*one_end, "river-curve G1 W..W").points == 10


def test_v5d_a_curve_in_a_corner_has_both_ends_at_the_edge() -> None:
    assert best("river-curve A1 W..W").points == 4
    assert best("river-curve A1 WW..").points == 1


def test_v5e_a_closed_loop_has_no_ends() -> None:
    loop = ("river-curve A1 .WW.", "river-curve B1 ..WW", "river-curve B2 W..W", "river-curve A2 WW..")
    assert best(*loop).points == 4
    assert score(*loop)["errors"] == 0


def test_v6_seven_open_against_five_and_three() -> None:
    assert best(*SEVEN_OPEN).points == 7
    assert best(*FIVE_TO_THE_EDGE).points == 8
    answer = score(*SEVEN_OPEN, *FIVE_TO_THE_EDGE)
    assert answer["expansion"] == {"best_river": 8}
    assert answer["expansion_points"] == 8
    line = best(*SEVEN_OPEN, *FIVE_TO_THE_EDGE)
    assert [str(cell) for cell in line.cells] == ["C6", "D6", "E6", "C7", "E7"]


def test_s3_river_reads_the_longest_route_by_cells() -> None:
    assert RIVER.longest is Longest.CELLS
    assert {module.name: module.longest for module in RIVER.modules}["river"] is Longest.CELLS


@given(st.integers(0, 10**6))
def test_random_games_agree_with_the_oracles(seed: int) -> None:
    """V1-V5: score, check and legal of whole games."""
    steps = list(random_game(RIVER, seed=seed))
    drawn = drawn_lines(RIVER, steps)
    standing = standing_lines(RIVER, steps[-1].after)
    assert score_answer(standing) == score_text("\n".join(standing))
    assert RIVER.report(RIVER.score(steps[-1].after)) == score_answer(standing)
    assert check_answer(drawn) == check_text("\n".join(drawn)) == {"legal": True}
    backwards = [drawn[0], *reversed(drawn[1:])]
    assert check_answer(backwards) == check_text("\n".join(backwards))
    half = drawn[: len(drawn) // 2]
    for piece in RIVER.pieces:
        assert legal_answer(half, piece=piece) == legal_text("\n".join(half), piece=piece)
