"""The worked examples of the rules against the oracles themselves."""

from __future__ import annotations

import pytest

from tests.oracles.boardtext import parse_board, split_boards
from tests.oracles.draft import face_value, next_start, next_start_by_values, tie_break, winners
from tests.oracles.examples import LAKES, LAVA, RIVERS, S7, UNDERGROUND, expansion, lines, part
from tests.oracles.meteor import landing
from tests.oracles.pieces import DICE, PIECES, RULESETS, orientations, pieces_of, without_draft
from tests.oracles.scoring import TooHard, longest_cells, longest_stretches, score_text, tiles_on


def test_pieces_have_as_many_orientations_as_their_shape() -> None:
    """Turning and mirroring, each writing once."""
    assert orientations("overpass") == ["HRHR", "RHRH"]
    assert len(orientations("station-curve")) == 8
    assert len(orientations("pier-double")) == 8
    assert orientations("crater") == ["...."]
    assert [len(pieces_of(rules)) for rules in RULESETS[:7]] == [15, 19, 22, 16, 21, 30, 15]
    assert len(RULESETS) == 13


def test_dice_have_six_faces_that_their_ruleset_holds() -> None:
    """B3, V1, L1, F1, U1."""
    for rules, dice in DICE.items():
        held = {piece.name for piece in pieces_of(rules)}
        assert [len(die) for die in dice] == [6] * len(dice)
        assert all(set(die) <= held for die in dice)


def test_stations_are_the_base_pieces_that_mix_kinds_in_one_group() -> None:
    """B4, B5."""
    for piece in pieces_of("base"):
        assert piece.station == ({"H", "R"} <= set(piece.sides) and not piece.by_kind)


def test_board_text_has_headers_sections_marks_and_comments() -> None:
    """Line numbers count every line."""
    text = "rules: underground # here\n\nsurface:\nunderground:\npipe-t A4 P.PP broken\n"
    board = parse_board(text)
    assert (board.rules, board.piece) == ("underground", None)
    assert [(tile.number, tile.level, tile.mark) for tile in board.tiles] == [(5, "underground", "broken")]
    assert split_boards("a\n---\n---\nb") == [(1, "a"), (3, ""), (4, "b")]


def test_s7_worked_example() -> None:
    """The final board of the booklets."""
    assert score_text(S7) == {
        "networks": [6, 4],
        "network_points": 32,
        "longest_highway": 8,
        "longest_railway": 5,
        "centre": 6,
        "errors": 5,
        "expansion_points": 0,
        "expansion": {},
        "total": 46,
    }


def test_s8_manual_values() -> None:
    """Four and six exits are worth 6 and 15 there."""
    assert part(score_text(S7, values="manual"), "network_points", "total") == [21, 35]


def test_empty_board_scores_nothing() -> None:
    """No network, no route."""
    assert part(score_text(""), "networks", "total") == [[], 0]


REST_OF_LOOP = ("highway-curve C2 ..HH", "highway-curve C3 H..H", "highway-curve B3 HH..")
EIGHT = (
    "special-hhhh D4 HHHH",
    "highway-curve D3 ..HH",
    "highway-curve C3 .HH.",
    "highway-curve C4 HH..",
    "highway-curve E4 ..HH",
    "highway-curve E5 H..H",
    "highway-curve D5 HH..",
)


@pytest.mark.parametrize(
    ("tiles", "cells", "stretches"),
    [
        (("highway-curve B2 .HH.", *REST_OF_LOOP), 4, 4),
        (("highway-t B2 HHH.", *REST_OF_LOOP), 4, 5),
        (EIGHT, 7, 9),
        (("highway-t B2 .HHH", "highway-straight A2 .H.H", *REST_OF_LOOP), 5, 6),
        (("special-hhrr B2 RHHR", *REST_OF_LOOP), 4, 4),
        (("highway-t D4 HHH.",), 1, 1),
    ],
)
def test_s3_examples_in_both_readings(tiles: tuple[str, ...], cells: int, stretches: int) -> None:
    """A cell may not count again, or a stretch may not."""
    text = lines(*tiles)
    assert score_text(text)["longest_highway"] == cells
    assert score_text(text, longest="stretches")["longest_highway"] == stretches


