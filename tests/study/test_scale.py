"""The bots on the scale of reviews."""

import pytest
from tools.scale import BOTS, MORE_BOTS

from inkrail.rules.registry import RULESET_NAMES
from inkrail.study.scale import between, bot_means


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_every_ruleset_has_the_bots_in_their_order(rules: str) -> None:
    means = bot_means(rules)
    assert {mean.bot for mean in means} == {*BOTS, *MORE_BOTS.get(rules, ())}
    assert [mean.bot for mean in means if mean.bot in BOTS] == ["greedy", "casual", "steady"]
    assert all(0 <= mean.skill <= 99 and mean.games >= 1 for mean in means)
    assert bot_means(f"{rules}+draft") == means


def test_a_skill_is_between_two_bots_or_beyond_all_of_them() -> None:
    means = bot_means("base")
    casual = next(mean for mean in means if mean.bot == "casual")
    assert between("base", casual.skill)[0] == "casual"
    below, above = between("base", casual.skill - 0.01)
    assert (below, above) == (means[means.index(casual) - 1].bot, "casual")
    assert between("base", -1) == (None, means[0].bot)
    assert between("base", 99) == (means[-1].bot, None)
    assert between("made-up", 50) == (None, None)
