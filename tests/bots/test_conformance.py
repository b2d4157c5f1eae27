"""The conformance check for authors of bots."""

import pytest
from tests.bots import flawed

from inkrail.bots.conformance import EVERY_RULESET, conformance
from inkrail.bots.registry import BOT_NAMES, Player

QUICK = ("random", "casual", "steady")
"""The bots that play every ruleset in a few seconds; the others are checked in the slow run."""


@pytest.mark.parametrize("bot", QUICK)
@pytest.mark.parametrize("rules", EVERY_RULESET)
def test_quick_bots_pass_the_check_in_every_ruleset(rules: str, bot: str) -> None:
    assert conformance(bot, rules=[rules]) == ()


@pytest.mark.slow
@pytest.mark.parametrize("bot", [name for name in BOT_NAMES if name not in QUICK])
@pytest.mark.parametrize("rules", EVERY_RULESET)
def test_all_other_bots_pass_the_check_in_every_ruleset(rules: str, bot: str) -> None:
    assert conformance(bot, rules=[rules]) == ()


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
