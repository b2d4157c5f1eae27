"""A client polls the address of a rematch while it is opened: there is one copy of the table in memory (finding 4)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from fastapi import FastAPI
from tests.server.asking import HUMANS, Api, opened, play_out, services
from tests.server.open_rooms import begin
from tests.server.waiting import limited

from inkrail.server.rooms.interfaces import StoredTable, Write

TURNS = 100
"""How often the loop runs while a commit waits for the poll: enough for a read that nothing prevents."""


async def test_a_rematch_that_is_polled_while_it_opens_keeps_every_seat(
    app: FastAPI, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, rooms = services(app).store, services(app).rooms
    given = await opened(api, seats=HUMANS)
    table = given["table"]
    tokens = [
        given["token"],
        (await api.post(f"/api/tables/{table}/join", json={"name": "Bob"})).json()["token"],
    ]
    room = (await rooms.open(table)).room
    await rooms.perform(await rooms.open(table), begin)
    await play_out(app, table)
    was_read, joined, polls = asyncio.Event(), asyncio.Event(), list[asyncio.Task[object]]()
    read, commit = store.table, store.commit

    async def late(id_: str) -> StoredTable | None:
        """The table as it is now, told when both have sat down."""
        stored = await read(id_)
        if stored:
            was_read.set()
            await joined.wait()
        return stored

    async def polled(writes: Sequence[Write]) -> list[bool]:
        """Store a new table, and poll it before its creator hears of it."""
        stored = await commit(writes)
        if writes[0].spec:
            polls.append(asyncio.create_task(api.get(f"/api/tables/{room.rematch}")))
            for _ in range(TURNS):
                if not was_read.is_set():
                    await asyncio.sleep(0.001)
        return stored

    monkeypatch.setattr(store, "table", late)
    monkeypatch.setattr(store, "commit", polled)
    async with limited("the rematch"):
        seats = [
            (
                await api.post(f"/api/tables/{table}/rematch", headers={"authorization": f"Bearer {token}"})
            ).json()
            for token in tokens
        ]
        joined.set()
        await asyncio.gather(*polls)
    again = await rooms.open(seats[0]["table"])
    assert (len(polls), [seat["seat"] for seat in seats]) == (1, [0, 1])
    assert again.room.names == ["Ann", "Bob"]
    assert all(again.room.tokens)
