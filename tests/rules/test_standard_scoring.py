"""Scoring in the base game (S), and what a station joins (B4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.longest import TooHard
from tests.oracles.scoring import score_text
from tests.rules.play import score_answer
from tests.strategies import BASE, board_of, boards, text_of

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, Cell, parse_cell
from inkrail.core.connections import networks
from inkrail.core.longest import Longest
from inkrail.core.notation import parse_placement
from inkrail.core.pieces import Tile
from inkrail.core.score import ScoreSheet, Values
from inkrail.rules.boardtext import position_of
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

STRETCHES = parse_ruleset("base", longest=Longest.STRETCHES)

S7 = """
highway-straight B1 H.H., railway-straight D1 R.R., overpass E1 HRHR, railway-straight A2 .R.R, overpass B2 HRHR,
railway-straight C2 .R.R, special-hrrr D2 RRHR, station-curve E2 H..R, highway-straight B3 H.H., highway-curve D3 HH..,
highway-straight E3 .H.H, highway-curve F3 ..HH, highway-straight A4 .H.H, highway-t B4 HH.H, highway-curve C4 ..HH,
highway-t F4 HHH., highway-straight G4 .H.H, highway-straight C5 H.H., station-curve D5 .HR., special-hhhh E5 HHHH,
special-hhrr F5 HRRH, railway-straight A6 .R.R, railway-t B6 .RRR, station-curve C6 H..R, railway-straight D6 R.R.,
railway-curve F6 RR.., railway-straight G6 .R.R, station-straight B7 R.H., railway-t D7 RRR., railway-straight E7 .R.R,
station-curve F7 ..HR
"""


def tiles(text: str) -> dict[Cell, Tile]:
    """Tiles written `piece cell sides`, separated by commas."""
    placements = [parse_placement(line, BASE.pieces) for line in text.split(",") if line.strip()]
    return {placement.cell: placement.tile for placement in placements}


def sheet_of(text: str, *, ruleset: Ruleset = BASE) -> ScoreSheet:
    """The score of a board of these tiles."""
    return ruleset.score(Position((board_of(tiles(text)),)))


@pytest.mark.parametrize(
    "station",
    [
        "station-curve B4 R..H",
        "station-straight B4 .R.H, railway-curve C4 R..R, railway-curve C3 ..RR",
        "special-hhhr B4 RHHH",
        "special-hrrr B4 RRRH",
        "special-hhrr B4 RRHH",
        "special-hrhr B4 RHRH",
    ],
)
def test_b4d_a_station_joins_highway_and_railway(station: str) -> None:
    """B5b, B5c: those of the special routes too."""
    way = "railway-t B3 RRR., railway-curve B2 ..RR, railway-straight A2 .R.R"
    assert sheet_of(f"highway-straight A4 .H.H, {station}, {way}").values("network") == (2,)


def test_b4d_an_overpass_joins_nothing() -> None:
    crossing = "highway-straight A4 .H.H, overpass B4 RHRH, railway-straight B3 R.R., railway-curve B2 R..R, "
    assert sheet_of(crossing + "railway-straight A2 .R.R").values("network") == (1, 1)


def test_s1a_a_blank_or_other_side_joins_nothing() -> None:
    beside = "highway-straight A4 .H.H, highway-straight B4 H.H., station-straight C4 .H.R"
    assert len(networks(board_of(tiles(beside)))) == 3
    assert len(networks(board_of(tiles("highway-straight A4 .H.H, highway-straight B4 .H.H")))) == 1


def test_s1b_an_exit_needs_a_side_of_its_kind() -> None:
    assert sheet_of("highway-straight D1 H.H., railway-straight B1 R.R.").values("network") == ()
    assert sheet_of("highway-straight B1 .H.H").values("network") == ()
    assert sheet_of("highway-straight B1 H.H., railway-t A2 RR.R").values("network") == (1, 1)


def row(*, kind: str = "R", number: int = 2) -> str:
    """A route straight across the board."""
    name = {"R": "railway", "H": "highway"}[kind]
    return ", ".join(f"{name}-straight {column}{number} .{kind}.{kind}" for column in "ABCDEFG")


def test_s1c_two_exits_are_worth_four() -> None:
    sheet = sheet_of(row())
    assert (sheet.values("network"), sheet.points("network")) == ((2,), 4)


def test_s1d_all_exits_on_a_board_are_worth_45() -> None:
    sheet = sheet_of(ALL_EXITS)
    assert (sheet.values("network"), sheet.points("network")) == ((12,), 45)


def _everything_joined() -> str:
    """Railways along rows 2 and 6, highways along row 4 and columns B and F, stations where they cross."""
    rows = {2: "R", 4: "H", 6: "R"}
    columns = {"B": "H", "D": "R", "F": "H"}
    lines = []
    for column in "ABCDEFG":
        for number in range(1, 8):
            across, along = rows.get(number), columns.get(column)
            if across and along:
                piece = f"special-{across * 4}".lower() if across == along else "special-hrhr"
                lines.append(f"{piece} {column}{number} {along}{across}{along}{across}")
            elif across or along:
                kind, sides = (across, f".{across}.{across}") if across else (along, f"{along}.{along}.")
                lines.append(f"{'highway' if kind == 'H' else 'railway'}-straight {column}{number} {sides}")
    return ", ".join(lines)


ALL_EXITS = _everything_joined()


def test_s1e_one_exit_or_none_is_worth_nothing() -> None:
    assert sheet_of("highway-straight B1 H.H.").points("network") == 0
    assert sheet_of("highway-straight B1 H.H.").values("network") == (1,)
    assert sheet_of("highway-straight D4 H.H.").values("network") == ()


def test_s1f_all_networks_are_added() -> None:
    sheet = sheet_of(f"{row()}, {row(number=6)}, {row(kind='H', number=4)}")
    assert (sheet.values("network"), sheet.points("network")) == ((2, 2, 2), 12)


def test_s2a_a_point_for_each_cell_of_the_longest_routes() -> None:
    sheet = sheet_of(f"{row()}, highway-straight A4 .H.H, highway-straight B4 .H.H")
    assert (sheet.value("railway"), sheet.points("railway")) == (7, 7)
    assert (sheet.value("highway"), sheet.points("highway")) == (2, 2)


def test_s2c_exits_add_nothing_to_a_route() -> None:
    assert sheet_of(row()).points("railway") == 7


@pytest.mark.parametrize(
    ("rules", "reading"),
    [
        ("base", "cells"),
        ("river", "cells"),
        ("lake", "cells"),
        ("underground", "cells"),
        ("underground-standalone", "cells"),
        ("meteor", "stretches"),
        ("lava", "stretches"),
        ("base+draft", "stretches"),
        ("river+draft", "cells"),
        ("lake+draft", "cells"),
        ("underground+draft", "cells"),
        ("meteor+draft", "stretches"),
        ("lava+draft", "stretches"),
    ],
)
def test_s3d_the_reading_of_each_ruleset(rules: str, reading: str) -> None:
    assert parse_ruleset(rules).longest.value == reading


LOOP_WITH_T = "highway-curve C3 .HH., highway-curve D3 ..HH, highway-curve D4 H..H, highway-t C4 HH.H"


def test_s3e_a_table_may_choose_the_other_reading() -> None:
    assert sheet_of(LOOP_WITH_T).value("highway") == 4
    assert sheet_of(LOOP_WITH_T, ruleset=STRETCHES).value("highway") == 5
    assert parse_ruleset("lava", longest=Longest.CELLS).longest is Longest.CELLS


def test_s4a_a_point_for_each_central_cell_in_use() -> None:
    sheet = sheet_of(
        "highway-straight C3 .H.H, railway-t E5 RRR., overpass D4 HRHR, highway-straight B3 .H.H"
    )
    assert (sheet.value("centre"), sheet.points("centre")) == (3, 3)
    cross = BASE.pieces["special-hhhh"].tiles[0]
    full = BASE.score(Position((board_of(dict.fromkeys(CELLS, cross)),)))
    assert full.points("centre") == 9


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("river", "river-curve C3 WW.."),
        ("lake", "lake-1 C3 ..L."),
        ("lake", "lake-full C3 LLLL"),
        ("meteor", "crater C3 ...."),
        ("lava", "volcano C3 FFFF"),
        ("lava", "lava-2-adjacent C3 .FF."),
    ],
)
def test_s4a_whatever_is_drawn_in_it(rules: str, line: str) -> None:
    assert score_answer((line,), rules=rules)["centre"] == 1
    assert score_answer((line.replace("C3", "B3"),), rules=rules)["centre"] == 0


def errors(text: str) -> int:
    return sheet_of(text).value("errors")


def test_s5a_a_side_at_an_empty_cell_is_an_error() -> None:
    assert errors("highway-straight D4 H.H.") == 2
    assert errors("special-hhhh D4 HHHH") == 4


def test_s5b_a_side_at_a_blank_side_is_an_error() -> None:
    assert errors("highway-straight B1 H.H., highway-straight B2 .H.H") == 1 + 2
    around = "highway-straight D3 .H.H, highway-straight D5 .H.H, highway-straight C4 H.H., highway-straight E4 H.H."
    assert errors(f"special-hhhh D4 HHHH, {around}") == 4 + 4 * 2


def test_s5c_s5e_sides_of_different_kinds_are_two_errors() -> None:
    assert errors("highway-straight B1 H.H., railway-straight B2 R.R.") == 2 + 1
    around = "railway-straight D3 R.R., railway-straight D5 R.R., railway-straight C4 .R.R, railway-straight E4 .R.R"
    assert errors(f"special-hhhh D4 HHHH, {around}") == 4 * 2 + 4


def test_s5d_lake_water_is_no_error() -> None:
    lake = parse_ruleset("lake")
    board = Board(lake.layouts[0]).draw(lake.pieces["pier-highway"].tile("H.L."), parse_cell("D4"))
    assert lake.score(Position((board,))).value("errors") == 1


def test_s5e_errors_are_counted_by_side() -> None:
    sheet = sheet_of("special-hhhh D4 HHHH")
    assert (sheet.value("errors"), len(sheet.lines[-1].sides)) == (4, 4)


def test_s5f_nothing_is_an_error_at_the_outer_edge() -> None:
    assert errors("highway-straight A1 H.H.") == 1
    assert errors("highway-straight D1 H.H.") == 1, "an exit of the other kind is edge too"
    assert (
        errors("highway-curve A1 H..H, highway-curve G1 HH.., railway-curve A7 ..RR, railway-curve G7 .RR.")
        == 0
    )


def test_s5g_unused_exits_are_no_errors() -> None:
    assert errors("") == 0
    assert sheet_of("").total == 0


def test_s5h_each_error_costs_a_point() -> None:
    assert sheet_of("special-hhhh D4 HHHH").points("errors") == -4


def test_s6a_s6b_the_lines_of_the_sheet_make_the_total() -> None:
    sheet = sheet_of(S7)
    assert [(line.name, line.value, line.points) for line in sheet.lines] == [
        ("network", 6, 20),
        ("network", 4, 12),
        ("highway", 8, 8),
        ("railway", 5, 5),
        ("centre", 6, 6),
        ("errors", 5, -5),
    ]
    assert sheet.expansion == ()
    assert sheet.total == 46


def test_s6c_each_line_shows_its_cells_and_sides() -> None:
    sheet = sheet_of("highway-straight A4 .H.H, highway-t B4 HH.H, railway-curve C3 RR..")
    shown = {line.name: (" ".join(map(str, line.cells)), len(line.sides)) for line in sheet.lines}
    assert shown == {
        "network": ("A4 B4", 5),
        "highway": ("A4 B4", 2),
        "railway": ("C3", 0),
        "centre": ("C3", 0),
        "errors": ("C3 B4", 4),
    }
    assert [f"{cell}{side}" for cell, side in sheet.lines[1].sides] == ["A4E", "B4W"]
    assert {line.board for line in sheet.lines} == {0}
    assert {f"{cell}{side}" for cell, side in sheet.lines[-1].sides} == {"B4N", "B4E", "C3N", "C3E"}


def test_s6c_a_line_tells_which_board_it_is_about() -> None:
    both = parse_ruleset("underground")
    boards = {line.name: line.board for line in both.score(both.blank()).all_lines}
    assert (boards["centre"], boards["underground.centre"]) == (0, 1)
    assert (boards["errors"], boards["underground.errors"]) == (0, 1)


def test_s7a_the_worked_example() -> None:
    sheet = sheet_of(S7)
    assert BASE.report(sheet) == {
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


@pytest.mark.parametrize("ruleset", [BASE, STRETCHES])
def test_s7a_the_highway_of_the_example_has_eight_cells_in_both_readings(ruleset: Ruleset) -> None:
    line = next(line for line in sheet_of(S7, ruleset=ruleset).lines if line.name == "highway")
    route = ["D2", "D3", "E3", "F3", "F4", "F5", "E5", "D5"]
    assert [str(cell) for cell in line.cells] in (route, route[::-1])
    assert line.points == 8


def test_s8a_official_values_unless_chosen() -> None:
    assert BASE.values is Values.OFFICIAL
    assert sheet_of(row()).points("network") == 4


def test_s8b_a_table_may_choose_the_manual_values() -> None:
    manual = parse_ruleset("base", values=Values.MANUAL)
    assert [line.points for line in sheet_of(S7, ruleset=manual).lines[:2]] == [15, 6]
    assert sheet_of(S7, ruleset=manual).total == 46 - 32 + 21


def underground(ruleset: Ruleset, *lines: str) -> dict[str, int]:
    """The underground part of the score of these tiles."""
    board = Board(ruleset.layouts[0])
    for line in lines:
        placement = parse_placement(line, ruleset.pieces)
        board = board.draw(placement.tile, placement.cell)
    report = ruleset.report(ruleset.score(Position((board,))))["expansion"]
    assert isinstance(report, dict)
    return report


def test_s8c_the_values_hold_for_the_underground_board_too() -> None:
    pipeline = [f"pipe-straight B{number} P.P." for number in range(1, 8)]
    manual = parse_ruleset("underground-standalone", values=Values.MANUAL)
    assert underground(parse_ruleset("underground-standalone"), *pipeline)["pipe_points"] == 4
    assert underground(manual, *pipeline)["pipe_points"] == 1


def test_s8c_the_reading_holds_for_the_underground_board_too() -> None:
    loop = ("pipe-curve C3 .PP.", "pipe-curve D3 ..PP", "pipe-curve D4 P..P", "pipe-t C4 PP.P")
    stretches = parse_ruleset("underground-standalone", longest=Longest.STRETCHES)
    assert underground(parse_ruleset("underground-standalone"), *loop)["longest_pipeline"] == 4
    assert underground(stretches, *loop)["longest_pipeline"] == 5


# Properties of the score.


def mirrored(board: Board, *, left_right: bool) -> Board:
    """The board seen in a mirror; its exits lie the same."""
    swapped = {}
    for cell in CELLS:
        tile = board[cell]
        if tile:
            north, east, south, west = list(tile.text)
            text = f"{north}{west}{south}{east}" if left_right else f"{south}{east}{north}{west}"
            column, line = (6 - cell.column, cell.row) if left_right else (cell.column, 6 - cell.row)
            swapped[CELLS[line * 7 + column]] = tile.piece.tile(text)
    return board_of(swapped)


@given(boards(), st.booleans(), st.sampled_from([BASE, STRETCHES]))
def test_mirrored_boards_score_the_same(board: Board, left_right: bool, ruleset: Ruleset) -> None:  # noqa: FBT001
    score = ruleset.report(ruleset.score(Position((board,))))
    assert ruleset.report(ruleset.score(Position((mirrored(board, left_right=left_right),)))) == score


@given(boards(), st.sampled_from([BASE, STRETCHES]), st.sampled_from(Values))
def test_s1_s6_scores_equal_the_oracle(board: Board, reading: Ruleset, values: Values) -> None:
    ruleset = parse_ruleset("base", longest=reading.longest, values=values)
    lines = "\n".join(str(line.placement) for line in text_of(board).lines)
    try:
        expected = score_text(lines, longest=ruleset.longest.value, values=values.value, budget=20_000)
    except TooHard:
        return
    assert ruleset.report(ruleset.score(position_of(text_of(board, ruleset=ruleset)))) == expected


def test_each_line_of_a_sheet_says_what_it_counts() -> None:
    kinds = {line.name: line.kind for line in sheet_of(S7).lines}
    assert kinds == {
        "network": "network",
        "highway": "route",
        "railway": "route",
        "centre": "other",
        "errors": "errors",
    }
