"""The check that ships for writers of bots."""

import pytest
from tests.bots import flawed

from inkrail.bots.conformance import EVERY_RULESET, conformance
from inkrail.bots.registry import Player


@pytest.mark.parametrize("rules", EVERY_RULESET)
def test_the_simple_bots_are_good_in_every_ruleset(rules: str) -> None:
    assert conformance("random", rules=[rules]) == ()


def test_greedy_is_good_where_it_is_quick() -> None:
    assert conformance("greedy", rules=["base"]) == ()


def test_every_ruleset_is_there_drafted_and_not() -> None:
    assert len(EVERY_RULESET) == 13
    assert {"base", "lava+draft", "underground", "underground-standalone"} <= set(EVERY_RULESET)


@pytest.mark.parametrize(
    ("bot", "code"),
    [
        (flawed.Quitter, "bot.illegal"),
        (flawed.Waverer, "bot.stalls"),
        (flawed.Thrower, "bot.failed"),
        (flawed.Moody, "bot.not_deterministic"),
        (flawed.Elephant, "bot.not_deterministic"),
        (flawed.Overrated, "bot.not_a_bot"),
        ("tests.bots.flawed:Quitter", "bot.illegal"),
        ("tests.bots.flawed:Nameless", "bot.not_a_bot"),
    ],
)
def test_each_flaw_has_its_code(bot: Player, code: str) -> None:
    assert [problem.code for problem in conformance(bot, rules=["base"])] == [code]


def test_games_that_part_are_told_with_the_round() -> None:
    (problem,) = conformance(flawed.Elephant, rules=["base"])
    assert problem.params["round"] == 2
