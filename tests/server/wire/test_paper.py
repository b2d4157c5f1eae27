"""Dice and boards of games on paper."""

from __future__ import annotations

import pytest

from inkrail.core.board import Round
from inkrail.rules.registry import parse_ruleset
from inkrail.server.wire.paper import read_board, rolled, scored
from inkrail.server.wire.refusals import UnreadableText


def test_a_roll_has_a_face_of_each_die() -> None:
    ruleset = parse_ruleset("meteor")
    roll = rolled(ruleset, Round(2), seats=1)
    dice = ruleset.dice(Round(2))
    assert all(face in die.faces for face, die in zip(roll["common"], dice, strict=True))
    assert (roll["round"], roll["rounds"], roll["pairs"]) == (2, ruleset.rounds, [])


def test_a_drafted_roll_offers_pairs_and_draws_who_begins() -> None:
    roll = rolled(parse_ruleset("base+draft"), Round(1), seats=3)
    assert roll["pairs"]
    assert roll["starter"] in range(3)


def test_a_board_is_scored_as_the_engine_does() -> None:
    text = "highway-straight B1 H.H.\nhighway-straight B2 H.H."
    board, position = read_board(text, rules="base")
    result = scored(text, rules="base")
    assert result["report"] == board.ruleset.report(board.ruleset.score(position))
    assert result["check"]["legal"]


def test_every_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(UnreadableText) as refused:
        scored("house A1 H...\nhighway-straight B1 H.H.\nboat C1 H...", rules="base")
    assert [line.line for line in refused.value.lines] == [1, 3]
