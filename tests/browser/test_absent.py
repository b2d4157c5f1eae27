"""A player is absent for a week: the others see it and continue."""

import re
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import DATABASE, PHONE, WIDE, open_socket, serving, visitors
from tests.browser.player import Player

DAY = 24 * 3600


def set_back(database: Path, *, days: int) -> None:
    """Move everything on this server this many days into the past."""
    with sqlite3.connect(database) as opened:
        opened.execute("UPDATE game_rows SET at = at - ?", (days * DAY,))
        opened.execute("UPDATE game_tables SET created = created - ?", (days * DAY,))
    opened.close()


def sit_at_one_table(first: Page, second: Page) -> None:
    first.get_by_role("radio", name="Friends, by link").check()
    first.get_by_role("button", name="Open a table and get the link").click()
    link = first.get_by_role("textbox", name="Link to this table").input_value()
    second.goto(link)
    second.get_by_role("textbox", name="Your name").fill("Ben")
    second.get_by_role("button", name="Sit down").click()
    first.get_by_role("button", name="Start the game").click()
    expect(Player(second).heading_of_round(1)).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_after_seven_days_a_bot_may_play_on_for_somebody(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    with open_socket() as listening:
        with serving(listening, folder=tmp_path) as address, visitors(browser, address) as visit:
            waiting, away = visit(viewport=size), visit()
            sit_at_one_table(waiting, away)
            player = Player(waiting)
            player.play_round(1)
            expect(waiting.get_by_text("Waiting for Ben.")).to_be_visible()
            hand_over = waiting.get_by_role("button", name="Let a bot play on")
            expect(hand_over).to_have_count(0)
            kept, kept_away = waiting.context.storage_state(), away.context.storage_state()
        set_back(tmp_path / DATABASE, days=7)
        with serving(listening, folder=tmp_path) as address, visitors(browser, address) as visit:
            waiting = visit(waiting.url, viewport=size, storage_state=kept)
            expect(waiting.get_by_text("Ben has been away for a long time.")).to_be_visible()
            waiting.get_by_role("button", name="Let a bot play on").click()
            expect(Player(waiting).heading_of_round(2)).to_be_visible()
            expect(waiting.get_by_text(re.compile("Ben has been away"))).to_have_count(0)
            away = visit(waiting.url, viewport=size, storage_state=kept_away)
            expect(away.get_by_text("A bot plays this seat now.")).to_be_visible()
            expect(away.get_by_role("button", name="Done", exact=True)).to_have_count(0)


def test_before_seven_days_nobody_is_sent_away(browser: Browser, tmp_path: Path) -> None:
    with open_socket() as listening:
        with serving(listening, folder=tmp_path) as address, visitors(browser, address) as visit:
            waiting, away = visit(), visit()
            sit_at_one_table(waiting, away)
            Player(waiting).play_round(1)
            expect(waiting.get_by_text("Waiting for Ben.")).to_be_visible()
            kept = waiting.context.storage_state()
        set_back(tmp_path / DATABASE, days=6)
        with serving(listening, folder=tmp_path) as address, visitors(browser, address) as visit:
            waiting = visit(waiting.url, storage_state=kept)
            expect(waiting.get_by_text("Waiting for Ben.")).to_be_visible()
            expect(waiting.get_by_role("button", name="Let a bot play on")).to_have_count(0)
