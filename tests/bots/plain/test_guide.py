"""The guide in plain Python reads the same columns as the kernel, and has the same weights."""

from pathlib import Path

import numpy as np
import pytest
from tests.rules.play import random_game
from tools.guides import written

from inkrail.bots.models import model_of
from inkrail.bots.plain import guide as module
from inkrail.bots.plain.guide import Guide
from inkrail.core.board import Round
from inkrail.core.cells import parse_cell
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.kernel import kernel_for
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.rules.ruleset import Ruleset


def assert_same_columns(ruleset: Ruleset, *, games: int) -> None:
    kernel, guide = kernel_for(ruleset), Guide(ruleset)
    for game in range(games):
        for step in random_game(ruleset, seed=("plain", game)):
            expected = kernel.columns(kernel.state_of(step.after)[np.newaxis])[0].tolist()
            assert np.array(guide.columns(step.after), np.float32).tolist() == expected, step


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_columns_are_those_of_the_kernel(rules: str) -> None:
    assert_same_columns(parse_ruleset(rules), games=2)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULESET_NAMES)
@pytest.mark.parametrize("longest", Longest)
@pytest.mark.parametrize("values", Values)
def test_columns_are_those_of_the_kernel_in_many_games(rules: str, longest: Longest, values: Values) -> None:
    assert_same_columns(parse_ruleset(rules, longest=longest, values=values), games=60)


def test_the_shipped_weights_are_those_of_the_models() -> None:
    file = Path(module.__file__).with_name(module.FILE)
    assert file.read_text(encoding="utf-8") == written(), "run: python -m tools.guides"


@pytest.mark.parametrize("rules", ["base", "river+draft", "underground"])
def test_a_value_is_the_weighted_sum_of_the_round(rules: str) -> None:
    ruleset = parse_ruleset(rules)
    for step in random_game(ruleset, seed="value"):
        position, value = step.after, Guide(ruleset).value(step.after)
        if position.round_ == ruleset.rounds:
            assert value == ruleset.score(position).total
            break
        weights = model_of(ruleset).guide[position.round_]
        assert value == pytest.approx(float(weights @ np.array(Guide(ruleset).columns(position))), abs=1e-3)


def test_a_ruleset_without_weights_has_its_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "shipped_weights", dict)
    ruleset = parse_ruleset("base")
    tile = ruleset.pieces["highway-straight"].tile("H.H.")
    board = ruleset.set_up().boards[0].draw(tile, parse_cell("B1"), round_=Round(1))
    position = ruleset.set_up().with_board(0, board)
    assert Guide(ruleset).value(position) == ruleset.score(position).total == 0
