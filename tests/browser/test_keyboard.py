"""A whole game by keyboard alone, and what is announced to screen readers."""

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.player import Player, scored_by_engine

FOCUSED = "() => document.activeElement.getAttribute('aria-label') || ''"


def press_until_focused(page: Page, name: str, *, key: str = "Tab") -> None:
    for _ in range(60):
        page.keyboard.press(key)
        label = page.evaluate("() => document.activeElement.textContent.trim() || ''")
        if label == name:
            return
    raise AssertionError(f"{name} is never reached")


def test_a_whole_base_game_by_keyboard_alone(visit: Visit, address: str) -> None:
    page = visit()
    press_until_focused(page, "Play now")
    page.keyboard.press("Enter")
    player = Player(page)
    for number in range(1, 8):
        expect(player.heading_of_round(number)).to_be_visible()
        for key in "1234":
            if player.may_end():
                break
            item = player.dice.nth(int(key) - 1)
            if not (item.get_attribute("aria-label") or "").endswith("must be drawn"):
                continue
            page.keyboard.press(key)
            expect(item).to_have_attribute("aria-pressed", "true")
            assert "fits" in page.evaluate(FOCUSED)
            page.keyboard.press("Enter")
            expect(item).to_have_attribute("aria-pressed", "false")
        for key in "1234":
            # What did not fit before may fit now.
            item = player.dice.nth(int(key) - 1)
            if (item.get_attribute("aria-label") or "").endswith("must be drawn"):
                page.keyboard.press(key)
                page.keyboard.press("Enter")
                expect(item).to_have_attribute("aria-pressed", "false")
        assert player.may_end()
        page.keyboard.press("d")
        page.keyboard.press("d")
    expect(player.final).to_be_visible()
    assert player.totals() == scored_by_engine(address, player.table)


def play(visit: Visit) -> tuple[Page, Player]:
    page = visit("/learn/first-game")
    player = Player(page)
    expect(player.heading_of_round(1)).to_be_visible()
    return page, player


def test_a_typed_cell_draws_arrows_move_r_turns_u_takes_back_and_y_draws_again(visit: Visit) -> None:
    page, _ = play(visit)
    page.keyboard.press("2")
    page.keyboard.type("a2")
    drawn = page.get_by_role("gridcell", name=re.compile("^A2: railway, .*may still be changed"))
    expect(drawn).to_be_visible()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED).startswith("A3")
    page.keyboard.press("3")
    page.keyboard.type("d1")
    curve = page.get_by_role("gridcell", name=re.compile("^D1: railway curve"))
    expect(curve).to_be_visible()
    before = curve.get_attribute("aria-label")
    page.keyboard.press("r")
    expect(page.get_by_role("gridcell", name=str(before), exact=True)).to_have_count(0)
    page.keyboard.press("u")
    expect(curve).to_have_count(0)
    page.keyboard.press("y")
    expect(curve).to_be_visible()


def test_why_not_is_said_in_a_sentence_where_it_happens(visit: Visit) -> None:
    page, player = play(visit)
    page.keyboard.press("1")
    page.keyboard.type("b1")
    expect(page.get_by_role("gridcell", name=re.compile("^B1: highway, "))).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.type("b2")
    said = page.get_by_text(re.compile("^In B2 .*may not meet"))
    expect(said.first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="may not meet")).to_have_count(1)
    player.button("Done").click(force=True)
    expect(page.get_by_text("3 dice still to draw.").first).to_be_visible()


def test_each_line_of_the_score_can_be_shown_on_the_board(visit: Visit) -> None:
    page, _ = play(visit)
    page.keyboard.press("1")
    page.keyboard.type("b1")
    line = page.get_by_role("button", name=re.compile("^Longest highway"))
    expect(line).to_contain_text("1")
    line.focus()
    expect(page.locator("svg .marked")).to_have_count(1)
    line.blur()
    expect(page.locator("svg .marked")).to_have_count(0)
