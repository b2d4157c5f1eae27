"""A blind challenge: sent, opened by strangers, played against the score to beat, compared; and who took it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.finished import finished_game, sit_down
from tests.browser.player import Player
from tests.browser.sharing import shared_text
from tests.browser.test_daily import finish, own_seat
from tests.browser.test_everybody import LOOKS, complaints

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def challenged(page: Page, address: str, **wishes: object) -> str:
    """Finish a game, challenge friends with it, and return the link."""
    sit_down(page, finished_game(address, name="Zoë", **wishes))
    expect(Player(page).final).to_be_visible()
    page.get_by_role("button", name="Challenge friends").click()
    expect(page.get_by_text("The challenge is copied. Send it to friends.")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"/c/[\w-]+$", text)
    link = text.rsplit(maxsplit=1)[-1]
    # What is shared without the board asks to be beaten with the same dice too, so it must not show them either.
    assert shared_text(page, what="Only my score").endswith(link)
    return link


def take(page: Page, address: str, *, name: str) -> None:
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Take the challenge").click()
    finish(page, address)


def to_beat(page: Page) -> str:
    """The score that the link says is to be beaten."""
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(re.compile(r"^Zoë challenges you: beat \S+$"))
    return title.inner_text().split()[-1]


def compare_with_zoe(page: Page) -> None:
    """Both boards side by side, round by round."""
    page.get_by_role("link", name="Both boards").click()
    expect(page.get_by_role("region", name=re.compile("'s board$"))).to_have_count(2)
    expect(page.get_by_role("region", name="Zoë's board").get_by_role("img")).to_have_count(1)
    expect(page.get_by_text("Round 7 of 7")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_text("Round 6 of 7")).to_be_visible()


def test_a_challenge_is_blind_until_it_is_finished_and_the_challenger_learns_of_it(
    visit: Visit, address: str
) -> None:
    zoe = visit(permissions=CLIPBOARD)
    link = challenged(zoe, address)
    game = own_seat(zoe)["table"]

    asked: list[str] = []
    ben = visit(viewport=PHONE)
    ben.on("request", lambda request: asked.append(request.url))
    ben.goto(link)
    total = to_beat(ben)
    expect(ben.get_by_role("img")).to_have_count(0)
    ben.get_by_role("textbox", name="Your name").fill("Ben")
    ben.get_by_role("button", name="Take the challenge").click()
    player = Player(ben)
    expect(player.heading_of_round(1)).to_be_visible()
    expect(ben.get_by_role("button", name=re.compile(f"^Score.*to beat: {total}$"))).to_be_visible()
    assert not [url for url in asked if game in url]
    finish(ben, address)
    compare_with_zoe(ben)
    taken = own_seat(ben)["table"]

    cleo = visit(link)
    row = cleo.get_by_role("row", name=re.compile("Ben"))
    expect(row).to_be_visible()
    expect(row.get_by_role("link")).to_have_count(0)
    cleo.goto(f"/t/{taken}")
    assert to_beat(cleo) == total
    take(cleo, address, name="Cleo")

    zoe.goto("/")
    news = zoe.get_by_role("list", name="Waiting for you").get_by_role("link")
    expect(news).to_have_text(
        re.compile(r"^2 players took your challenge, the best is (Ben|Cleo): \S+ to your \S+$")
    )
    news.click()
    expect(zoe.get_by_role("heading", level=1)).to_have_text(f"Your challenge: {total} to beat")
    zoe.get_by_role("row", name=re.compile("Cleo")).get_by_role("link").click()
    expect(zoe.get_by_role("region", name="Cleo's board")).to_be_visible()
    zoe.goto("/")
    zoe.wait_for_load_state("networkidle")
    expect(zoe.get_by_text(re.compile("took your challenge"))).to_have_count(0)


@pytest.mark.parametrize(("scheme", "size"), LOOKS)
def test_axe_finds_nothing_serious_around_a_challenge(
    *, visit: Visit, address: str, scheme: str, size: dict[str, int]
) -> None:
    look = {"color_scheme": scheme, "viewport": size, "bypass_csp": True}
    zoe = visit(permissions=CLIPBOARD, **look)
    link = challenged(zoe, address, rules="underground", seed="challenge")
    page = visit(link, **look)
    expect(page.get_by_role("button", name="Take the challenge")).to_be_visible()
    assert complaints(page) == []
    page.get_by_role("button", name="Take the challenge").click()
    expect(Player(page).heading_of_round(1)).to_be_visible()
    assert complaints(page) == []
    finish(page, address)
    assert complaints(page) == []
    page.get_by_role("link", name="Both boards").click()
    expect(page.get_by_role("region", name="Zoë's board")).to_be_visible()
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    zoe.goto("/")
    news = zoe.get_by_role("link", name=re.compile("^Guest took your challenge"))
    expect(news).to_be_visible()
    assert complaints(zoe) == []
    news.click()
    expect(zoe.get_by_role("link", name="Guest")).to_be_visible()
    assert complaints(zoe) == []
