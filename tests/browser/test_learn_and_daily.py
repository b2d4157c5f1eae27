"""The guided first game, the rule pages, the daily dice."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.player import Player


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_the_first_game_teaches_by_doing(visit: Visit, *, phone: bool) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True) if phone else visit()
    page.get_by_role("link", name="Show me how").click()
    player = Player(page)
    coach = page.get_by_role("complementary").get_by_role("status")
    expect(coach).to_contain_text("press the first die")
    player.dice.first.click()
    expect(coach).to_contain_text("Tap the cell B1")
    page.get_by_role("gridcell", name=re.compile("^B1")).click()
    expect(coach).to_contain_text("Now take the railway")
    player.dice.nth(1).click()
    expect(coach).to_contain_text("tap B2")
    page.get_by_role("gridcell", name=re.compile("^B2")).click()
    expect(page.get_by_text(re.compile("^In B2 .*may not meet")).first).to_be_visible()
    player.cells_that_fit()[0].click()
    expect(player.dice.nth(1)).to_have_attribute("aria-pressed", "false")
    player.draw_all()
    expect(coach).to_contain_text("Press Done")
    heights = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert heights[0] <= heights[1]
    player.button("Done").click()
    for number in range(2, 8):
        player.play_round(number)
    expect(player.final).to_be_visible()


def test_a_guided_game_that_was_left_goes_on_where_it_was(visit: Visit) -> None:
    page = visit("/learn/first-game")
    player = Player(page)
    player.play_round(1)
    expect(player.heading_of_round(2)).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="Show me how").click()
    expect(player.heading_of_round(2)).to_be_visible()


def test_every_expansion_has_a_page_of_rules_that_leads_to_a_game(visit: Visit) -> None:
    page = visit("/learn")
    for name in ("River", "Lake", "Meteor", "Lava", "Underground", "Underground on its own"):
        page.goto("/learn")
        page.get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("heading", level=1, name=name, exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Play it")).to_be_visible()
    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("grid")).to_be_visible()


def test_a_day_s_first_try_counts_and_stands_on_the_leaderboard(visit: Visit) -> None:
    page = visit()
    page.get_by_role("textbox", name="Your name").fill("Yusuf")
    page.get_by_role("link", name=re.compile("^Today's dice")).click()
    page.get_by_role("button", name="Play today's dice").click()
    player = Player(page, seed=2)
    expect(player.heading_of_round(1)).to_be_visible()
    rounds = int((page.get_by_text(re.compile(r"^Round 1 of \d+$")).inner_text()).split()[-1])
    page.goto("/daily")
    page.get_by_role("button", name="Play on").click()
    player.play(rounds)
    (total,) = player.totals()
    page.goto("/daily")
    row = page.get_by_role("row", name=re.compile("Yusuf"))
    written = str(total).replace("-", "\N{MINUS SIGN}")
    expect(row.get_by_role("cell", name=written, exact=True).first).to_be_visible()
    expect(page.get_by_role("button", name="Look at my game")).to_be_visible()
