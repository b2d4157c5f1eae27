"""Playing on from a round of a finished game, at a table of one's own."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, WIDE, Visit
from tests.browser.finished import finished_game, play_until, sit_down
from tests.browser.player import Player, fetch

NAMES = {
    "en": ("Play on from here", "With new dice", "Played on from round 4, not counted"),
    "es": ("Seguir desde aquí", "Con dados nuevos", "Continuada desde la ronda 4, no cuenta"),
    "de": ("Ab hier weiterspielen", "Mit neuen Würfeln", "Weitergespielt ab Runde 4, zählt nicht"),
}


def show_round(page: Page, number: int) -> None:
    page.get_by_role("slider").fill(str(number))


def test_a_game_is_played_on_with_the_same_dice_and_does_not_count(visit: Visit, address: str) -> None:
    seat = finished_game(address)
    page = visit()
    sit_down(page, seat)
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    show_round(page, 5)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="With the same dice").click()
    player = Player(page)
    expect(player.heading_of_round(6)).to_be_visible()
    expect(page.get_by_text("Played on from round 6, not counted").first).to_be_visible()
    before, after = (fetch(f"{address}/api/tables/{one}/replay") for one in (seat["table"], player.table))
    assert after["rounds"] == before["rounds"][:5]
    for number in (6, 7):
        player.play_round(number)
    expect(player.final).to_be_visible()
    expect(page.get_by_text("Played on from round 6, not counted")).to_have_count(2)
    expect(page.get_by_text(re.compile("best so far"))).to_have_count(0)
    expect(page.get_by_role("button", name="Challenge friends")).to_have_count(0)
    mine = fetch(f"{address}/api/tables/{player.table}/replay")["rounds"]
    assert [one["faces"] for one in mine] == [one["faces"] for one in before["rounds"]]
    page.get_by_role("button", name="Play again").click()
    expect(player.heading_of_round(6)).to_be_visible()
    page.goto("/")
    games = page.get_by_role("listitem").filter(has_text="Played on from round 6, not counted")
    expect(games).to_have_count(2)


def test_every_seats_game_can_be_played_on_but_no_drafted_one(visit: Visit, address: str) -> None:
    bots = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
    page = visit(f"/t/{finished_game(address, seats=bots)['table']}")
    show_round(page, 3)
    page.get_by_role("button", name="Play on from Greedy's board").click()
    page.get_by_role("button", name="With new dice").click()
    expect(Player(page).heading_of_round(4)).to_be_visible()
    page = visit()
    sit_down(page, finished_game(address, seats=bots, rules="base+draft"), rules="base+draft")
    expect(page.get_by_text("its last round cannot be sent as a puzzle")).to_be_visible()
    show_round(page, 3)
    expect(page.get_by_text("Round 3 of 7")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Play on"))).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("language", [*NAMES])
def test_playing_on_in_every_language_and_size(
    visit: Visit, address: str, *, language: str, size: dict[str, int]
) -> None:
    button, new_dice, mark = NAMES[language]
    page = visit(viewport=size, locale=language)
    sit_down(page, finished_game(address))
    show_round(page, 3)
    page.get_by_role("button", name=button).press("Enter")
    page.get_by_role("button", name=new_dice).press("Enter")
    expect(page.get_by_text(mark).first).to_be_visible()
    seats = page.evaluate("JSON.parse(localStorage.getItem('inkrail.seats'))")
    play_until(address, next(seat for seat in seats if seat.get("purpose")))
    expect(page.get_by_text(mark)).to_have_count(2)
