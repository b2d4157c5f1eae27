"""One address asks for more slow bots than the machine can play; the bots of others play on (finding 2)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from tests.server.asking import Api, code, opened, services
from tests.server.open_rooms import Listener, play_out_seat
from tests.server.rooms.memory import settle
from tests.server.waiting import PATIENCE

from inkrail.server.bots.runner import SLOW_BOUNDS
from inkrail.server.rooms.events import StoodIn
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.settings import Settings

BOTS = 5


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Here `master` thinks for ever."""
    return replace(settings, bots="tests.server.bad_bots:find_bot", bot_seconds=PATIENCE)


def client(app: FastAPI, address: str) -> Api:
    return Api(transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://test")


@pytest.fixture
async def eve(app: FastAPI) -> AsyncIterator[Api]:
    async with client(app, "203.0.113.9") as api:
        yield api


@pytest.fixture
async def ann(app: FastAPI) -> AsyncIterator[Api]:
    async with client(app, "198.51.100.7") as api:
        yield api


def seats(bot: str, *, count: int = BOTS) -> list[dict[str, str]]:
    return [{"kind": "human"}, *[{"kind": "bot", "bot": bot}] * count]


async def drawn(app: FastAPI, table: str) -> OpenRoom:
    """The table, which waits for its bots because the person is done."""
    rooms = services(app).rooms
    open_room = await rooms.open(table)
    await play_out_seat(rooms, open_room)
    await settle()
    return open_room


def waiting(app: FastAPI) -> float | None:
    registry = services(app).metrics.registry
    return registry.get_sample_value("inkrail_bots_waiting", {"lane": "slow"})


async def first_round(app: FastAPI, open_room: OpenRoom) -> list[StoodIn]:
    """Who acted for the bots in the first round, once it is closed."""
    listener = Listener()
    services(app).rooms.enter(open_room, listener)
    await listener.until(lambda: len(open_room.room.closed) == 1)
    return [entry.event for entry in open_room.room.stand_ins.of_round(1) if entry.event.seat != 0]


async def replaced(app: FastAPI, api: Api, bot: str) -> list[StoodIn]:
    """Who acted for this bot in a new game."""
    table = (await opened(api, seats=seats(bot, count=1)))["table"]
    return await first_round(app, await drawn(app, table))


async def test_games_are_refused_beyond_the_bound_and_quick_bots_play_on(
    app: FastAPI, eve: Api, ann: Api
) -> None:
    answers = []
    for _ in range(30):
        answer = await eve.post("/api/tables", json={"name": "Eve", "seats": seats("master")})
        answers.append(answer)
        if answer.status_code == 201:
            await drawn(app, answer.json()["table"])
    possible = SLOW_BOUNDS.owner // BOTS
    assert [answer.status_code for answer in answers] == [201] * possible + [503] * (30 - possible)
    assert {await code(answer) for answer in answers[possible:]} == {(503, "bot.queue_full")}
    assert waiting(app) == SLOW_BOUNDS.owner - 1
    for bot in ("random", "greedy"):
        assert await replaced(app, ann, bot) == []
    await opened(ann, seats=seats("master"))
    await opened(eve, seats=seats("random"))
    assert waiting(app) == SLOW_BOUNDS.owner - 1


async def test_in_games_that_run_already_simpler_bots_take_over(app: FastAPI, eve: Api, ann: Api) -> None:
    tables = [(await opened(eve, seats=seats("master")))["table"] for _ in range(6)]
    rooms = [await drawn(app, table) for table in tables]
    assert waiting(app) == SLOW_BOUNDS.owner
    busy = [StoodIn(seat, 1, "greedy", "busy") for seat in range(1, BOTS + 1)]
    assert sorted(await first_round(app, rooms[-1]), key=lambda event: event.seat) == busy
    assert waiting(app) == SLOW_BOUNDS.owner
    assert await replaced(app, ann, "random") == []
    assert [len(open_room.room.closed) for open_room in rooms] == [0] * 5 + [1]


async def test_no_address_is_stored(app: FastAPI, eve: Api, settings: Settings) -> None:
    table = (await opened(eve, seats=seats("random", count=1)))["table"]
    assert (await services(app).rooms.open(table)).owner not in ("", "203.0.113.9")
    assert await replaced(app, eve, "random") == []
    files = list(Path(settings.database).parent.glob("tables.sqlite3*"))
    stored = b"".join([await asyncio.to_thread(file.read_bytes) for file in files])
    assert table.encode() in stored
    assert b"203.0.113.9" not in stored
