"""The end of a game: boards first, what scores shows itself, the winner is celebrated, and all columns fit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect
from tests.browser.conftest import PHONE, WIDE, Visit
from tests.browser.finished import Seat, finished_game, open_seat, play_until, sit_down
from tests.browser.layout import draw_what_must_be
from tests.browser.test_everybody import complaints
from tests.browser.test_layout import NO_WIDER

NAME = "Wolfeschlegelstein"


def ended(address: str, *, bots: int, rules: str = "base") -> Seat:
    """A finished game. What bots draw is chance; the player scores a network with these dice, in the base game."""
    seats = [{"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * bots]
    return finished_game(address, name=NAME, rules=rules, seats=seats, seed="end-99")


@pytest.mark.parametrize("rules", ["base", "underground"])
def test_all_columns_of_the_result_fit_on_a_phone(visit: Visit, address: str, rules: str) -> None:
    page = visit()
    sit_down(page, ended(address, bots=5, rules=rules), rules=rules)
    result = page.get_by_role("table")
    expect(result).to_be_visible()
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(NO_WIDER) <= 0
        box = result.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        cells = result.get_by_role("row").last.get_by_role("cell")
        assert cells.count() == 6
        for index in range(6):
            # No figure is cut off or broken into two lines.
            assert cells.nth(index).evaluate(
                "one => one.scrollWidth <= one.clientWidth && one.clientHeight < 40"
            )


def test_the_longest_name_widens_neither_a_board_nor_its_column_on_a_phone(
    visit: Visit, address: str
) -> None:
    page = visit(viewport=PHONE)
    seats = [{"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * 2]
    sit_down(page, finished_game(address, name="W" * 40, seats=seats, seed="end-99"), rules="base")
    board = page.get_by_role("region", name=re.compile("^W+.s board$"))
    expect(board).to_be_visible()
    score = board.get_by_role("group", name="Score")
    assert [
        one.evaluate("one => one.getBoundingClientRect().right < innerWidth") for one in (board, score)
    ] == [
        True,
        True,
    ]
    bot = page.get_by_role("table").get_by_role("columnheader").nth(2)
    assert bot.locator(".name").evaluate("one => one.getClientRects().length == 1 && one.clientHeight < 40")


# When the animations of these elements begin and end, in milliseconds, by their styles: they may be over already.
TIMES = """
(selector) => [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one))
  .filter(({animationName}) => animationName !== 'none')
  .map(({animationDelay, animationDuration}) => {
    const [from, lasts] = [animationDelay, animationDuration].map((time) => parseFloat(time) * 1000);
    return [from, from + lasts];
  })
"""


def test_longest_lines_draw_themselves_then_networks_light_up_then_the_winner_is_celebrated(
    visit: Visit, address: str
) -> None:
    page = visit(reduced_motion="no-preference")
    sit_down(page, ended(address, bots=1))
    expect(page.locator(".trophy")).to_be_visible()
    own = ".seat:first-child"
    routes, networks = (page.evaluate(TIMES, f"{own} {part}") for part in (".walk .line", ".lit"))
    assert sorted(routes) == routes
    assert len(routes) > 1
    assert networks
    for before, after in zip([max(routes), *networks], networks, strict=False):
        assert after[0] >= before[1] - 100
    all_over = max(until for _, until in page.evaluate(TIMES, ".walk .line, .lit"))
    celebration = page.evaluate(TIMES, ".trophy, .celebrate svg")
    assert min(from_ for from_, _ in celebration) >= all_over - 100
    # Who looks at something else has seen it.
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".lit").first).to_be_attached()
    assert page.evaluate(TIMES, ".walk path, .lit") == []


def test_with_reduced_motion_lines_networks_and_winner_are_simply_there(visit: Visit, address: str) -> None:
    page = visit()
    sit_down(page, ended(address, bots=1))
    expect(page.locator(".trophy")).to_be_visible()
    assert page.locator(".walk path").count() > 0
    assert page.locator(".lit rect").count() > 0
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_boards_come_first_and_axe_finds_nothing(visit: Visit, address: str, size: dict[str, int]) -> None:
    page = visit(viewport=size, bypass_csp=True)
    sit_down(page, ended(address, bots=3))
    expect(page.get_by_role("table")).to_be_visible()
    tops = [
        page.locator(selector).first.bounding_box()
        for selector in ("main h1", "main [role=grid]", "main table")
    ]
    heights = [box["y"] for box in tops if box]
    assert heights == sorted(heights)
    assert len(heights) == 3
    page.wait_for_load_state("networkidle")
    assert complaints(page) == []


def test_the_focus_goes_to_the_heading_of_a_new_page(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Learn", exact=True).click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_focused()
    page.get_by_role("link", name="inkrail").click()
    expect(page.get_by_role("heading", level=1, name="Roll the dice")).to_be_focused()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", level=1, name="Base game")).to_be_focused()


def test_the_focus_stays_on_the_heading_of_a_page_whose_text_comes_late(visit: Visit) -> None:
    page = visit(service_workers="block")
    loading = page.get_by_role("heading", level=1, name="Learn", exact=True)

    def late(route: Route) -> None:
        expect(loading).to_be_focused()
        route.continue_()

    page.route(re.compile("/assets/learn[.]"), late)
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("Guided first game"))).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_the_focus_goes_into_the_help_and_back(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".tray")).to_be_visible()
    opener = page.get_by_role("button", name="Help")
    opener.click()
    panel = page.get_by_role("region", name="Help")
    expect(panel.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(opener).to_be_focused()


def test_the_focus_goes_to_the_dice_of_a_new_round_and_to_the_result_of_a_game(
    visit: Visit, address: str
) -> None:
    seat = open_seat(address, name="Focused", seed="focus")
    play_until(address, seat, round_=6)
    page = visit()
    sit_down(page, seat)
    expect(page.locator(".tray")).to_be_visible()
    draw_what_must_be(page)
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_text("Round 7 of 7")).to_be_visible()
    expect(page.locator(".tray .die").first).to_be_focused()
    draw_what_must_be(page)
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="point")).to_be_focused()
