"""Somebody's clock runs out while they are not there: they are told what was drawn for them, and so are the others."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.conftest import DATABASE, PHONE, open_socket, serving, visitors
from tests.browser.layout import Size, out_of_reach
from tests.browser.noon import NOON
from tests.browser.player import Player
from tests.server.conftest import FakeClock

from inkrail.core.dice import SeededRng
from inkrail.game.absent import act_for_absent
from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.server.http.services import running
from inkrail.server.rooms.interfaces import BotTurn
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.rows import Spec, StandIn
from inkrail.server.rooms.tokens import hashed
from inkrail.server.settings import Settings

TOKEN = "the-secret-of-the-seat-of-ann"  # noqa: S105 - of a seat in this test
CLOCK = 24 * 3600
"""So long that no second round runs out while the tests take their time: their noon was when they began."""
SPEC = Spec(rules="meteor", bots=(None, "greedy"), clock=CLOCK, seed="time-out", counted=False)
LAVA = replace(SPEC, rules="lava")
STOOD_IN = "Round {}: time ran out for Ann. Done for them: "
DONE = re.compile(
    r"Round 1: time ran out for Ann\. Done for them: the meteor hit [A-G][1-7]; .* in [A-G][1-7]\."
)
SHORT = "Time ran out: 5 things were done for you."
SIZES: tuple[Size, ...] = ((360, 640), (320, 568), (640, 360), (1280, 720))
OWN = re.compile(r"Your time ran out\. Done for you in round \d: the meteor hit [A-G][1-7]; ")
CELL = re.compile(r"\b[A-G][1-7]\b")


async def slow_bot(_bot: str, table: Table, *, seat: int, **_named: Any) -> BotTurn:
    """Another bot in place of one that is too slow."""
    _, actions = act_for_absent(table, Seat(seat), rng=SeededRng("slow"))
    return BotTurn(actions, StandIn(seat=seat, by="random", why="slow"))


async def play_without_ann(database: Path) -> None:
    """A finished game in which Ann's clock always ran out, and two in which it ran out once, at noon."""
    clock = FakeClock(NOON - 6 * CLOCK)
    settings = Settings(database=str(database), sweep_seconds=1e6)
    async with running(settings, clock=clock) as server:
        rooms = server.rooms
        rooms.bot_turns._bots.play = slow_bot  # type: ignore[method-assign, assignment]
        await rooms.create("finished", SPEC, name="Ann", token=hashed(TOKEN))
        for _ in range(6):
            if clock.now == NOON - CLOCK:
                await rooms.create("running", SPEC, name="Ann", token=hashed(TOKEN))
                await rooms.create("lava", LAVA, name="Ann", token=hashed(TOKEN))
            await bots_done(rooms)
            clock.now += CLOCK
            await server.sweep.run()
        await bots_done(rooms)


async def bots_done(rooms: Rooms) -> None:
    for open_room in rooms.all_in_memory():
        await asyncio.gather(*open_room.bots.values())


def kept_seats(address: str) -> dict[str, Any]:
    """What the browser of Ann remembers."""
    seats = [
        {"table": table, "seat": 0, "token": TOKEN, "rules": "meteor", "seen": 0}
        for table in ("running", "lava", "finished")
    ]
    kept = {"name": "inkrail.seats", "value": json.dumps(seats)}
    return {"cookies": [], "origins": [{"origin": address, "localStorage": [kept]}]}


def test_what_the_clock_drew_is_told_and_shown(browser: Browser, tmp_path: Path) -> None:
    # Playwright has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, play_without_ann(tmp_path / DATABASE)).result()
    with (
        open_socket() as listening,
        serving(listening, folder=tmp_path) as address,
        visitors(browser, address) as visit,
    ):
        page = visit("/t/running", storage_state=kept_seats(address))
        player = Player(page)
        expect(player.heading_of_round(2)).to_be_visible()
        notice = page.get_by_role("region", name="Done for you")
        expect(notice).to_contain_text(SHORT)
        notice.get_by_role("button", name="Show").click()
        expect(notice).to_contain_text(OWN)
        expect(page.locator("[aria-live=polite]").filter(has_text="Your time ran out.")).to_have_count(1)
        given = page.locator("rect.given")
        expect(given).to_have_count(5)
        expect(page.get_by_role("gridcell", name=re.compile("crater; round 1; drawn for you"))).to_have_count(
            1
        )
        for place in (page.get_by_role("complementary"), page.get_by_role("list", name="Players")):
            expect(place).to_contain_text(DONE)
            expect(place).to_contain_text("Round 2: Random played for Greedy, who was too slow.")

        phone = visit("/t/running", viewport=PHONE, storage_state=kept_seats(address))
        expect(phone.get_by_role("region", name="Done for you")).to_contain_text(SHORT)
        assert [wrong for size in SIZES for wrong in out_of_reach(phone, size, may_scroll=True)] == []
        player.choose_meteor()
        for one in (page, phone):
            expect(one.get_by_role("region", name="Done for you")).to_have_count(0)
            expect(one.locator("rect.given")).to_have_count(0)

        german = visit("/t/lava", locale="de-DE", storage_state=kept_seats(address))
        expect(german.get_by_role("region", name="Für dich erledigt")).to_be_visible()
        expect(german.locator(".tray")).to_be_visible()
        assert [wrong for size in SIZES for wrong in out_of_reach(german, size, may_scroll=True)] == []

        page.goto("/t/finished")
        expect(notice).to_contain_text("Done for you in round 6")
        # Not every die of the last round can be drawn.
        expect(given).to_have_count(len(CELL.findall(notice.inner_text())))
        expect(page.get_by_text(STOOD_IN.format(6))).to_be_visible()
        page.get_by_role("button", name="Back").click()
        expect(page.get_by_text(STOOD_IN.format(5))).to_be_visible()
        expect(given).to_have_count(0)
        notice.get_by_role("button", name="Close").click()
        page.reload()
        expect(page.get_by_text(STOOD_IN.format(6))).to_be_visible()
        expect(notice).to_have_count(0)
