"""A whole game against the usual bot in a browser, at any server: `python -m tests.browser.whole_game ADDRESS`."""

from __future__ import annotations

import sys

from playwright.sync_api import Browser
from tests.browser.conftest import chromium, visitors
from tests.browser.player import Player
from tests.browser.test_everybody import start_with


def play_whole_game(browser: Browser, address: str) -> list[int]:
    """Play the base game against the bot that the page offers first; the final scores that the page shows."""
    with visitors(browser, address) as visit:
        page = visit()
        start_with(page, "Bots", rules="Base game", draft=False)
        player = Player(page)
        player.play(7)
        return player.totals()


if __name__ == "__main__":
    with chromium() as opened:
        print(*play_whole_game(opened, sys.argv[1]))  # noqa: T201 - a script reads it
