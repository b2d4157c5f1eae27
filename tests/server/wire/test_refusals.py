"""Refusals on the wire."""

from __future__ import annotations

import pytest

from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.server.wire.refusals import UnreadableText, plain_params, problem, status_of


def test_parameters_become_numbers_and_texts() -> None:
    params = {"n": 3, "cell": parse_cell("C2"), "text": "x" * 500}
    assert plain_params(params) == {"n": 3, "cell": "C2", "text": "x" * 200}


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("table.unknown", 404),
        ("seat.no_token", 401),
        ("seat.wrong_token", 403),
        ("daily.hidden", 403),
        ("table.full", 409),
        ("request.too_many", 429),
        ("server.busy", 503),
        ("table.damaged", 500),
        ("bot.unknown", 422),
    ],
)
def test_a_code_has_its_status(code: str, status: int) -> None:
    assert status_of(Refusal(code)) == status


def test_a_refusal_is_a_problem_without_lines() -> None:
    assert problem(Refusal("seat.unknown", seat=3)) == {
        "code": "seat.unknown",
        "params": {"seat": 3},
        "line": None,
        "lines": [],
    }


def test_a_text_is_refused_for_its_first_line_and_names_all() -> None:
    lines = [TextRefusal("text.syntax", line=2), TextRefusal("cell.unknown", line=5, cell="Z9")]
    told = problem(UnreadableText(lines))
    assert (told["code"], told["line"], told["params"]) == ("text.syntax", 2, {})
    assert told["lines"] == [
        {"code": "text.syntax", "params": {}, "line": 2},
        {"code": "cell.unknown", "params": {"cell": "Z9"}, "line": 5},
    ]
    assert problem(lines[1])["lines"] == told["lines"][1:]
