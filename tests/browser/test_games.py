"""My games: kept when they end, counted, shown, exported, wiped; and what the page says about what is stored."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Download, Locator, Page, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.finished import Seat, finished_game, sit_down
from tests.browser.test_everybody import LOOKS, complaints

from inkrail.game.record import FIRST_LINE, parse_record

BOT = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
GAMES = """async () => new Promise((resolve, reject) => {
  const request = indexedDB.open('inkrail');
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const all = request.result.transaction('games').objectStore('games').getAll();
    all.onsuccess = () => { request.result.close(); resolve(all.result); };
    all.onerror = () => reject(all.error);
  };
})"""
FULL = """() => {
  window.spacious = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException('no space', 'QuotaExceededError'); };
}"""


def finish(page: Page, seat: Seat, *, rules: str = "base") -> None:
    """Look at the end of a game, so that the page keeps it."""
    sit_down(page, seat, rules=rules)
    expect(page.get_by_role("heading", name="Final score").first).to_be_visible()


def open_games(page: Page, *, number: int) -> None:
    """Go to the page by the first page, and wait until all games are there."""
    page.goto("/")
    page.get_by_role("link", name=re.compile("^My games")).click()
    expect(page.get_by_role("heading", name="My games", level=1)).to_be_visible()
    expect(listed(page)).to_have_count(number)


def listed(page: Page) -> Locator:
    return page.get_by_role("region", name="All finished games").get_by_role("listitem")


def expect_gallery_apart(page: Page, *, boards: int) -> None:
    """The boards and their buttons do not reach into what follows."""
    below = page.get_by_role("heading", name="All finished games").bounding_box()
    buttons = page.get_by_role("region", name="Best boards").get_by_role("button")
    expect(buttons).to_have_count(boards)
    ends = [box["y"] + box["height"] for one in buttons.all() if (box := one.bounding_box())]
    assert below
    assert max(ends) <= below["y"]


def text_of(download: Download) -> str:
    return Path(download.path()).read_text(encoding="utf-8-sig")


def test_finished_games_are_listed_counted_and_exported_until_they_are_wiped(
    visit: Visit, address: str
) -> None:
    page = visit(viewport=PHONE, accept_downloads=True)
    alone = finished_game(address, name="Mia", seed="my-games-1")
    against = finished_game(address, name="Mia", seed="my-games-2", seats=BOT)
    lake = finished_game(address, name="Mia", seed="my-games-3", rules="lake")
    for seat, rules in ((alone, "base"), (against, "base"), (lake, "lake")):
        finish(page, seat, rules=rules)
    open_games(page, number=3)
    expect(listed(page).filter(has_text=re.compile(r"Against Random \S+"))).to_have_count(1)
    expect(page.get_by_role("row", name=re.compile("^Base game 2 "))).to_be_visible()

    page.get_by_role("combobox", name="Game").select_option("base")
    expect(listed(page)).to_have_count(2)
    kept = {game["table"]: game for game in page.evaluate(GAMES)}
    totals = [kept[seat["table"]]["total"] for seat in (alone, against)]
    figures = page.get_by_role("region", name="Figures")
    expect(
        figures.get_by_text(f"{sum(totals) / 2:.1f}".replace("-", "\u2212"), exact=True).first
    ).to_be_visible()
    expect(page.get_by_role("region", name="Best boards").get_by_role("link")).to_have_count(2)
    expect(page.get_by_role("region", name="Best boards").locator("svg")).to_have_count(2)
    expect_gallery_apart(page, boards=2)
    page.get_by_text("As a table").click()
    expect(page.get_by_role("region", name="Trend").get_by_role("row")).to_have_count(3)

    with page.expect_download() as saved:
        page.get_by_role("button", name="Table (CSV)").click()
    rows = list(csv.DictReader(io.StringIO(text_of(saved.value))))
    assert {row["table"]: int(row["total"]) for row in rows} == {
        table: game["total"] for table, game in kept.items()
    }
    with page.expect_download() as saved:
        page.get_by_role("button", name="Records", exact=True).click()
    records = [f"{FIRST_LINE}{part}" for part in text_of(saved.value).split(FIRST_LINE)[1:]]
    finals = sorted(parse_record(record)[1].sheets()[0].total for record in records)
    assert finals == sorted(game["total"] for game in kept.values())

    page.get_by_role("button", name="Delete my games").click()
    expect(page.get_by_role("button", name="Delete them")).to_be_focused()
    page.get_by_role("button", name="Keep them").click()
    expect(page.get_by_role("button", name="Delete my games")).to_be_focused()
    page.get_by_role("button", name="Delete my games").click()
    page.get_by_role("button", name="Delete them").click()
    expect(page.get_by_text("No finished game yet")).to_be_visible()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("region", name="My figures")).to_have_count(0)
    assert page.evaluate(GAMES) == []


def test_the_best_board_and_a_review_are_two_taps_from_the_first_page(visit: Visit, address: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    finish(page, finished_game(address, name="Ida", seed="my-games-4"))
    open_games(page, number=1)
    best = page.get_by_role("region", name="Best boards").get_by_role("link")
    points = best.locator("strong").inner_text()
    best.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(points)
    page.go_back()
    page.get_by_role("button", name=re.compile("^Review: ")).tap()
    page.wait_for_url(re.compile(r"/review/\w+\?table="))


def test_a_game_that_cannot_be_kept_now_is_kept_later(visit: Visit, address: str) -> None:
    page = visit()
    page.context.add_init_script(f"({FULL})()")
    finish(page, finished_game(address, name="Eva", seed="my-games-5"))
    page.goto("/games")
    expect(page.get_by_role("alert")).to_contain_text("no more space")
    expect(page.get_by_text("No finished game yet")).to_be_visible()
    page.evaluate("() => { IDBObjectStore.prototype.put = window.spacious; }")
    page.get_by_role("link", name="Home").click()
    page.get_by_role("link", name=re.compile("^My games")).click()
    expect(listed(page)).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_everything_in_the_browser_is_deleted_from_the_page_that_says_what_is_stored(
    visit: Visit, address: str
) -> None:
    page = visit()
    finish(page, finished_game(address, name="Udo", seed="my-games-6"))
    open_games(page, number=1)
    page.get_by_role("link", name="What is stored, and where").click()
    expect(page.get_by_role("heading", name="On the server")).to_be_visible()
    page.get_by_role("button", name="Delete everything here").click()
    page.get_by_role("button", name="Delete everything", exact=True).click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert page.evaluate(GAMES) == []
    assert "inkrail.seats" not in page.evaluate("Object.keys(localStorage)")


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_in_my_games(
    *, visit: Visit, address: str, scheme: str, size: dict[str, int]
) -> None:
    page = visit(color_scheme=scheme, viewport=size, bypass_csp=True)
    finish(page, finished_game(address, name="Ugo", seed="my-games-7", seats=BOT))
    finish(
        page, finished_game(address, name="Ugo", seed="my-games-8", rules="underground"), rules="underground"
    )
    open_games(page, number=2)
    assert complaints(page) == []
    for width in (320, size["width"]):
        page.set_viewport_size({"width": width, "height": size["height"]})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_role("combobox", name="Game").select_option("underground")
    expect(page.get_by_role("region", name="Figures")).to_be_visible()
    page.get_by_text("As a table").click()
    page.get_by_role("button", name="Delete my games").click()
    assert complaints(page) == []
    page.set_viewport_size({"width": 320, "height": size["height"]})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_games_are_moved_to_another_device_by_a_code_that_can_be_deleted(visit: Visit, address: str) -> None:
    laptop = visit()
    for number in (9, 10):
        finish(laptop, finished_game(address, name="Pia", seed=f"my-games-{number}", seats=BOT))
    open_games(laptop, number=2)
    laptop.get_by_role("button", name="Make a code").click()
    code = laptop.get_by_role("region", name="To another device").locator("strong").inner_text()

    phone = visit("/games", viewport=PHONE)
    field = phone.get_by_role("textbox", name="Code from another device")
    field.fill("aaaa-aaaa")
    field.press("Enter")
    expect(phone.get_by_role("alert")).to_contain_text("no games for this code")
    field.fill(code.lower())
    phone.get_by_role("button", name="Get the games").click()
    expect(phone.get_by_text("2 new games are here now.")).to_be_visible()
    expect(listed(phone)).to_have_count(2)
    expect(phone.get_by_role("region", name="Best boards").locator("svg")).to_have_count(2)
    assert sorted(map(str, phone.evaluate(GAMES))) == sorted(map(str, laptop.evaluate(GAMES)))
    field.fill(code)
    phone.get_by_role("button", name="Get the games").click()
    expect(phone.get_by_text("All games of this code were here already.")).to_be_visible()
    expect(listed(phone)).to_have_count(2)

    laptop.reload()
    laptop.get_by_role("button", name="Delete the code").click()
    expect(laptop.get_by_text("The code is deleted.")).to_be_visible()
    expect(laptop.get_by_role("button", name="Make a code")).to_be_focused()
    field.fill(code)
    phone.get_by_role("button", name="Get the games").click()
    expect(phone.get_by_role("alert")).to_contain_text("no games for this code")
