"""What worker processes answer besides playing for bots."""

from __future__ import annotations

import json
from collections.abc import Generator

import pytest
from tests.study.games import game_of, rolls_of, text_of, until

import inkrail
from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.game.history import played_rounds
from inkrail.game.record import parse_record
from inkrail.rules.dealing import Seat
from inkrail.server.bots.questions import best, hint, make_puzzles, own_puzzle, review, solve
from inkrail.server.studies.interfaces import Report
from inkrail.study import best as best_boards
from inkrail.study.review import EFFORTS
from inkrail.study.starter import FIELDS


def test_answers_travel_as_json() -> None:
    record, table = parse_record(text_of("greedy", "base"))
    last = played_rounds(record, Seat(0))[-1]
    found = json.loads(json.dumps(solve(record.ruleset, last.start)))
    assert found["exact"]
    assert found["total"] >= table.sheets()[0].total
    own = json.loads(json.dumps(own_puzzle(record, 0)))
    assert (own["total"], own["second"]) == (found["total"], None)
    (puzzle,) = json.loads(json.dumps(make_puzzles(record.ruleset, "p", number=1, games=9)))
    assert tuple(puzzle) == tuple(own) == FIELDS
    assert puzzle["id"] == next(iter(inkrail.puzzles(number=1, seed="p"))).id


def test_the_last_round_of_a_draft_is_no_puzzle() -> None:
    record, _ = parse_record(text_of("greedy", "base+draft"))
    with pytest.raises(Refusal, match=r"^opening\.drafted"):
        own_puzzle(record, 0)


def test_a_hint_in_the_last_round_is_worth_its_score() -> None:
    record, table = parse_record(until(text_of("greedy", "base"), round_=7, lines=1))
    found = json.loads(json.dumps(hint(table, 0)))
    for action in (*found["actions"], "done"):
        table, _ = table.act(Seat(0), parse_action(action, record.ruleset))
    assert table.sheets()[0].total == found["value"] <= found["restart"]


def drained(parts: Generator[Report, None, Report]) -> tuple[list[Report], Report]:
    """What a generator yields, and what it returns, as they travel."""
    found: list[Report] = []
    while True:
        try:
            found.append(next(parts))
        except StopIteration as end:
            return json.loads(json.dumps(found)), json.loads(json.dumps(end.value))


def test_a_review_is_told_round_by_round_before_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFORTS, "quick", 2)
    parts, report = drained(review(text_of("casual"), 0, "quick"))
    assert [part["round"] for part in parts] == [7, 6, 5, 4, 3, 2, 1]
    assert [round_["value"] for round_ in report["rounds"]] == [part["value"] for part in reversed(parts)]
    assert report["score"] == pytest.approx(report["par"] + report["luck"] + report["choices"], abs=1e-9)
    assert report["score"] == game_of("casual").table.sheets()[0].total


def test_a_best_board_tells_each_round_that_was_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_boards, "WHOLE", best_boards.Extent(boards=2, fewest=2, first=1))
    monkeypatch.setattr(best_boards, "IMPROVED", 1)
    parts, report = drained(best(text_of("casual"), 0))
    assert parts == [{}] * 7
    record, table = parse_record(report["record"])
    assert table.sheets()[0].total == report["total"]
    assert rolls_of(record) == rolls_of(game_of("casual").record)


def test_a_study_that_is_refused_says_so() -> None:
    for parts in (review("no record", 0, "quick"), best("no record", 0)):
        with pytest.raises(Refusal, match=r"^record\.version"):
            next(parts)
