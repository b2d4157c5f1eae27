"""A ruleset that the page was not built with, played on the page as it is."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.conftest import Visit, open_socket, serving, visitors
from tests.browser.player import Player


@pytest.fixture
def visit(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """Visitors of a server that has viaducts: two per game, one per round."""
    folder = tmp_path_factory.mktemp("made-up")
    with (
        open_socket() as listening,
        serving(listening, folder=folder, app="tests.browser.made_up:app") as address,
        visitors(browser, address) as open_page,
    ):
        yield open_page


def viaduct(page: Page) -> Locator:
    """The made-up extra in the tray."""
    return page.get_by_role("group", name=re.compile("^Viaduct ·")).get_by_role("button")


def expect_left(page: Page, left: int) -> None:
    expect(page.get_by_role("group", name=f"Viaduct · {left} left", exact=True)).to_be_visible()


def start(page: Page) -> Player:
    page.get_by_role("radio", name="viaducts").check()
    page.get_by_role("button", name="Start", exact=True).click()
    player = Player(page)
    expect(player.heading_of_round(1)).to_have_text("Round 1 of 3")
    return player


def test_a_made_up_extra_is_offered_counted_down_and_refused(visit: Visit) -> None:
    page = visit("/")
    player = start(page)
    expect_left(page, 2)
    player.draw(viaduct(page))
    expect_left(page, 1)
    drawn = page.get_by_role(
        "gridcell", name=re.compile(r"^\w\d: viaduct, .*; round 1; may still be changed")
    )
    expect(drawn).to_have_count(1)
    viaduct(page).click()
    expect(page.get_by_role("status")).to_have_text("That is not possible (viaduct.round).")
    player.draw_all()
    player.button("Done").click()

    expect(player.heading_of_round(2)).to_be_visible()
    player.draw(viaduct(page))
    expect_left(page, 0)
    viaduct(page).click()
    expect(page.get_by_role("status")).to_have_text("That is not possible (viaduct.limit).")
    player.button("Undo").click()
    expect_left(page, 1)
    expect(viaduct(page)).to_have_accessible_name("viaduct")
    player.button("Redo").click()
    expect_left(page, 0)
    expect(viaduct(page)).to_have_accessible_name("Viaduct, not possible now")
    player.draw_all()
    player.button("Done").click()

    player.play_round(3)
    expect(player.final).to_be_visible()


def test_a_piece_without_a_drawing_shows_its_sides(visit: Visit) -> None:
    page = visit("/")
    start(page)
    icon = viaduct(page).locator("svg.icon")
    expect(icon.locator(".road")).to_have_count(2)
    expect(icon.locator(".rail")).to_have_count(2)
