"""The beam finds what it found when it was recorded: before every ruleset had the same one."""

import json
from pathlib import Path

import numpy as np
import pytest

from inkrail.bots.models import model_of
from inkrail.kernel import NO_MOVE, kernel_for
from inkrail.rules.registry import parse_ruleset

RECORDED = json.loads((Path(__file__).parent / "recorded" / "beam.json").read_text())
"""Rounds of six base games, with the first ends that the beam of commit a53d151 found with the value model of today.

Values are times 2**20. In the last two games the end that was played is not always the best.
"""
BASE = parse_ruleset("base")


@pytest.mark.parametrize("game", range(6))
def test_the_ends_of_a_round_and_their_values_are_the_recorded_ones(game: int) -> None:
    kernel = kernel_for(BASE)
    for search in RECORDED[7 * game : 7 * game + 7]:
        width, special_width, kept = search["breadth"]
        ends = kernel.beam_round(
            np.array(search["state"]),
            np.array(search["dice"]),
            model=model_of(BASE),
            round_=search["round"],
            width=width,
            special_width=special_width,
            kept=kept,
            specials=search["special"],
        )
        assert len(ends.states) == search["number"]
        assert ends.states[0].tolist() == search["end"]
        assert [int(value * 2**20) for value in ends.values[:8]] == search["values"]
        assert [[move for move in moves if move != NO_MOVE] for moves in ends.moves[:8].tolist()] == search[
            "moves"
        ]
