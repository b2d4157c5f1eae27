"""Boards and score sheets on the wire."""

from __future__ import annotations

from tests.rules.play import read
from tests.server.stored_room import started

from inkrail.rules.boardtext import position_of
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset
from inkrail.server.wire.boards import board_view, boards_view, round_results, sheet_view


def position(*lines: str, rules: str = "base") -> Position:
    return position_of(read(lines, rules=rules))


def test_a_board_is_told_cell_by_cell() -> None:
    (board,) = position("highway-straight B1 H.H.", "overpass A2 HRHR").boards
    assert board_view(board) == {
        "name": "surface",
        "cells": [
            {"cell": "B1", "piece": "highway-straight", "sides": "H.H.", "round": 0, "marks": []},
            {"cell": "A2", "piece": "overpass", "sides": "HRHR", "round": 0, "marks": []},
        ],
    }


def test_marks_are_told_on_the_board_that_has_them() -> None:
    lines = ("underground:", "subway-station-straight A2 .S.S", "surface:", "station-straight A2 .H.R")
    below = position(*lines, rules="underground")
    above, under = boards_view(below, parse_ruleset("underground"))
    assert (above["cells"][0]["marks"], under["cells"][0]["marks"]) == ([], ["hub"])
    assert "origin" not in above


def test_where_the_next_meteor_comes_from_is_told() -> None:
    meteor = parse_ruleset("meteor")
    (board,) = boards_view(meteor.set_up(), meteor)
    assert (board["name"], board["cells"], board["origin"]) == ("surface", [], "D4")


def test_a_score_sheet_names_the_cells_and_sides_of_each_line() -> None:
    ruleset = parse_ruleset("lava")
    scored = ruleset.score(position("volcano D4 FFFF", "highway-straight B1 H.H.", rules="lava"))
    sheet = sheet_view(scored)
    lines = {line["name"]: line for line in sheet["lines"]}
    assert (sheet["total"], sheet["errors"]) == (scored.total, scored.errors)
    assert lines["errors"]["sides"] == ["B1S", "D4N", "D4E", "D4S", "D4W"]
    lake = lines["lava.largest_lake"]
    assert (lake["value"], lake["points"], lake["cells"], lake["board"]) == (1, 1, ["D4"], 0)


def test_the_results_of_a_round_are_made_once() -> None:
    stored = started()
    stored.play_round()
    (closed,) = stored.room.closed
    results = round_results(closed, room=stored.room)
    assert round_results(closed, room=stored.room) is results
    assert [len(result["boards"][0]["cells"]) for result in results] == [4, 4]
    assert [result["sheet"]["total"] for result in results] == [s.total for s in stored.room.sheets()]
