"""Whole games without a server, as the page plays them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.local.browser import MemoryDatabase, Page

from inkrail.game.record import parse_record
from inkrail.rules.registry import ruleset_names
from inkrail.server.wire.messages import SERVER_FRAME
from inkrail.server.wire.protocol import PROTOCOL

HUMAN = {"kind": "human"}


async def play_to_the_end(page: Page, *, rounds: int) -> None:
    while page.view["phase"] != "over":
        before = page.view["round"]
        await page.play_round()
        async with asyncio.timeout(60):
            while page.view["phase"] != "over" and page.view["round"] == before:
                page.heard.clear()
                await page.heard.wait()
    assert page.view["closed"] == rounds


@pytest.mark.parametrize("rules", ruleset_names())
async def test_a_game_goes_on_after_the_page_is_loaded_again_and_its_record_replays_to_its_score(
    rules: str,
) -> None:
    database = MemoryDatabase()
    first = Page(database)
    given = await first.open(rules=rules, seats=[HUMAN], seed="one")
    await first.play_round()
    before = first.view
    page = Page(database)
    await page.enter(given)
    assert {**page.view, "number": 0} == {**before, "number": 0}
    await play_to_the_end(page, rounds=page.view["rounds"])
    status, text = await page.ask("GET", f"/api/tables/{given['table']}/record")
    assert status == 200
    record, _ = parse_record(text)
    assert record.totals == (page.view["results"][0]["sheet"]["total"],)


async def test_bots_play_along_and_a_rematch_follows() -> None:
    page = Page(MemoryDatabase())
    bots = [{"kind": "bot", "bot": name} for name in ("random", "greedy")]
    given = await page.open(rules="base", seats=[HUMAN, *bots])
    await play_to_the_end(page, rounds=7)
    assert len(page.view["results"]) == 3
    assert all(seat["stood_in"] is None for seat in page.view["seats"])
    status, again = await page.ask("POST", f"/api/tables/{given['table']}/rematch", {}, token=given["token"])
    assert (status, again["seat"]) == (200, 0)
    page.engine.leave(1)
    await page.enter(again)
    assert (page.view["round"], page.view["phase"]) == (1, "draw")


async def test_the_frames_are_those_of_the_server() -> None:
    page, frames = Page(MemoryDatabase()), list[str]()
    given = await page.open(seats=[HUMAN])
    page.engine.connect(2, given["table"], frames.append, lambda: None)
    hello = f'{{"type": "hello", "protocol": {PROTOCOL}, "token": "{given["token"]}"}}'
    for text in (hello, '{"type": "ping"}', '{"type": "act", "id": "a", "action": "done"}'):
        await page.engine.receive(2, text)
    kinds = [message["type"] for frame in frames for message in SERVER_FRAME.validate_json(frame)]
    assert kinds[0] == "welcome"
    assert {"event", "view", "presence", "pong", "refused"} <= set(kinds)


async def test_two_pages_of_a_browser_at_one_table_do_not_lose_each_others_drawings() -> None:
    database = MemoryDatabase()
    one = Page(database)
    given = await one.open(seats=[HUMAN], seed="two")
    other = Page(database)
    await other.enter(given)
    option = other.view["options"][0]
    cells = [n for n in range(49) if next(iter(option["fits"].values())) >> n & 1]
    name = "ABCDEFG"[cells[0] % 7] + str(cells[0] // 7 + 1)
    assert (await other.say(type="place", verb="draw", piece=option["piece"], cell=name))["type"] == "ack"
    assert (await one.say(type="act", action=f"take-back {name}"))["type"] == "ack"
    assert one.view["drawings"] == []


@pytest.mark.parametrize("outcome", ["full", "failed"])
async def test_a_browser_that_cannot_save_says_so_and_loses_nothing(outcome: str) -> None:
    database = MemoryDatabase()
    page = Page(database)
    given = await page.open(seats=[HUMAN], seed="three")
    rows = [*database.stored[given["table"]]]
    database.outcome = outcome
    option = page.view["options"][0]
    mask = next(iter(option["fits"].values()))
    index = (mask & -mask).bit_length() - 1
    wanted: dict[str, Any] = {
        "type": "place",
        "verb": option["verb"],
        "piece": option["piece"],
        "cell": "ABCDEFG"[index % 7] + str(index // 7 + 1),
    }
    refused = await page.say(**wanted)
    assert (refused["type"], refused["code"]) == ("refused", f"storage.{outcome}")
    assert (database.stored[given["table"]], page.view["drawings"]) == (rows, [])
    assert (await page.ask("POST", "/api/tables", {"name": "Ada"}))[1]["code"] == f"storage.{outcome}"
    database.outcome = "stored"
    assert (await page.say(**wanted))["type"] == "ack"
    assert len(page.view["drawings"]) == 1
