"""A league: made, joined by link, played over three days and in games of its own, left and deleted."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser import noon
from tests.browser.conftest import PHONE, Visit, open_socket, serving, visitors
from tests.browser.layout import NAME
from tests.browser.player import Player, fetch, points
from tests.browser.test_daily import finish, own_seat
from tests.browser.test_everybody import LOOKS, complaints

DAY = 24 * 3600
START_SECONDS = 120
CLIPBOARD = ["clipboard-read", "clipboard-write"]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Callable[[int], None]]]:
    """A server of its own, and a function that sets its clock to the noon of a day in the week from Monday, 16 November."""
    offset = tmp_path / "offset"

    def set_day(number: int) -> None:
        # Replaced at once, so that the server never reads half of it.
        new = offset.with_suffix(".new")
        new.write_text(str(number * DAY))
        new.replace(offset)

    set_day(1)
    monkeypatch.setenv(noon.OFFSET, str(offset))
    with open_socket() as listening, serving(listening, folder=tmp_path) as address:
        # On a busy machine a server may need longer to start than a page waits for it.
        urllib.request.urlopen(f"{address}/api/rulesets", timeout=START_SECONDS).close()  # noqa: S310
        yield address, set_day


def make(page: Page, *, name: str, player: str, own: str | None = None) -> str:
    """Make a league and return the link that is sent."""
    page.goto("/leagues")
    page.get_by_role("textbox", name="Name of the league").fill(name)
    page.get_by_role("textbox", name="Your name").fill(player)
    if own:
        page.get_by_role("radio", name=re.compile("^Games of our own")).check()
        page.get_by_role("combobox", name="Game", exact=True).select_option(own)
        page.get_by_role("combobox", name="How many games").select_option("3")
    page.get_by_role("button", name="Make the league").click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_text("Text and link are copied. Send them to your friends.")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    link = text.rsplit(maxsplit=1)[-1]
    assert re.search(r"/l/[\w-]+$", link)
    return link


def join(page: Page, link: str, *, name: str) -> None:
    page.goto(link)
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Join the league").click()
    expect(page.get_by_text("You are in the league.")).to_be_visible()


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("table").get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


def results(page: Page, name: str) -> list[str]:
    """What stands in a member's row after rank and total."""
    expect(row(page, name)).to_have_count(1)
    return [cell.inner_text().strip() for cell in row(page, name).get_by_role("cell").all()][2:]


def play_today(page: Page, link: str, address: str) -> int:
    """Play the day from the page of the league, and return the score."""
    page.goto(link)
    page.get_by_role("button", name="Play today's dice").click()
    finish(page, address)
    return score(page, address)


def score(page: Page, address: str) -> int:
    total: int = fetch(f"{address}/api/tables/{own_seat(page)['table']}")["seats"][0]["total"]
    return total


def look_back(page: Page, link: str) -> None:
    """From the new week to the one that is over."""
    page.goto(link)
    expect(page.get_by_text(re.compile("from 23 November 2026 to 29 November 2026"))).to_be_visible()
    page.get_by_role("link", name="The week before").click()
    expect(page.get_by_text("This week is over.")).to_be_visible()


def waits_for(page: Page) -> Locator:
    """What the first page says that waits."""
    page.goto("/")
    return page.get_by_role("list", name="Waiting for you").get_by_role("link")


def test_three_days_of_a_league(browser: Browser, server: tuple[str, Callable[[int], None]]) -> None:
    address, set_day = server
    with visitors(browser, address) as visit:
        zoe = visit(permissions=CLIPBOARD)
        link = make(zoe, name="Trio", player="Zoë")
        expect(zoe.get_by_text("Nobody else is here yet.")).to_be_visible()
        first = play_today(zoe, link, address)
        zoe_table = own_seat(zoe)["table"]

        ben = visit(viewport=PHONE)
        asked: list[str] = []
        ben.on("request", lambda request: asked.append(request.url))
        join(ben, link, name="Ben")
        expect(row(ben, "Zoë").get_by_text(str(first), exact=True).first).to_be_visible()
        expect(row(ben, "Zoë").get_by_role("link")).to_have_count(0)
        ben_first = play_today(ben, link, address)
        assert not [url for url in asked if zoe_table in url]
        ben.goto(link)
        row(ben, "Zoë").get_by_role("link").click()
        expect(ben.get_by_role("region", name=re.compile("'s board$"))).to_have_count(2)

        set_day(2)
        waiting = waits_for(zoe)
        expect(waiting).to_have_text("League Trio: 1 of 7 played")
        waiting.click()
        expect(zoe.get_by_role("button", name="Play today's dice")).to_be_visible()
        ben_second = play_today(ben, link, address)

        set_day(3)
        third = play_today(zoe, link, address)
        ben_third = play_today(ben, link, address)
        zoe.goto(link)
        expect(zoe.get_by_text("You have played today.")).to_be_visible()
        zoes, bens = results(zoe, "Zoë"), results(zoe, "Ben")
        assert [points(zoes[0]), zoes[1][0], points(zoes[2])] == [first, "\N{EN DASH}", third]
        assert [points(cell) for cell in bens[:3]] == [ben_first, ben_second, ben_third]
        totals = {"Zoë": first + third, "Ben": ben_first + ben_second + ben_third}
        for name, total in totals.items():
            assert points(row(zoe, name).get_by_role("cell").nth(1).inner_text()) == total
        names = zoe.get_by_role("table").get_by_role("rowheader").all_inner_texts()
        assert [name.partition("·")[0].strip() for name in names] == sorted(
            totals, key=lambda name: -totals[name]
        )

        set_day(8)
        look_back(zoe, link)
        assert points(row(zoe, "Ben").get_by_role("cell").nth(1).inner_text()) == totals["Ben"]


