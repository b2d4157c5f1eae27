"""An effort where searches cost more is narrower first, then over fewer rolls."""

from inkrail.bots.effort import COST, Breadth, Effort, Stage
from inkrail.bots.master import MasterBot
from inkrail.bots.strong import StrongBot
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

WIDE = Breadth(width=60, special=16, kept=32)
EFFORT = Effort(breadth=WIDE, last=WIDE, stages=(Stage(24, 8), Stage(3, 80, rounds=2)))


def test_an_effort_at_the_base_game_s_cost_is_itself() -> None:
    assert EFFORT.at_cost(1) == EFFORT


def test_where_searches_cost_more_they_are_narrower_and_then_fewer() -> None:
    twice, often = EFFORT.at_cost(2), EFFORT.at_cost(9)
    assert (twice.ahead, twice.stages) == (Breadth(5, 1, 5), EFFORT.stages)
    assert (often.ahead, often.stages) == (Breadth(5, 1, 5), (Stage(24, 2), Stage(3, 17, rounds=2)))
    assert often.breadth == EFFORT.breadth


def test_only_rulesets_have_a_cost() -> None:
    assert set(COST) | {"base"} == set(RULESET_NAMES)


def test_a_bot_spends_its_time_in_another_way_where_that_is_better() -> None:
    for bot in (StrongBot(), MasterBot()):
        assert bot.foresight(parse_ruleset("river")).effort == bot.efforts["river"]
        assert bot.foresight(parse_ruleset("river+draft")).effort == bot.efforts["river"]
        assert bot.foresight(parse_ruleset("lake")).effort == bot.effort.at_cost(COST["lake"])
        assert set(bot.efforts) < set(COST)