@pytest.mark.parametrize("rules", [rules for rules in RULESETS if not rules.startswith("underground-")])
def test_s3_ruleset_chooses_the_reading(rules: str) -> None:
    """Stretches for Meteor, Lava, and for Draft on the base game."""
    stretches = without_draft(rules) in ("meteor", "lava") or rules == "base+draft"
    assert score_text(lines(*EIGHT), rules=rules)["longest_highway"] == (9 if stretches else 7)
    assert score_text(lines(*EIGHT), rules=rules, longest="cells")["longest_highway"] == 7


def test_too_hard_after_the_budget() -> None:
    """A search over a board full of crossings gives up."""
    full = {column + row: ("special-hhhh", "HHHH") for column in "ABCDEFG" for row in "1234567"}
    for search in (longest_cells, longest_stretches):
        with pytest.raises(TooHard):
            search(full, kind="H", budget=2000)


def test_s5_errors_are_counted_per_side() -> None:
    """Two routes of different kinds that meet are two errors; at the outer edge nothing is."""
    clash = lines("highway-straight C1 H.H.", "railway-straight C2 R.R.")
    assert score_text(clash)["errors"] == 3
    blank = lines("highway-straight C1 H.H.", "railway-straight C2 .R.R")
    assert score_text(blank)["errors"] == 3
    assert score_text("highway-straight D1 H.H.")["networks"] == []


def test_v6_the_closed_river_is_worth_more() -> None:
    """Seven open cells against five from edge to edge."""
    assert part(score_text(RIVERS), "expansion", "expansion_points", "errors", "total") == [
        {"best_river": 8},
        8,
        2,
        9,
    ]


def test_v5_corner_and_loop() -> None:
    """One curve in a corner is 1+3; a loop has no ends."""
    assert expansion("river-curve A1 W..W", rules="river") == {"best_river": 4}
    loop = lines("river-curve B2 .WW.", "river-curve C2 ..WW", "river-curve C3 W..W", "river-curve B3 WW..")
    assert expansion(loop, rules="river") == {"best_river": 4}
    assert score_text(loop, rules="river")["errors"] == 0


def test_l7_smallest_lake_and_joined_networks() -> None:
    """Lakes of 7 and 3 cells; the small one joins two networks."""
    assert score_text(LAKES) == {
        "networks": [4],
        "network_points": 12,
        "longest_highway": 7,
        "longest_railway": 0,
        "centre": 6,
        "errors": 0,
        "expansion_points": 3,
        "expansion": {"smallest_lake": 3},
        "total": 28,
    }


def test_l4_a_route_at_water_is_an_error() -> None:
    """The water is not an error."""
    assert score_text(lines("highway-straight B1 H.H.", "lake-1 B2 L..."), rules="lake")["errors"] == 1


def test_m7_routes_at_a_crater() -> None:
    """A tile counts once, and its sides at craters are not errors."""
    text = lines("crater D4 ....", "crater D6 ....", "railway-straight D5 R.R.", "railway-straight E4 .R.R")
    answer = score_text(text, rules="meteor")
    assert part(answer, "expansion", "expansion_points", "centre", "errors") == [
        {"crater_routes": 2},
        4,
        3,
        1,
    ]


def test_f9_closed_lake_and_largest_lake() -> None:
    """A lake closed by the edge, and 11 cells with one open side."""
    answer = score_text(LAVA)
    assert part(answer, "expansion", "expansion_points", "errors", "total") == [
        {"closed_lakes": 1, "largest_lake": 11},
        16,
        1,
        18,
    ]


def test_f7_lava_at_a_route_is_two_errors() -> None:
    """Lava open, route open, and the lake is not closed."""
    answer = score_text(lines("lava-2-adjacent A1 .F.F", "railway-straight B1 .R.R"), rules="lava")
    assert part(answer, "errors", "expansion_points") == [3, 1]


def test_u8_underground_lines() -> None:
    """Two hubs, a pipe that broke and one drawn under a station that did not."""
    answer = score_text(UNDERGROUND)
    assert part(answer, "networks", "longest_highway", "longest_railway", "centre", "errors") == [
        [1],
        1,
        2,
        1,
        5,
    ]
    assert answer["expansion"] == {
        "pipe_networks": [2],
        "subway_networks": [3],
        "pipe_points": 4,
        "subway_points": 8,
        "longest_pipeline": 7,
        "longest_subway": 3,
        "centre": 1,
        "errors": 1,
        "broken_pipes": 1,
        "hubs": 2,
        "total": 27,
    }
    assert part(answer, "expansion_points", "total") == [27, 26]