def test_a_league_with_games_of_its_own_is_played_compared_left_and_deleted(
    visit: Visit, address: str
) -> None:
    zoe = visit(permissions=CLIPBOARD)
    link = make(zoe, name="Lakes of Zoë", player="Zoë", own="lake")
    zoe.get_by_role("button", name="Play game 1").click()
    finish(zoe, address)
    zoe.get_by_role("link", name="To the league").click()
    expect(zoe.get_by_role("button", name="Play game 2")).to_be_visible()

    ben = visit(viewport=PHONE)
    join(ben, link, name="Ben")
    expect(row(ben, "Zoë").get_by_role("link")).to_have_count(0)
    ben.get_by_role("button", name="Play game 1").click()
    finish(ben, address)
    ben.get_by_role("link", name="To the league").click()
    row(ben, "Zoë").get_by_role("link").click()
    expect(ben.get_by_role("region", name="Zoë's board")).to_be_visible()
    ben_table = own_seat(ben)["table"]
    ben.get_by_role("link", name="To the league").click()

    cleo = visit(f"/t/{ben_table}")
    expect(cleo.get_by_role("heading", level=1, name="Lakes of Zoë")).to_be_visible()
    expect(cleo.get_by_role("button", name="Join the league")).to_be_visible()
    expect(cleo.get_by_role("img")).to_have_count(0)

    ben.get_by_text("Name, leave, delete").click()
    expect(ben.get_by_role("button", name="Delete the league")).to_have_count(0)
    ben.get_by_role("button", name="Leave the league").click()
    asked = ben.get_by_role("group", name="Leave the league")
    expect(asked.get_by_role("button", name="Keep it")).to_be_focused()
    asked.get_by_role("button", name="Leave the league").click()
    expect(ben.get_by_text("You have left the league.")).to_be_visible()
    expect(row(ben, "Ben")).to_have_count(0)

    zoe.reload()
    zoe.get_by_text("Name, leave, delete").click()
    zoe.get_by_role("textbox", name="Name of the league").fill("Ponds")
    zoe.get_by_role("button", name="Save").click()
    expect(zoe.get_by_role("heading", level=1, name="Ponds")).to_be_visible()
    zoe.get_by_role("button", name="Delete the league").click()
    zoe.get_by_role("group", name="Delete the league").get_by_role("button", name="Delete the league").click()
    expect(zoe.get_by_text("You are in no league yet.")).to_be_visible()
    ben.reload()
    expect(ben.get_by_role("alert")).to_have_text(re.compile("^There is no such league"))


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_around_a_league(
    *, visit: Visit, address: str, scheme: str, size: dict[str, int]
) -> None:
    look = {"color_scheme": scheme, "viewport": size, "bypass_csp": True}
    zoe = visit(permissions=CLIPBOARD, **look)
    zoe.goto("/leagues")
    zoe.get_by_role("radio", name=re.compile("^Games of our own")).check()
    assert complaints(zoe) == []
    link = make(zoe, name="A league with a rather long name", player="Zoë", own="river")
    zoe.get_by_text("Name, leave, delete").click()
    zoe.get_by_role("button", name="Delete the league").click()
    assert complaints(zoe) == []
    zoe.get_by_role("button", name="Play game 1").click()
    finish(zoe, address)
    expect(Player(zoe).final).to_be_visible()
    page = visit(link, **look)
    expect(page.get_by_role("button", name="Join the league")).to_be_visible()
    assert complaints(page) == []
    join(page, link, name="A person with a rather long name")
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    link = make(zoe, name="A week of dailies", player="Zoë")
    assert complaints(zoe) == []
    play_today(zoe, link, address)
    zoe.goto(link)
    expect(zoe.get_by_text("You have played today.")).to_be_visible()
    assert complaints(zoe) == []
    assert zoe.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_on_a_phone_the_results_of_today_are_in_sight(visit: Visit) -> None:
    page = visit(viewport=PHONE, permissions=CLIPBOARD)
    make(page, name="Sunday", player="Zoë")
    expect(page.get_by_role("columnheader", name=re.compile("^Sunday 15 November"))).to_be_in_viewport(
        ratio=1
    )


def test_a_name_without_a_space_does_not_make_a_page_wider_than_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, permissions=CLIPBOARD)
    link = make(page, name=NAME, player=NAME)
    for path in (link, "/leagues", "/"):
        page.goto(path)
        expect(page.get_by_text(NAME).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.goto(link)
    results = page.get_by_role("region", name="Results")
    expect(results).to_contain_text(NAME)
    assert results.evaluate("box => box.scrollWidth - box.clientWidth") == 0


def test_without_a_connection_the_reason_stands_where_the_leagues_would(visit: Visit) -> None:
    page = visit()
    page.route("**/api/leagues", lambda route: route.abort())
    page.goto("/leagues")
    expect(page.locator("main > [role=alert]")).to_contain_text("cannot be reached")
    page.get_by_role("textbox", name="Name of the league").fill("Friends")
    page.get_by_role("button", name="Make the league").click()
    expect(page.locator("form [role=alert]")).to_contain_text("cannot be reached")
