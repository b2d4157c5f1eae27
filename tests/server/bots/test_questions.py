"""What worker processes answer besides playing for bots."""

from __future__ import annotations

import json

import pytest
from tests.study.games import text_of, until

import inkrail
from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.game.history import played_rounds
from inkrail.game.record import parse_record
from inkrail.rules.dealing import Seat
from inkrail.server.bots.questions import hint, make_puzzles, own_puzzle, solve
from inkrail.study.starter import FIELDS


def test_answers_travel_as_json() -> None:
    record, table = parse_record(text_of("greedy", "base"))
    last = played_rounds(record, Seat(0))[-1]
    found = json.loads(json.dumps(solve(record.ruleset, last.start)))
    assert found["exact"]
    assert found["total"] >= table.sheets()[0].total
    own = json.loads(json.dumps(own_puzzle(record, 0)))
    assert (own["total"], own["second"]) == (found["total"], None)
    (puzzle,) = json.loads(json.dumps(make_puzzles(record.ruleset, "p", 1)))
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
