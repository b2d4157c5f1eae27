"""The maximum hunt in a real browser."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.player import Player
from tests.browser.test_everybody import complaints


@pytest.mark.parametrize("size", [None, PHONE], ids=["wide", "phone"])
def test_a_board_is_drawn_with_all_dice_known_and_handed_in(
    visit: Visit, size: dict[str, int] | None
) -> None:
    page = visit("/hunt", bypass_csp=True, **({"viewport": size} if size else {}))
    rounds = page.get_by_role("listitem", name=re.compile(r"^Round \d$"))
    expect(rounds).to_have_count(7)
    last = [die.get_attribute("aria-label") for die in rounds.last.get_by_role("img").all()]
    assert complaints(page) == []
    page.get_by_role("button", name="Draw a board").click()
    player = Player(page)
    expect(player.heading_of_round(1)).to_be_visible()
    coming = page.get_by_role("list", name="The dice of the coming rounds")
    expect(coming.get_by_role("listitem")).to_have_count(6)
    assert complaints(page) == []
    player.play_round(1)
    expect(coming.get_by_role("listitem")).to_have_count(5)
    page.goto("/hunt")
    page.get_by_role("button", name="Go on with my board").click()
    for number in range(2, 8):
        player.play_round(number)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^Handed in|short of the mark$"))
    expect(page.get_by_text(re.compile(r"\d boards? handed in\."))).to_be_visible()
    assert len(last) == 4
    assert complaints(page) == []
    page.goto("/")
    expect(page.get_by_role("heading", name="My games")).to_be_hidden()
