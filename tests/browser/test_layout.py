"""What is needed for drawing is inside the window, at every size and for every ruleset."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.finished import open_seat, play_until, sit_down
from tests.browser.layout import (
    NAME,
    Size,
    draw,
    end_round,
    open_table,
    out_of_place_with_company,
    out_of_reach,
    sit_at,
    take_pairs,
)
from tests.browser.player import Player
from tests.browser.test_everybody import PAGES

from inkrail.rules.registry import RULESET_NAMES, variant_names
from inkrail.server.rooms.names import LONGEST_NAME

PHONE: Size = (360, 640)
SIZES: tuple[Size, ...] = (PHONE, (320, 568), (640, 360), (812, 375), (1280, 720))
"""A phone, a small one, one in landscape or 1280x720 at 200 % zoom, a long one in landscape, and a small screen."""
MORE: tuple[Size, ...] = (*SIZES, (390, 844), (960, 540), (800, 600), (1024, 768), (1920, 1080))
HIGH: Size = (1280, 1200)
LAPTOP: Size = (1366, 650)
"""A common small laptop, less the bars of the browser."""
FINGER = 44
"""How wide what is tapped should be, in pixels."""
TRAYS = [
    pytest.param(rules, marks=() if rules in ("base", "underground", "lava+draft") else pytest.mark.slow)
    for rules in (*RULESET_NAMES, "lava+draft")
]
"""Rulesets by what has to fit beside the board; the fullest ones in every run."""
DRAFTS = tuple(f"{name}+draft" for name in RULESET_NAMES if variant_names(name))
Measure = Callable[[Page], list[str]]


def measured(sizes: tuple[Size, ...]) -> Measure:
    def measure(page: Page) -> list[str]:
        return [wrong for size in sizes for wrong in out_of_reach(page, size, may_scroll=size != PHONE)]

    return measure


def play_on(page: Page, measure: Measure) -> dict[str, list[str]]:
    """What is out of reach at each step of a round."""
    found = {}
    if page.locator(".pairs-panel").is_visible():
        found["pairs"] = measure(page)
        take_pairs(page)
    if page.locator(".meteor").is_visible():
        found["meteor"] = measure(page)
        page.locator(".meteor .way").first.click()
    expect(page.locator(".tray")).to_be_visible()
    found["dice"] = measure(page)
    draw(page, 0)
    found["drawn"] = measure(page)
    end_round(page)
    found["done"] = measure(page)
    return found


def nothing_wrong(found: dict[str, list[str]]) -> None:
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("rules", TRAYS)
def test_dice_and_done_lie_in_the_window_with_six_players(visit: Visit, address: str, rules: str) -> None:
    page = visit()
    bots = 5 if "+" in rules else 0
    sit_at(page, address, rules=rules, people=6 - bots, bots=bots, seed="layout")
    measure = measured((*SIZES, HIGH))
    nothing_wrong(play_on(page, lambda page: measure(page) + out_of_place_with_company(page, LAPTOP)))


@pytest.mark.parametrize("rules", TRAYS)
def test_with_company_on_a_laptop_nothing_scrolls(visit: Visit, address: str, rules: str) -> None:
    page = visit()
    bots = 3 if "+" in rules else 0
    sit_at(page, address, rules=rules, people=4 - bots, bots=bots, seed="layout")
    nothing_wrong(play_on(page, lambda page: out_of_place_with_company(page, LAPTOP)))


# With more networks than this game has.
LONGER = """
(count) => {
  const list = document.querySelector('.sheet ul');
  while (list.children.length < count) list.append(list.lastElementChild.cloneNode(true));
}
"""


def test_with_company_on_a_laptop_nothing_scrolls_when_the_sheet_is_long(visit: Visit, address: str) -> None:
    """Late in a game each network has a line of its own."""
    seats = [{"kind": "human"}, *[{"kind": "bot", "bot": "random"}] * 5]
    seat = open_seat(address, rules="underground", seats=seats)
    play_until(address, seat, round_=11)
    page = visit()
    sit_down(page, seat, rules="underground")
    expect(page.locator(".tray")).to_be_visible()
    assert page.locator(".sheet .line").count() > 10
    page.evaluate(LONGER, 16)
    nothing_wrong({"late": out_of_place_with_company(page, LAPTOP)})


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "de-DE"])
def test_six_players_leave_the_bar_of_a_phone_one_row(visit: Visit, address: str, locale: str) -> None:
    page = visit(viewport={"width": PHONE[0], "height": PHONE[1]}, locale=locale)
    sit_at(page, address, rules="underground", bots=5)
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        boxes = [page.locator(f".bar > {name}").bounding_box() for name in (".home", ".dots", ".help")]
        middles = [box["y"] + box["height"] / 2 for box in boxes if box]
        assert len(middles) == 3
        assert max(middles) - min(middles) < 4, width


def test_cells_are_large_enough_for_a_finger_on_a_phone(visit: Visit, address: str) -> None:
    page = visit(viewport={"width": PHONE[0], "height": PHONE[1]})
    sit_at(page, address, rules="lava", people=1, bots=3, seed="layout")
    box = page.get_by_role("gridcell").first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= FINGER


@pytest.mark.parametrize("rules", ["lava", "lava+draft"])
def test_dice_to_be_typed_lie_in_the_window(visit: Visit, address: str, rules: str) -> None:
    page = visit()
    sit_at(page, address, rules=rules, people=6 if "+" in rules else 1, typed=True)
    expect(page.locator(".typed .face").first).to_be_visible()
    nothing_wrong({"typed": measured(SIZES)(page)})


def test_the_guided_game_lies_in_the_window(visit: Visit) -> None:
    page = visit("/learn/first-game")
    expect(page.locator(".tray")).to_be_visible()
    found = {"first words": measured(SIZES)(page)}
    draw(page, 0)
    nothing_wrong(found | {"next words": measured(SIZES)(page)})


NO_WIDER = "() => document.documentElement.scrollWidth - innerWidth"
"""How much wider a page is than its window; it may be higher, and then scrolls."""


def test_other_pages_scroll_and_are_never_wider_than_the_window(visit: Visit, address: str) -> None:
    """Lists of games, the rules, and six long names in the lobby and for a watcher."""
    page = visit()
    found: dict[str, int] = {}

    def measure(name: str) -> None:
        page.get_by_role("heading", level=1).first.wait_for()
        for width, height in ((320, 568), (640, 360)):
            page.set_viewport_size({"width": width, "height": height})
            found[f"{name} {width}x{height}"] = page.evaluate(NO_WIDER)

    for path in PAGES:
        page.goto(path)
        measure(path)
    link = open_table(address, rules="underground", people=6)
    page.goto(f"/t/{link.table}")
    expect(page.get_by_text(NAME[:LONGEST_NAME]).first).to_be_visible()
    measure("lobby")
    watcher = visit()
    sit_at(watcher, address, rules="underground", people=6)
    page.goto(watcher.url)
    expect(page.get_by_role("list", name="Players")).to_be_visible()
    measure("watching")
    assert {name: wider for name, wider in found.items() if wider > 0} == {}


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*RULESET_NAMES, *DRAFTS])
def test_in_every_language_and_window_nothing_is_out_of_reach(visit: Visit, address: str, rules: str) -> None:
    found = {}
    for locale in ("en-GB", "es-ES", "de-DE"):
        page = visit(locale=locale)
        sit_at(page, address, rules=rules, people=2, typed=True)
        expect(page.locator(".typed .face").first).to_be_visible()
        found[f"{locale} typed"] = measured(MORE)(page)
        bots = 5 if "+" in rules else 0
        sit_at(page, address, rules=rules, people=6 - bots, bots=bots, seed="layout")
        found |= {f"{locale} {state}": wrong for state, wrong in play_on(page, measured(MORE)).items()}
    nothing_wrong(found)


@pytest.mark.slow
def test_the_end_of_a_game_of_six_is_never_wider_than_the_window(visit: Visit, address: str) -> None:
    page = visit()
    sit_at(page, address, rules="underground", people=1, bots=5)
    Player(page).play(14)
    for width, height in ((320, 568), (640, 360), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(NO_WIDER) <= 0
