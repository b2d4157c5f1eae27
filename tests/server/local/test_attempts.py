"""Attempts of a browser: begun once, and resumed with a new token."""

from __future__ import annotations

import pytest
from tests.server.local.browser import MemoryDatabase, Page

from inkrail.core.errors import Refusal
from inkrail.server.local.attempts import attempt_at, begin, played
from inkrail.server.local.bots import LocalBots
from inkrail.server.local.storage import BrowserStorage
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.clock import SystemClock
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.rows import Spec


def rooms_on(database: MemoryDatabase) -> Rooms:
    storage = BrowserStorage(database)
    return Rooms(storage, journal=storage, bots=LocalBots(), meters=Metrics(), clock=SystemClock())


async def test_an_attempt_is_begun_once_and_resumed_with_a_new_token() -> None:
    database = MemoryDatabase()
    rooms = rooms_on(database)
    assert played(await attempt_at(rooms, "day-one")) == "no"
    first = await begin(rooms, "day-one", Spec(rules="base"), name="Ada")
    assert played(await attempt_at(rooms_on(database), "day-one")) == "running"
    again = await begin(rooms_on(database), "day-one", Spec(rules="base"), name="Ben")
    assert (again["table"], again["seat"]) == (first["table"], first["seat"])
    page = Page(database)
    await page.enter(dict(first))
    assert page.last["code"] == "seat.wrong_token"
    page = Page(database)
    await page.enter(dict(again))
    assert page.view["seats"][0]["name"] == "Ada"
    for _ in range(7):
        await page.play_round()
    assert played(await attempt_at(rooms_on(database), "day-one")) == "over"


async def test_what_else_is_wrong_with_a_table_is_not_taken_for_none() -> None:
    with pytest.raises(Refusal, match=r"link\.damaged"):
        await attempt_at(rooms_on(MemoryDatabase()), "g1.none")
