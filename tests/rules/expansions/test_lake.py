"""The lake (L1-L7)."""

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
from inkrail.core.cells import CELLS, parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.notation import parse_placement
from inkrail.core.score import ScoreLine
from inkrail.game.seat import SeatState
from inkrail.rules.boardtext import position_of
from inkrail.rules.position import DRAW, Drawing, Position
from inkrail.rules.registry import parse_ruleset

LAKE = parse_ruleset("lake")
ROUTES = ("highway-straight", "railway-straight", "highway-curve", "station-curve")
ALL_ROUTES = (
    "highway-straight B1 H.H.",
    "highway-curve B2 HH..",
    "railway-straight D1 R.R.",
    "station-curve G4 RH..",
)
FACES = ("lake-1", "lake-2", "lake-3", "pier-railway", "pier-highway", "pier-double")

AROUND_D4 = ("lake-1 C4 .L..", "lake-1 E4 ...L", "lake-1 D3 ..L.")
"""Three open sides at D4."""


def score(*lines: str) -> dict[str, object]:
    return score_answer(lines, rules="lake")


def check(*lines: str) -> tuple[object, object]:
    answer = check_answer(lines, rules="lake")
    assert answer == check_text("\n".join(lines), rules="lake")
    return answer.get("line"), answer.get("code")


LEGAL = (None, None)


def smallest(*lines: str) -> ScoreLine:
    (line,) = LAKE.score(position_of(read(lines, rules="lake"))).expansion
    assert line.name == "lake.smallest"
    return line


def round_with(*lake: str, before: tuple[str, ...] = ()) -> Position:
    position = position_of(read(before, rules="lake")) if before else LAKE.set_up()
    return LAKE.begin_round(position, Round(3), faces=ROUTES + lake)


def draw(position: Position, *lines: str) -> Position:
    for line in lines:
        position = LAKE.draw(position, Drawing(DRAW, parse_placement(line, LAKE.pieces)))
    return position


def water(position: Position) -> list[str]:
    """The cells that filled."""
    tiles = zip(CELLS, position.boards[0].tiles, strict=True)
    return [str(cell) for cell, tile in tiles if tile and tile.piece.name == "lake-full"]


def test_l1a_two_equal_lake_dice_beside_the_route_dice_for_six_rounds() -> None:
    assert LAKE.rounds == 6
    for number in range(1, 7):
        dice = LAKE.dice(Round(number))
        assert dice[:4] == parse_ruleset("base").dice(Round(1))
        assert len(dice) == 6
        assert dice[4] == dice[5]


def test_l1b_faces_of_a_lake_die() -> None:
    die = LAKE.dice(Round(1))[4]
    assert Counter(die.faces) == dict.fromkeys(FACES, 1)
    assert {face: LAKE.pieces[face].sides for face in FACES} == {
        "lake-1": "..L.",
        "lake-2": ".LL.",
        "lake-3": "LL.L",
        "pier-railway": "R.L.",
        "pier-highway": "H.L.",
        "pier-double": "RLLH",
    }


@pytest.mark.parametrize("face", FACES)
def test_l1c_all_sides_of_a_lake_piece_are_one_group(face: str) -> None:
    for tile in LAKE.pieces[face].tiles:
        assert tile.groups == (tuple(side for side, _ in tile.carried),)


def test_l1c_a_double_pier_joins_its_highway_and_its_railway() -> None:
    routes = (
        "highway-straight A4 .H.H",
        "highway-straight B4 .H.H",
        "railway-straight D1 R.R.",
        "railway-straight D2 R.R.",
        "railway-curve D3 R..R",
        "railway-curve C3 .RR.",
    )
    assert score(*routes)["networks"] == [1, 1]
    assert score(*routes, "pier-double C4 RLLH")["networks"] == [2]


def test_l1d_blank_sides_are_shore_and_join_nothing() -> None:
    assert score("lake-1 D4 .L..", "lake-1 E4 .L..", "lake-2 D5 LL..")["expansion"] == {"smallest_lake": 1}


@pytest.mark.parametrize("drawn", [(), ("lake-1 D5 L...",), ("lake-1 D5 L...", "lake-2 F6 LL..")])
def test_l2a_each_lake_die_is_drawn_or_not(drawn: tuple[str, ...]) -> None:
    position = draw(round_with("lake-1", "lake-2"), *ALL_ROUTES, *drawn)
    assert LAKE.duties(position) == ()
    assert len(position.dice) == 2 - len(drawn)


