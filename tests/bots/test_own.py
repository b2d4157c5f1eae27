"""Bots by `package.module:Name`."""

import pytest
from tests.bots.flawed import Good

from inkrail.bots.registry import BOT_NAMES, bot_maker, find_bot
from inkrail.core.errors import Refusal


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_shipped_bot_is_found_by_the_name_it_has(name: str) -> None:
    assert find_bot(name).name == name


def test_a_bot_of_ones_own_is_found_by_its_module_and_name() -> None:
    assert find_bot("tests.bots.flawed:Good").name == "good"


def test_a_bot_is_made_of_a_name_or_a_class() -> None:
    assert bot_maker("random")().name == "random"
    assert bot_maker(Good)().name == "good"


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("genius", "bot.unknown", "genius"),
        ("tests.bots.no_such_module:Good", "bot.not_imported", "No module named"),
        (":Good", "bot.not_imported", "ValueError"),
        ("tests.bots.flawed:Absent", "bot.not_there", "Absent"),
        ("tests.bots.flawed:", "bot.not_there", "tests.bots.flawed"),
        ("tests.bots.flawed:NOT_A_CLASS", "bot.not_a_bot", "not callable"),
        ("tests.bots.flawed:NeedsArguments", "bot.not_a_bot", "effort"),
        ("tests.bots.flawed:Nameless", "bot.not_a_bot", "name"),
        ("tests.bots.flawed:Overrated", "bot.not_a_bot", "level"),
        ("tests.bots.flawed:Rng", "bot.not_a_bot", ""),
    ],
)
def test_what_leads_to_no_bot_is_told(name: str, code: str, told: str) -> None:
    with pytest.raises(Refusal) as caught:
        find_bot(name)
    assert caught.value.code == code
    assert told in str(caught.value)
