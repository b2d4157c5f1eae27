"""The lobby: two people and a bot, from the open table to the rematch."""

import re

from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE, Visit
from tests.browser.finished import open_seat
from tests.browser.player import Player

ROUNDS = 6


def open_table(page: Page, *, seats: int) -> str:
    """Open a table for friends and return its link."""
    page.get_by_role("textbox", name="Your name").fill("Lena")
    page.get_by_role("radio", name=re.compile(r"^Base game")).check()
    page.get_by_role("radio", name="Friends, by link").check()
    page.get_by_role("combobox", name="Players, you included").select_option(str(seats))
    page.get_by_role("button", name="Open a table and get the link").click()
    link = page.get_by_role("textbox", name="Link to this table")
    expect(link).to_be_visible()
    return link.input_value()


def sit_down(page: Page, *, name: str) -> None:
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def rules_of(page: Page) -> Locator:
    return page.get_by_role("region", name="House rules", exact=True).get_by_role("listitem")


def who(page: Page, seat: int) -> Locator:
    return page.get_by_role("combobox", name=f"Who plays in seat {seat}")


def toggle_sounds(page: Page) -> None:
    """One tap turns the sounds on or off."""
    bell = page.get_by_role("button", name="Sounds when it is your turn")
    other = {"true": "false", "false": "true"}[str(bell.get_attribute("aria-pressed"))]
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", other)


def test_two_people_and_a_bot_from_the_lobby_to_the_rematch(visit: Visit) -> None:
    host = visit()
    link = open_table(host, seats=4)
    guest = visit(link, viewport=PHONE)
    sit_down(guest, name="Milo")
    expect(host.get_by_role("listitem").filter(has_text="Milo")).to_be_visible()

    # Only who opened the table may change it; everybody sees what changes.
    expect(guest.get_by_role("combobox")).to_have_count(0)
    host.get_by_text("Change game, dice and house rules").click()
    host.get_by_role("combobox", name="Game").select_option("lake")
    host.get_by_role("combobox", name="Longest route").select_option("stretches")
    host.get_by_role("combobox", name="Time for a round").select_option("86400")
    expect(guest.get_by_role("heading", name=re.compile("^Lake"))).to_be_visible()
    agreed: list[str | re.Pattern[str]] = [
        "Longest route: a T or a crossing may count again (house rule)",
        "Networks: points as on the boards (usual)",
        re.compile("^Dice: decided by a seed"),
        re.compile("^Clock: .*(house rule)"),
    ]
    expect(rules_of(guest)).to_have_text(agreed)
    host.get_by_role("combobox", name="Dice").select_option("server")
    agreed[2] = "Dice: rolled by the game (usual)"
    expect(rules_of(guest)).to_have_text(agreed)
    host.get_by_role("combobox", name="Dice").select_option("seed")
    host.get_by_role("textbox", name="Seed").fill("lake-house")
    host.get_by_role("button", name="Use this seed").click()
    agreed[2] = "Dice: decided by a seed (house rule)"
    expect(rules_of(guest)).to_have_text(agreed)

    # A bot sits down, a seat is added and removed, one stays free.
    who(host, 3).select_option("greedy")
    expect(guest.get_by_role("listitem").filter(has_text="(bot)")).to_have_count(1)
    host.get_by_role("button", name="Add a seat").click()
    expect(who(host, 5)).to_be_visible()
    host.get_by_role("button", name="Remove seat 5").click()
    expect(who(host, 5)).to_have_count(0)
    host.get_by_role("button", name="Start with 3 players").click()

    players = [Player(host, seed=1), Player(guest, seed=2)]
    toggle_sounds(guest)
    for number in range(1, ROUNDS + 1):
        for player in players:
            player.play_round(number)
    for player in players:
        expect(player.final).to_be_visible()

    # Whoever was there and what was agreed come again, with new dice.
    guest.get_by_role("button", name="Play again").click()
    expect(guest.get_by_role("heading", name=re.compile("^Lake.*waiting for players"))).to_be_visible()
    host.get_by_role("button", name="To the next game").click()
    agreed[2] = "Dice: rolled by the game (usual)"
    for page in (host, guest):
        expect(rules_of(page)).to_have_text(agreed)
        expect(page.get_by_role("listitem").filter(has_text=re.compile("Lena|Milo"))).to_have_count(2)
    guest.get_by_role("button", name="Start the game").click()
    for player in players:
        expect(player.heading_of_round(1)).to_be_visible()


def test_a_phone_scans_the_link(visit: Visit) -> None:
    host = visit()
    open_table(host, seats=2)
    show = host.get_by_role("button", name="QR code")
    expect(show).to_have_attribute("aria-expanded", "false")
    show.click()
    expect(host.get_by_role("img", name="Scan it with a phone to open this table.")).to_be_visible()


def test_an_invitation_of_the_longest_name_is_no_wider_than_a_phone(visit: Visit, address: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(f"/t/{open_seat(address, name='W' * 40, seats=[{'kind': 'human'}] * 2)['table']}")
    expect(page.get_by_role("heading", name="invites you")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