def test_u6_marks_replace_the_order() -> None:
    """Two marked lines are two broken pipes, whatever the order says."""
    marked = UNDERGROUND.replace("C2 .P.P", "C2 .P.P broken").replace("E2 .P.P", "E2 .P.P broken")
    assert expansion(marked, rules="underground")["broken_pipes"] == 2


def test_u6_a_hub_and_a_broken_pipe_in_one_cell() -> None:
    """The station that makes the hub breaks the pipe; in the other order it does not."""
    under = "underground:\nsubway-station-curve-pipe-curve B2 SPPS\n"
    over = "surface:\nstation-curve B2 HR..\n"
    found = expansion(under + over, rules="underground")
    assert part(found, "hubs", "broken_pipes", "subway_networks") == [1, 1, [1]]
    assert part(expansion(over + under, rules="underground"), "hubs", "broken_pipes") == [1, 0]


def test_u9_standalone_hubs_by_order_and_by_mark() -> None:
    """A station in the row or column of a hub does not become one."""
    tiles = ("subway-station-t A2 SSS.", "subway-station-t A3 SS.S", "pipe-t-subway-stub B3 PPPS")
    answer = score_text(lines(*tiles), rules="underground-standalone")
    assert part(answer, "networks", "errors", "total") == [[], 0, answer["expansion_points"]]
    assert part(expansion(lines(*tiles), rules="underground-standalone"), "hubs", "subway_networks") == [
        2,
        [2],
    ]
    later = lines(tiles[2], *tiles[:2])
    assert expansion(later, rules="underground-standalone")["hubs"] == 2
    middle = lines(tiles[1], tiles[0], tiles[2])
    assert expansion(middle, rules="underground-standalone")["hubs"] == 1
    marked = lines(*(tile + " hub" for tile in tiles))
    assert expansion(marked, rules="underground-standalone")["hubs"] == 3


def test_u7_subway_exits_need_the_subway_to_meet_them() -> None:
    """A2 is a railway exit: it joins a subway, not a pipe."""
    subway = expansion("subway-straight A2 .S.S", rules="underground-standalone")
    assert part(subway, "subway_networks", "errors") == [[1], 1]
    pipe = expansion("pipe-straight A2 .P.P", rules="underground-standalone")
    assert part(pipe, "pipe_networks", "errors", "longest_pipeline", "total") == [[], 1, 1, 1]


def test_m8_meteor_examples() -> None:
    """Straight, bouncing, and over a crater."""
    assert landing("D4", "left", 2, set()) == "B4"
    assert landing("B4", "left", 3, {"B4"}) == "C4"
    assert landing("B4", "left", 3, {"B4", "C4"}) == "D4"
    assert landing("A4", "left", 1, {"A4"}) == "B4"


def test_m3_meteor_goes_on_over_craters() -> None:
    """It may come back to its origin, and a line full of craters is not hit."""
    column = {"D" + row for row in "1234567"}
    assert landing("D4", "up", 1, column) is None
    assert landing("D4", "up", 1, column - {"D4"}) == "D4"
    assert landing("D6", "down", 1, column - {"D1"}) == "D1"
    assert landing("B4", "left", 2, set()) == "B4"


def test_d9_next_start_player() -> None:
    """Of those tied for least, the one who chose last."""
    assert next_start_by_values([8, 6, 6, 6], start=1) == 4
    assert next_start_by_values([8, 6, 6, 6], start=4) == 3
    assert next_start([["overpass", "highway-t"], ["station-curve", "railway-curve"]], start=1) == 1
    assert [face_value(piece) for piece in ("overpass", "station-straight", "railway-t")] == [0, 2, 3]


def test_d8_tie_goes_backwards_from_the_seat_before_the_star() -> None:
    """The starred seat comes last."""
    assert tie_break({1, 2, 4}, starred=2, seats=4) == 1
    assert tie_break({2, 3}, starred=2, seats=4) == 3
    assert tie_break({1, 4}, starred=1, seats=4) == 4
    assert winners([10, 12, 12], [0, 3, 3]) == [2, 3]
    assert winners([10, 12, 12], [0, 3, 3], starred=3) == [2]
    assert winners([10, 12, 12], [0, 3, 2], starred=3) == [3]


def test_every_piece_is_an_orientation_of_itself() -> None:
    """The printed sides are among those listed."""
    assert all(piece.sides in orientations(name) for name, piece in PIECES.items())
    assert tiles_on((), level="surface") == {}