def test_l2a_route_dice_stay_mandatory() -> None:
    position = draw(round_with("lake-1", "lake-2"), *ALL_ROUTES[:3], "lake-1 D5 L...", "lake-2 F6 LL..")
    assert LAKE.duties(position) == ("round.dice_left",)


@pytest.mark.parametrize("piece", FACES)
def test_l2b_a_lake_piece_needs_no_connection(piece: str) -> None:
    found = legal_answer([], piece=piece, rules="lake")["placements"]
    assert {f"D4 {tile.text}" for tile in LAKE.pieces[piece].tiles} <= set(found)


def test_l3a_an_empty_cell_at_three_open_lake_sides_fills_right_after_the_drawing() -> None:
    position = round_with("lake-1", "lake-2", before=AROUND_D4[:2])
    assert water(position) == []
    position = draw(position, AROUND_D4[2])
    assert water(position) == ["D4"]


def test_l3a_an_empty_cell_at_four_open_lake_sides_fills() -> None:
    around = (*AROUND_D4, "lake-1 D5 L...")
    assert legal_answer(around, piece="lake-full", rules="lake") == {"placements": ["D4 LLLL"]}
    assert water(draw(round_with(before=around), "highway-straight B1 H.H.")) == ["D4"]


def test_l3b_two_open_lake_sides_are_too_few() -> None:
    assert water(draw(round_with("lake-1", before=AROUND_D4[:1]), AROUND_D4[1])) == []


def test_l3c_full_water_is_open_on_all_sides() -> None:
    position = draw(round_with("lake-1", before=AROUND_D4[:2]), AROUND_D4[2])
    tile = position.boards[0][parse_cell("D4")]
    assert tile is not None
    assert str(tile) == "lake-full LLLL"


def test_l3d_full_water_carries_the_rounds_number() -> None:
    position = draw(round_with("lake-1", before=AROUND_D4[:2]), AROUND_D4[2])
    assert position.boards[0].rounds[parse_cell("D4")] == Round(3)


CHAIN = (*AROUND_D4[:2], "lake-1 C5 .L..", "lake-1 E5 ...L")


def test_l3e_filling_can_repeat() -> None:
    """D4 fills from three sides; its water is the third side of D5."""
    assert water(draw(round_with("lake-1", before=CHAIN), AROUND_D4[2])) == ["D4", "D5"]


def test_l3f_the_outer_edge_is_no_lake_side() -> None:
    assert water(draw(round_with("lake-1", before=("lake-1 A3 ..L.",)), "lake-1 A5 L...")) == []
    three = ("lake-1 A3 ..L.", "lake-1 A5 L...")
    assert water(draw(round_with("lake-1", before=three), "lake-1 B4 ...L")) == ["A4"]


def test_l3f_a_corner_never_fills() -> None:
    assert water(draw(round_with("lake-1", before=("lake-1 B1 ...L",)), "lake-1 A2 L...")) == []


def test_l3g_filling_is_forced() -> None:
    """A board text must fill next, in any order if there are several cells to fill."""
    assert check(*AROUND_D4) == (3, "lake.not_filled")
    assert check(*AROUND_D4, "lake-full D4 LLLL") == LEGAL
    assert check(*AROUND_D4, "lake-1 A1 .L..") == (4, "lake.not_filled")
    assert check(*AROUND_D4, "lake-1 D4 ...L") == (4, "lake.not_filled")
    two = ("lake-2 C4 LL..", "lake-1 E4 ...L", "lake-1 C2 ..L.", "lake-2 D3 ..LL")
    assert check(*two) == (4, "lake.not_filled")
    assert check(*two, "lake-full C3 LLLL") == (5, "lake.not_filled")
    assert check(*two, "lake-full C3 LLLL", "lake-full D4 LLLL") == LEGAL
    assert check(*two, "lake-full D4 LLLL", "lake-full C3 LLLL") == LEGAL


