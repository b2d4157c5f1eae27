"""Hints while drawing: three steps, on the board and spoken, counted in the result."""

import re

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import PHONE, WIDE, Visit
from tests.browser.finished import open_seat, play_until, sit_down
from tests.browser.player import Player
from tests.browser.test_everybody import complaints

WORDS = {
    "en": ("Hint", "That makes", "with 3 hints"),
    "es": ("Pista", "Así quedan", "con 3 pistas"),
    "de": ("Tipp", "Das macht", "mit 3 Tipps"),
}


def last_round(page: Page, address: str) -> dict[str, str]:
    """Sit down at a table in its last round, where a hint is quick and exact."""
    seat = open_seat(address, seed="hints")
    play_until(address, seat, round_=7)
    sit_down(page, seat)
    return seat


def test_a_hint_comes_in_three_steps_and_is_counted(visit: Visit, address: str) -> None:
    page = visit()
    seat = last_round(page, address)
    hint = page.get_by_role("button", name=re.compile("^Hint"))
    expect(hint).to_be_visible()
    page.keyboard.press("h")
    shown = page.get_by_text(re.compile(r"^Look at [A-G][1-7]\. That makes \d+ points\."))
    expect(shown.first).to_be_visible()
    pointed = page.get_by_role("gridcell", name=re.compile("the hint points here"))
    expect(pointed).to_have_count(1)
    cell = (pointed.get_attribute("aria-label") or "")[:2]
    page.keyboard.press("h")
    tile = page.get_by_role("gridcell", name=re.compile(r"hint: "))
    expect(tile).to_have_count(1)
    expect(page.get_by_text(re.compile(rf"^Draw .* in {cell}\. That makes")).first).to_be_visible()
    hint.click()
    expect(page.get_by_text(re.compile("^The board shows the whole end"))).to_be_visible()
    assert tile.count() >= 3
    expect(page.get_by_text(re.compile(r"^Draw .* Draw .* That makes \d+ points\.")).first).to_be_attached()
    expect(page.get_by_role("button", name="Hint, 3 used so far")).to_be_visible()
    hint.click()
    expect(page.get_by_role("button", name="Hint, 3 used so far")).to_be_visible()
    expect(hint).to_have_attribute("aria-busy", "false")
    player = Player(page)
    player.draw_all()
    expect(tile).to_have_count(0)
    player.button("Done").click()
    expect(player.final).to_be_visible()
    expect(page.get_by_text("with 3 hints")).to_be_visible()
    page.reload()
    expect(page.get_by_text("with 3 hints")).to_be_visible()
    assert seat["table"] in page.url


def test_while_a_hint_is_looked_for_the_strip_says_so(visit: Visit, address: str) -> None:
    page = visit()
    last_round(page, address)
    strip, said = page.locator(".strip"), list[str]()

    def note(route: Route) -> None:
        said.append(strip.inner_text())
        route.continue_()

    page.route(re.compile("/hint"), note)
    page.get_by_role("button", name="Hint").click()
    expect(strip).to_contain_text("That makes")
    assert said == ["Looking for a hint …"]


def test_where_hints_are_not_allowed_there_is_no_button(visit: Visit) -> None:
    page = visit()
    page.get_by_text("House rules and real dice").click()
    page.get_by_role("checkbox", name=re.compile("^Hints")).uncheck()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(Player(page).heading_of_round(1)).to_be_visible()
    expect(page.get_by_role("button", name="Done")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Hint"))).to_have_count(0)


def test_friends_see_that_hints_are_allowed(visit: Visit) -> None:
    page = visit()
    page.get_by_role("radio", name="Friends, by link").check()
    page.get_by_text("House rules and real dice").click()
    hints = page.get_by_role("checkbox", name=re.compile("^Hints"))
    expect(hints).not_to_be_checked()
    hints.check()
    page.get_by_role("button", name="Open a table and get the link").click()
    expect(page.get_by_text("Hints: allowed, and counted")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("language", [*WORDS])
def test_hints_in_every_language_and_size(
    visit: Visit, address: str, *, language: str, size: dict[str, int]
) -> None:
    name, brings, used = WORDS[language]
    page = visit(viewport=size, locale=language, bypass_csp=True)
    seat = last_round(page, address)
    hint = page.get_by_role("button", name=re.compile(f"^{name}"))
    for step in (1, 2, 3):
        hint.press("Enter")
        expect(page.get_by_role("button", name=re.compile(f"^{name}, .*{step}"))).to_be_visible()
        # The count comes over the socket, which may be before the answer.
        expect(hint).to_have_attribute("aria-busy", "false")
        expect(page.get_by_text(re.compile(brings)).first).to_be_visible()
    assert complaints(page) == []
    play_until(address, seat)
    expect(page.get_by_text(used)).to_be_visible()
