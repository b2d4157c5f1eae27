"""Bots by `package.module:Name`."""

import re
from pathlib import Path

import pytest
from tests.bots.flawed import Good

from inkrail.bots.bot import LEVELS
from inkrail.bots.own import check_shape
from inkrail.bots.registry import BOT_NAMES, bot_factory, find_bot
from inkrail.core.errors import Refusal
from inkrail.i18n import LANGUAGES, catalogue


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_shipped_bot_is_found_by_the_name_it_has(name: str) -> None:
    assert find_bot(name).name == name


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_shipped_bot_has_the_shape_that_the_check_asks_for(name: str) -> None:
    check_shape(find_bot(name), name=name)


@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_a_bot_may_have_the_lowest_and_the_highest_level(level: int) -> None:
    bot = Good()
    bot.level = level
    check_shape(bot, name="good")


def test_the_page_on_bots_names_the_levels_that_the_check_allows() -> None:
    page = (Path(__file__).parents[2] / "docs" / "write-a-bot.md").read_text()
    assert f"a level from {LEVELS[0]} to {LEVELS[-1]}" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_right_level_is_told_which_are(language: str) -> None:
    with pytest.raises(Refusal) as caught:
        find_bot("tests.bots.flawed:Overrated")
    told = catalogue(language).refusal(caught.value)
    assert re.search(rf"level \w+ {LEVELS[0]} \w+ {LEVELS[-1]}\b", told)


def test_a_bot_of_ones_own_is_found_by_its_module_and_name() -> None:
    assert find_bot("tests.bots.flawed:Good").name == "good"


def test_a_bot_is_made_of_a_name_or_a_class() -> None:
    assert bot_factory("random")().name == "random"
    assert bot_factory(Good)().name == "good"


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("genius", "bot.unknown", "genius"),
        ("program: ", "bot.unknown", "program: "),
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
