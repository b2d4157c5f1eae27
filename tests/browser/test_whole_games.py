"""Whole games through the page, from the first click to the final score."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.player import Player, scored_by_engine

ROUNDS = {
    "Base game": 7,
    "River": 6,
    "Lake": 6,
    "Meteor": 6,
    "Lava": 6,
    "Underground": 14,
    "Underground on its own": 7,
}


def start(page: Page, name: str) -> None:
    page.get_by_role("radio", name=re.compile(rf"^{name}(?! on its own)")).check()
    page.get_by_role("button", name="Start", exact=True).click()


@pytest.mark.parametrize("name", ROUNDS)
def test_a_game_of_each_ruleset_is_played_to_the_score_that_the_engine_gives(
    visit: Visit, address: str, name: str
) -> None:
    page = visit()
    start(page, name)
    player = Player(page, seed=len(name))
    player.play(ROUNDS[name])
    assert player.totals() == scored_by_engine(address, player.table)


def test_play_now_leads_to_a_board_in_one_click(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("grid", name="Board")).to_be_visible()
    expect(page.get_by_role("group", name="Dice", exact=True).get_by_role("button")).to_have_count(4)


def test_a_phone_plays_a_game_by_touch_without_scrolling(visit: Visit, address: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Play now").tap()
    player = Player(page, seed=5)
    expect(player.heading_of_round(1)).to_be_visible()
    for number in range(1, 8):
        expect(player.heading_of_round(number)).to_be_visible()
        scrolls = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
        assert scrolls[0] <= scrolls[1], f"round {number} scrolls: {scrolls}"
        while not player.may_end():
            die = player.item(player.dice, re.compile(", must be drawn$"))
            assert die
            die.tap()
            expect(die).to_have_attribute("aria-pressed", "true")
            player.cells_that_fit()[0].tap()
            expect(die).to_have_attribute("aria-pressed", "false")
        player.button("Done").tap()
    expect(player.final).to_be_visible()
    assert player.totals() == scored_by_engine(address, player.table)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_tile_is_drawn_with_a_motion_only_where_motion_is_wanted(visit: Visit, motion: str) -> None:
    page = visit(reduced_motion=motion)
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    expect(player.heading_of_round(1)).to_be_visible()
    player.draw(player.dice.first)
    drawn = page.locator("svg .tile.drawn")
    expect(drawn).to_have_count(1)
    moves = drawn.evaluate("tile => getComputedStyle(tile).animationName") != "none"
    assert moves == (motion == "no-preference")


@pytest.mark.parametrize("name", ["Base game", "Meteor"])
def test_a_drafted_game_against_a_bot_is_played_to_its_end(visit: Visit, address: str, name: str) -> None:
    page = visit()
    page.get_by_role("radio", name=re.compile(rf"^{name}")).check()
    page.get_by_role("radio", name="Bots").check()
    page.get_by_role("combobox", name="Opponent").select_option("random")
    page.get_by_role("checkbox", name=re.compile("^Draft")).check()
    page.get_by_role("button", name="Start", exact=True).click()
    player = Player(page, seed=9, drafts=True)
    player.play(ROUNDS[name])
    assert player.totals() == scored_by_engine(address, player.table)