def test_l3g_nothing_but_what_is_surrounded_fills() -> None:
    assert check("lake-full D4 LLLL") == (1, "lake.not_surrounded")
    assert check(*AROUND_D4[:2], "lake-full D4 LLLL") == (3, "lake.not_surrounded")
    assert check(*AROUND_D4, "lake-full D5 LLLL") == (4, "lake.not_surrounded")
    assert check(*AROUND_D4, "lake-full C4 LLLL") == (4, "placement.occupied")
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        draw(round_with("lake-1"), "lake-full D4 LLLL")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("lake-1 C4 .L..", "placement.occupied"),
        ("railway-straight B1 R.R.", "placement.kind_clash"),
        ("railway-straight A5 R.R.", "placement.unconnected"),
        ("special-rrrr D1 RRRR", "special.used"),
    ],
)
def test_l3g_a_line_that_could_not_be_drawn_anyway_is_refused_for_its_own_sake(line: str, code: str) -> None:
    assert check("special-rrrr A2 RRRR", *AROUND_D4, line) == (5, code)


def test_l3h_full_water_counts_for_centre_and_size() -> None:
    answer = score(*AROUND_D4, "lake-full D4 LLLL")
    assert answer["centre"] == 4
    assert answer["expansion"] == {"smallest_lake": 4}
    assert score(*AROUND_D4)["centre"] == 3


def test_l3i_water_follows_from_the_drawings_that_stand() -> None:
    """B11: taking back the drawing that closed the ring removes the water; taking back another does not."""
    start = round_with("lake-1", "lake-2", before=CHAIN)
    seat = SeatState(start, start)
    for line in ("lake-2 F6 LL..", AROUND_D4[2]):
        seat = seat.draw(Drawing(DRAW, parse_placement(line, LAKE.pieces)), ruleset=LAKE)
    assert water(seat.position) == ["D4", "D5"]
    pier, ring = seat.drawings
    assert water(seat.take_back(ring, ruleset=LAKE).position) == []
    assert water(seat.take_back(pier, ruleset=LAKE).position) == ["D4", "D5"]


def test_l4a_open_lake_sides_are_no_errors() -> None:
    assert score("lake-3 D4 LL.L", "lake-2 F6 LL..", "lake-1 A1 ..L.")["errors"] == 0


@pytest.mark.parametrize(
    "lines",
    [
        ("highway-straight B1 H.H.", "lake-1 B2 L..."),
        ("lake-1 B2 L...", "highway-straight B1 H.H."),
        ("railway-straight D1 R.R.", "pier-railway D2 L.R."),
        ("lake-1 B1 L...",),
        ("lake-1 A2 ...L",),
    ],
)
def test_l4b_water_may_meet_a_route_side_or_an_exit(lines: tuple[str, ...]) -> None:
    assert check(*lines) == LEGAL


def test_l4b_a_piers_route_keeps_to_its_kind() -> None:
    assert check("highway-straight B1 H.H.", "pier-railway B2 R.L.")[1] == "placement.kind_clash"
    assert check("pier-highway D1 H.L.")[1] == "placement.kind_clash"


@pytest.mark.parametrize(
    ("route", "lake"),
    [
        ("highway-straight B1 H.H.", ("lake-2 B2 L..L", "pier-railway A2 .L.R")),
        ("highway-straight B7 H.H.", ("lake-2 B6 ..LL", "pier-railway A6 .L.R")),
        (
            "highway-straight A4 .H.H",
            ("lake-2 B4 L..L", "lake-3 B3 L.LL", "lake-2 B2 ..LL", "pier-railway A2 .L.R"),
        ),
        (
            "highway-straight G4 .H.H",
            ("lake-2 F4 LL..", "lake-3 F3 LLL.", "lake-2 F2 .LL.", "pier-railway G2 .R.L"),
        ),
    ],
)
def test_l4c_a_route_at_water_joins_nothing(route: str, lake: tuple[str, ...]) -> None:
    assert score(*lake)["networks"] == [1]
    assert score(*lake, route)["networks"] == [1, 1]


def test_l4c_an_exit_at_water_joins_nothing() -> None:
    assert score("pier-railway A2 .R.L")["networks"] == []


def test_l4d_the_route_side_at_water_is_an_error() -> None:
    assert score("highway-straight B1 H.H.", "lake-1 B2 L...")["errors"] == 1
    assert score("pier-highway D4 H.L.")["errors"] == 1


def test_l5a_lakes_are_joined_where_two_open_lake_sides_meet() -> None:
    assert smallest("lake-1 D4 .L..", "lake-1 E4 ...L").value == 2
    assert smallest("lake-1 D4 .L..", "lake-1 E4 .L..").value == 1
    assert smallest("lake-1 D4 ..L.", "lake-1 D5 L...").value == 2
    assert smallest("lake-2 D4 .LL.", "lake-1 D5 L...", "lake-1 E4 ...L").value == 3


