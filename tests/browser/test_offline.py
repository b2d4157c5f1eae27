"""Without a connection: the page of a server goes on in the browser, with the engine that was kept there."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.player import Player

HERE = re.compile(r"/t/here-")


def prepare(page: Page) -> None:
    """Have the game kept in the browser, as somebody does who will soon be without a connection."""
    page.get_by_role("button", name="Load the game").click()
    expect(page.get_by_text("The game is in this browser")).to_be_visible(timeout=120_000)


def go_offline(page: Page) -> None:
    page.context.set_offline(True)


def test_a_game_begun_online_goes_on_offline_and_new_ones_are_played(visit: Visit) -> None:
    page = visit()
    prepare(page)
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    player.play_round(1)
    expect(player.heading_of_round(2)).to_be_visible()
    player.draw(player.dice.first)
    board = page.get_by_role("grid").first.bounding_box()
    go_offline(page)
    expect(page.get_by_role("status").get_by_text("No connection")).to_be_visible()
    assert page.get_by_role("grid").first.bounding_box() == board
    page.get_by_role("button", name="Go on here").click()
    expect(page).to_have_url(HERE, timeout=120_000)
    expect(page.get_by_role("gridcell", name=re.compile("may still be changed"))).to_have_count(1)
    player.play_round(2)
    expect(player.heading_of_round(3)).to_be_visible()
    page.reload()
    for number in range(3, 8):
        player.play_round(number)
    expect(player.final).to_be_visible()
