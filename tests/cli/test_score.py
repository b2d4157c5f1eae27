"""`inkrail score`."""

import json

import pytest
from tests.cli.conftest import S7, Call
from tests.oracles.scoring import score_text

EMPTY = {
    "networks": [],
    "network_points": 0,
    "longest_highway": 0,
    "longest_railway": 0,
    "centre": 0,
    "errors": 0,
    "expansion_points": 0,
    "expansion": {},
    "total": 0,
}


def test_s7_the_worked_example_as_one_exact_line(inkrail: Call) -> None:
    answer = inkrail("score", "board.txt", "--json", board=S7)
    assert answer.out == (
        '{"networks":[6,4],"network_points":32,"longest_highway":8,"longest_railway":5,"centre":6,"errors":5,'
        '"expansion_points":0,"expansion":{},"total":46}\n'
    )
    assert (answer.status, answer.err) == (0, "")


def test_standard_input_is_a_file_called_dash(inkrail: Call) -> None:
    assert inkrail("score", "-", "--json", stdin=S7).objects[0]["total"] == 46


def test_an_empty_board_is_a_board(inkrail: Call) -> None:
    assert inkrail("score", "board.txt", "--json", board="").objects == [EMPTY]


def test_a_line_of_dashes_begins_the_next_board(inkrail: Call) -> None:
    answer = inkrail("score", "board.txt", "--json", board=f"---\n{S7}---\n# nothing\n---\n{S7}")
    assert [one["total"] for one in answer.objects] == [0, 46, 0, 46]


def test_headers_win_over_options_and_hold_for_their_board(inkrail: Call) -> None:
    board = f"rules: river\nriver-curve A1 W..W\n---\n{S7}---\nvolcano D4 FFFF\n"
    answer = inkrail("score", "board.txt", "--json", "--rules", "lava", board=board)
    assert [one["expansion"] for one in answer.objects] == [
        {"best_river": 4},
        {"closed_lakes": 0, "largest_lake": 0},
        {"closed_lakes": 0, "largest_lake": 1},
    ]


@pytest.mark.parametrize(
    ("rules", "board", "expansion"),
    [
        ("river", "river-straight B1 W.W.", {"best_river": 1}),
        ("lake", "lake-1 C3 ..L.", {"smallest_lake": 1}),
        ("meteor", "crater B2 ....\nhighway-straight B1 H.H.", {"crater_routes": 1}),
        ("lava", "volcano D4 FFFF", {"closed_lakes": 0, "largest_lake": 1}),
        (
            "underground",
            "underground:\npipe-t-subway-stub D1 SPPP\nsurface:\nstation-straight D1 R.H.",
            {
                "pipe_networks": [],
                "pipe_points": 0,
                "subway_networks": [2],
                "subway_points": 4,
                "longest_pipeline": 1,
                "longest_subway": 1,
                "centre": 0,
                "errors": 3,
                "broken_pipes": 1,
                "hubs": 1,
                "total": 2,
            },
        ),
        (
            "underground-standalone",
            "subway-station-straight D1 S.S.",
            {
                "pipe_networks": [],
                "pipe_points": 0,
                "subway_networks": [2],
                "subway_points": 4,
                "longest_pipeline": 0,
                "longest_subway": 1,
                "centre": 0,
                "errors": 1,
                "broken_pipes": 0,
                "hubs": 1,
                "total": 4,
            },
        ),
    ],
)
def test_the_expansion_part_of_each_ruleset(
    inkrail: Call, rules: str, board: str, *, expansion: dict[str, object]
) -> None:
    answer = inkrail("score", "board.txt", "--json", "--rules", rules, board=board)
    assert answer.objects[0]["expansion"] == expansion
    assert answer.objects == [score_text(board, rules=rules)]


def test_s3_the_table_chooses_the_reading_of_the_longest_route(inkrail: Call) -> None:
    loop = "highway-t B1 HHH.\nhighway-curve C1 ..HH\nhighway-curve B2 HH..\nhighway-curve C2 H..H\n"
    lengths = {
        reading: inkrail("score", "board.txt", "--json", "--longest", reading, board=loop).objects[0]
        for reading in ("cells", "stretches")
    }
    assert {reading: one["longest_highway"] for reading, one in lengths.items()} == {
        "cells": 4,
        "stretches": 5,
    }


def test_s8_the_table_chooses_what_networks_are_worth(inkrail: Call) -> None:
    answer = inkrail("score", "board.txt", "--json", "--values", "manual", board=S7)
    assert answer.objects[0]["network_points"] == 21


def test_people_get_a_table(inkrail: Call) -> None:
    lines = inkrail("score", "board.txt", board=S7).out.splitlines()
    rows = [line.split() for line in lines if line.strip()]
    assert rows[0] == ["Board", "1:", "Base", "game", "Points"]
    assert ["Network", "6", "exits", "20"] in rows
    assert ["Errors", "5", "-5"] in rows
    assert rows[-1] == ["Total", "46"]


@pytest.mark.parametrize(("language", "total"), [("en", "Total"), ("es", "Total"), ("de", "Summe")])
def test_the_table_speaks_three_languages(inkrail: Call, language: str, total: str) -> None:
    answer = inkrail("score", "board.txt", "--lang", language, board=S7)
    assert [*answer.out.split()[-2:]] == [total, "46"]


def test_thousands_of_boards_are_answered_in_their_order(inkrail: Call) -> None:
    boards = [S7, "", "rules: river\nriver-curve A1 W..W\n"] * 1000
    answer = inkrail("score", "-", "--json", stdin="---\n".join(boards))
    assert [json.loads(line)["total"] for line in answer.out.splitlines()] == [46, 0, 4] * 1000
