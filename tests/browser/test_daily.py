"""The daily game: shared, opened by a stranger, played and compared; earlier days; what comes next."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.finished import play_until
from tests.browser.player import Player, fetch, points
from tests.browser.sharing import shared_text
from tests.browser.test_everybody import LOOKS, complaints

DAY = "2026-11-15"
SEATS = "() => JSON.parse(localStorage.getItem('inkrail.seats'))"


def own_seat(page: Page) -> dict[str, Any]:
    seat: dict[str, Any] = page.evaluate(SEATS)[0]
    return seat


def finish(page: Page, address: str) -> None:
    """Play the game on the page to its end in a moment, and look at it."""
    expect(page.get_by_role("grid").first).to_be_visible()
    play_until(address, own_seat(page))
    expect(Player(page).final).to_be_visible()
    page.wait_for_load_state("networkidle")


def play_today(page: Page, address: str, *, name: str) -> None:
    page.evaluate("name => localStorage.setItem('inkrail.name', JSON.stringify(name))", name)
    page.goto("/daily")
    page.get_by_role("button", name="Play today's dice").click()
    finish(page, address)


def test_a_shared_day_is_played_by_a_stranger_and_compared(visit: Visit, address: str) -> None:
    zoe = visit(permissions=["clipboard-read", "clipboard-write"])
    play_today(zoe, address, name="Zoë")
    day = zoe.get_by_role("region", name="Your day")
    heights = [box["y"] for box in (zoe.get_by_role("grid").bounding_box(), day.bounding_box()) if box]
    assert heights == sorted(heights)
    assert len(heights) == 2
    expect(day.get_by_text(re.compile(r"^Rank \d+ of \d+$"))).to_be_visible()
    expect(day.get_by_text("1 day", exact=True)).to_be_visible()
    expect(day.get_by_role("timer")).to_have_text(re.compile(r"^1[01] h \d+ min$"))
    expect(day.get_by_text("until the next dice: River")).to_be_visible()
    expect(day.get_by_role("list", name="All scores").get_by_text("yours among them")).to_have_count(1)
    link = shared_text(zoe).split()[-1]
    assert re.search(rf"/daily/{DAY}/[\w-]+$", link)

    asked: list[str] = []
    ben = visit(viewport=PHONE)
    ben.on("request", lambda request: asked.append(request.url))
    for path in (link, f"/t/{link.rpartition('/')[2]}"):
        ben.goto(path)
        expect(ben.get_by_role("heading", level=1)).to_have_text(
            re.compile(r"^Zoë has \S+ points?\. And you\?$")
        )
        expect(ben.get_by_text("The board of Zoë is shown once you have finished your own.")).to_be_visible()
        expect(ben.get_by_role("img")).to_have_count(0)
    ben.get_by_role("button", name="Play today's dice").click()
    finish(ben, address)
    ben.get_by_role("link", name="Compare with Zoë").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text(re.compile("Zoë.*(to|each)"))
    boards = ben.get_by_role("region", name=re.compile("'s board$"))
    expect(boards).to_have_count(2)
    expect(boards.nth(1).get_by_role("img")).to_have_count(1)
    expect(ben.get_by_text("Round 7 of 7")).to_be_visible()
    ben.get_by_role("button", name="Back").click()
    expect(ben.get_by_text("Round 6 of 7")).to_be_visible()
    ben.goto(link)
    expect(boards).to_have_count(2)

    zoe.goto("/daily")
    expect(zoe.get_by_role("row", name=re.compile("Zoë")).first).to_be_visible()
    zoe.get_by_role("row", name=re.compile("Guest")).first.get_by_role("link").click()
    expect(zoe.get_by_role("region", name="Guest's board")).to_be_visible()


def test_an_earlier_day_can_be_played_and_does_not_count(visit: Visit, address: str) -> None:
    page = visit("/daily")
    coming = page.get_by_role("list").filter(has_text="Monday").get_by_role("listitem")
    expect(coming).to_have_text(
        [
            re.compile(rf"{name}.*{rules}$")
            for name, rules in (
                ("Monday", "River"),
                ("Tuesday", "Lake"),
                ("Wednesday", "Base game"),
                ("Thursday", "Meteor"),
                ("Friday", "Lava"),
                ("Saturday", "Underground on its own"),
            )
        ]
    )
    earlier = page.locator("section").filter(has_text="11 November 2026").last
    earlier.get_by_role("button", name="Play this day").click()
    finish(page, address)
    expect(page.get_by_role("region", name="Your day")).to_have_count(0)
    table = own_seat(page)["table"]
    summary = fetch(f"{address}/api/tables/{table}")
    assert (summary["daily"], summary["counted"]) == ("2026-11-11", False)
    assert fetch(f"{address}/api/daily/2026-11-11/leaderboard")["players"] == 0
    page.goto("/daily")
    expect(earlier.get_by_text("Nobody finished this day.")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "date"),
    [("en-GB", "11 November 2026"), ("es-ES", "11 de noviembre de 2026"), ("de-DE", "11. November 2026")],
)
def test_dates_are_written_as_the_reader_writes_them(visit: Visit, locale: str, date: str) -> None:
    page = visit("/daily", locale=locale)
    expect(page.get_by_role("heading", name=re.compile(f"^{re.escape(date)} ·"))).to_be_visible()


def test_the_score_of_a_day_stands_on_the_first_page(visit: Visit, address: str) -> None:
    page = visit()
    # The streak does not wait for the leaderboard: who has finished may leave at once.
    page.route("**/leaderboard**", lambda route: route.abort())
    play_today(page, address, name="Ida")
    (total,) = Player(page).totals()
    page.goto("/")
    way = page.get_by_role("link", name=re.compile("^Today's dice"))
    expect(way).to_have_text(re.compile(r"You have \S+\. Your streak: 1 day\."))
    shown = re.search(r"You have (\S+)\.", way.inner_text())
    assert shown
    assert points(shown[1]) == total


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_around_a_day(
    *, visit: Visit, address: str, scheme: str, size: dict[str, int]
) -> None:
    first = visit()
    play_today(first, address, name="Ana")
    link = f"/daily/{DAY}/{own_seat(first)['table']}"
    page = visit(link, color_scheme=scheme, viewport=size, bypass_csp=True)
    expect(page.get_by_role("button", name="Play today's dice")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Play today's dice").click()
    finish(page, address)
    assert complaints(page) == []
    page.get_by_role("link", name="Compare with Ana").click()
    expect(page.get_by_role("region", name="Ana's board")).to_be_visible()
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.goto("/daily")
    expect(page.get_by_role("button", name="Look at my game")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert complaints(page) == []
