"""The kernel against the reference engine: placements, boards and every score line."""

import pytest
from tests.kernel.agreement import (
    assert_same_placements,
    assert_same_score,
    assert_same_step,
    crowded_position,
    games,
)

from inkrail.kernel import kernel_for
from inkrail.rules.registry import parse_ruleset

RULESETS = ("base", "river", "lake", "meteor", "lava", "underground", "underground-standalone")


def check_whole_games(name: str, *, number: int, seed: str) -> None:
    kernel = kernel_for(parse_ruleset(name))
    for steps in games(name, number=number, seed=seed):
        for step in steps:
            assert_same_step(kernel, step)
            assert_same_placements(kernel, step.after)
        assert_same_score(name, steps[-1].after)


def check_crowded_boards(name: str, *, number: int, seed: str) -> None:
    ruleset = parse_ruleset(name)
    kernel = kernel_for(ruleset)
    for index in range(number):
        position = crowded_position(ruleset, seed=f"{seed} {index}")
        assert_same_score(name, position)
        assert_same_placements(kernel, position)


@pytest.mark.parametrize("name", RULESETS)
def test_both_engines_play_the_same_games(name: str) -> None:
    check_whole_games(name, number=25, seed="quick")


@pytest.mark.parametrize("name", RULESETS)
def test_both_engines_judge_crowded_boards_alike(name: str) -> None:
    check_crowded_boards(name, number=60, seed="quick")


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_both_engines_play_the_same_two_thousand_games(name: str) -> None:
    check_whole_games(name, number=2_000, seed="slow")


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_both_engines_judge_twenty_thousand_positions_alike(name: str) -> None:
    positions = 0
    for steps in games(name, number=800, seed="positions"):
        for step in steps:
            assert_same_score(name, step.after)
            positions += 1
    check_crowded_boards(name, number=2_000, seed="slow")
    assert positions >= 20_000
