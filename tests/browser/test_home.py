"""The first page: what waits, the ways in, and how many taps each takes on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.finished import Seat, finished_game, open_seat, play_until
from tests.browser.player import Player
from tests.browser.test_everybody import LOOKS, complaints

PHONES = [{"width": 390, "height": 844}, PHONE]
KEEP = """(seats) => localStorage.setItem('inkrail.seats', JSON.stringify(seats))"""
WAYS = ("Today's dice", "Play a bot", "Friends", "Puzzles")


def remember(page: Page, *seats: Seat) -> None:
    """Let the browser have these seats, as it saw them last, and look at the first page."""
    page.evaluate(
        KEEP, [{"rules": "base", "seen": 1000 - number, **seat} for number, seat in enumerate(seats)]
    )
    for seat in seats:
        page.goto(f"/t/{seat['table']}")
        expect(
            page.get_by_role("grid").or_(page.get_by_role("heading", name="Final score")).first
        ).to_be_visible()
    page.goto("/")
    page.wait_for_load_state("networkidle")


def way(page: Page, name: str) -> Locator:
    ways = page.get_by_role("list", name="Ways to play").get_by_role("listitem")
    return ways.filter(has_text=name).locator("a, button")


def is_in_window(locator: Locator) -> bool:
    box, size = locator.bounding_box(), locator.page.viewport_size
    assert box
    assert size
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.fixture
def running(address: str) -> Seat:
    """A game against a bot in its second round, where it is our turn."""
    seat = open_seat(address, seats=[{"kind": "human"}, {"kind": "bot", "bot": "random"}])
    play_until(address, seat, round_=2)
    return seat


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_what_waits_and_the_ways_in_are_in_the_first_window_of_a_phone(
    visit: Visit, running: Seat, size: dict[str, int]
) -> None:
    page = visit(viewport=size, has_touch=True, is_mobile=True)
    shown = [page.get_by_role("button", name="Play now"), *(way(page, name) for name in WAYS)]
    assert [one for one in shown if not is_in_window(one)] == []
    remember(page, running)
    waiting = page.get_by_role("list", name="Waiting for you").get_by_role("link")
    expect(waiting).to_have_text(re.compile(r"Continue\s*Base game with Random\s*Round 2 of 7 · your turn"))
    assert [one for one in (waiting, *shown) if not is_in_window(one)] == []


def test_from_the_first_page_of_a_phone_everything_is_two_taps_away(
    visit: Visit, address: str, running: Seat
) -> None:
    page = visit(viewport=PHONES[0], has_touch=True, is_mobile=True)
    over = finished_game(address)
    other = finished_game(address, rules="lake")
    remember(page, over, running, other)
    page.get_by_role("link", name=re.compile("^Continue")).tap()
    expect(Player(page).heading_of_round(2)).to_be_visible()
    page.goto("/")
    way(page, "Today's dice").tap()
    page.get_by_role("button", name="Play today's dice").tap()
    expect(Player(page).heading_of_round(1)).to_be_visible()
    page.goto("/")
    way(page, "Friends").tap()
    page.get_by_role("button", name="Open a table and get the link").tap()
    expect(page.get_by_role("textbox", name="Link to this table")).to_be_visible()
    page.goto("/")
    best = page.get_by_role("link", name=re.compile("best board$"))
    points = best.inner_text().split()[0]
    best.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(rf"^{points} points?$"))


def test_a_bot_plays_at_once_at_the_level_that_was_chosen(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    way(page, "Play a bot").tap()
    expect(page.get_by_role("region", name="New game")).to_be_focused()
    page.get_by_role("combobox", name="Opponent").select_option("random")
    page.get_by_role("button", name="Start", exact=True).tap()
    expect(page.get_by_role("list", name="Players").get_by_text("Random")).to_be_visible()


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_while_a_game_is_chosen_its_start_stays_in_sight(visit: Visit, size: dict[str, int]) -> None:
    page = visit(viewport=size, has_touch=True, is_mobile=True)
    start = page.get_by_role("button", name=re.compile("^(Start|Open a table)"))
    games = page.get_by_role("group", name="Choose your game").get_by_role("radio")
    expect(games.last).to_be_attached()
    for name in ("Alone", "Friends, by link", "Bots"):
        page.get_by_role("radio", name=name).check()
        for game in reversed(games.all()):
            game.check()
            assert is_in_window(start)


def test_a_table_that_is_gone_waits_no_longer(visit: Visit, running: Seat) -> None:
    page = visit()
    gone = {**running, "table": "gone", "rules": "lake", "seen": 2000}
    page.evaluate(KEEP, [gone, {**running, "rules": "base", "seen": 1}])
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("^Continue Base game with Random"))).to_be_visible()
    expect(page.get_by_text("Lake", exact=True)).to_have_count(1)


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_when_something_waits(
    *, visit: Visit, address: str, running: Seat, scheme: str, size: dict[str, int]
) -> None:
    page = visit(color_scheme=scheme, viewport=size, bypass_csp=True)
    remember(page, running, finished_game(address))
    assert complaints(page) == []


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "de-DE"])
def test_no_text_of_a_menu_leaves_its_frame_on_a_phone(visit: Visit, locale: str) -> None:
    page = visit(viewport=PHONE, locale=locale)
    page.locator("details summary").click()
    menus = page.locator("details select:visible")
    expect(menus).to_have_count(2)
    assert menus.evaluate_all("all => all.map((one) => one.scrollWidth - one.clientWidth)") == [0, 0]