def test_l5b_a_shared_road_joins_networks_not_lakes() -> None:
    road = ("pier-highway C4 .H.L", "highway-straight D4 .H.H", "pier-highway E4 .L.H", "lake-1 F4 ...L")
    assert smallest(*road).value == 1
    assert [str(cell) for cell in smallest(*road).cells] == ["C4"]


def test_l5c_all_networks_with_a_pier_on_one_lake_are_one() -> None:
    piers = ("pier-highway B1 H.L.", "pier-railway D1 R.L.", "pier-highway F1 H.L.")
    water = ("lake-2 B2 LL..", "lake-3 D2 LL.L", "lake-2 F2 L..L")
    assert score(*piers, *water)["networks"] == [1, 1, 1]
    assert score(*piers, *water, "lake-full C2 LLLL")["networks"] == [2, 1]
    assert score(*piers, *water, "lake-full C2 LLLL", "lake-full E2 LLLL")["networks"] == [3]


def test_l6a_a_point_for_each_cell_of_the_smallest_lake() -> None:
    line = smallest("lake-1 D4 .L..", "lake-3 E4 L.LL", "lake-1 E5 L...", "lake-2 A1 .LL.", "lake-1 A2 L...")
    assert (line.value, line.points) == (2, 2)
    assert [str(cell) for cell in line.cells] == ["A1", "A2"]
    assert [f"{cell}{side.name}" for cell, side in line.sides] == ["A1E", "A1S", "A2N"]


def test_l6b_a_pier_cell_is_a_lake_cell() -> None:
    assert smallest("pier-highway D4 H.L.").points == 1
    assert smallest("pier-highway D4 H.L.", "pier-railway D5 L.R.").points == 2


def test_l6c_no_lake_no_points() -> None:
    assert smallest("highway-straight B1 H.H.").points == 0
    assert score()["expansion"] == {"smallest_lake": 0}


SEVEN = (
    "lake-2 A1 .LL.",
    "lake-3 B1 .LLL",
    "lake-2 C1 ..LL",
    "lake-2 A2 LL..",
    "lake-2 C2 L..L",
    "lake-full B2 LLLL",
    "lake-1 B3 L...",
)
TWO_EXITS_WEST = (
    "highway-straight B7 H.H.",
    "highway-straight B6 H.H.",
    "highway-straight B5 H.H.",
    "highway-t B4 .HHH",
    "highway-straight A4 .H.H",
)
TWO_EXITS_EAST = (
    "highway-straight F7 H.H.",
    "highway-straight F6 H.H.",
    "highway-straight F5 H.H.",
    "highway-t F4 .HHH",
    "highway-straight G4 .H.H",
)
THREE = ("pier-highway C4 .L.H", "lake-3 D4 LL.L", "pier-highway E4 .H.L")


def test_l7_the_smaller_of_two_lakes_scores_and_joins_four_exits() -> None:
    routes = TWO_EXITS_WEST + TWO_EXITS_EAST
    assert score(*SEVEN)["expansion"] == {"smallest_lake": 7}
    assert score(*SEVEN, *routes)["networks"] == [2, 2]
    assert check(*SEVEN, *routes, *THREE) == LEGAL
    answer = score(*SEVEN, *routes, *THREE)
    assert answer["expansion"] == {"smallest_lake": 3}
    assert answer["expansion_points"] == 3
    assert (answer["networks"], answer["network_points"]) == ([4], 12)


def test_s3_lake_reads_the_longest_route_by_cells() -> None:
    assert {module.name: module.longest for module in LAKE.modules}["lake"] is Longest.CELLS


@given(st.integers(0, 10**6))
def test_random_games_agree_with_the_oracles(seed: int) -> None:
    """L1-L6: score, check and legal of whole games, fills included."""
    steps = list(random_game(LAKE, seed=seed))
    drawn = drawn_lines(LAKE, steps)
    standing = standing_lines(LAKE, steps[-1].after)
    assert score_answer(standing) == score_text("\n".join(standing))
    assert LAKE.report(LAKE.score(steps[-1].after)) == score_answer(standing)
    assert check_answer(drawn) == check_text("\n".join(drawn)) == {"legal": True}
    backwards = [drawn[0], *reversed(drawn[1:])]
    assert check_answer(backwards) == check_text("\n".join(backwards))
    half = drawn[: len(drawn) // 2]
    for piece in LAKE.pieces:
        assert legal_answer(half, piece=piece) == legal_text("\n".join(half), piece=piece)
