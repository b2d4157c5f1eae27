"""One stranger opens so many public tables that nobody else's are listed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from tests.server.asking import HUMANS, Api, opened, services
from tests.server.conftest import FakeClock

from inkrail.server.storage.store import LISTED_OF_ONE


def from_address(app: FastAPI, host: str) -> Api:
    return Api(transport=httpx.ASGITransport(app, client=(host, 1)), base_url="http://test")


async def open_tables(app: FastAPI, clock: FakeClock, *, host: str, name: str, count: int) -> None:
    async with from_address(app, host) as api:
        for _ in range(count):
            clock.now += 1
            await opened(api, name=name, seats=HUMANS, public=True)


async def listed(app: FastAPI) -> list[str]:
    """Who opened the tables of the list."""
    async with from_address(app, "192.0.2.1") as api:
        tables: list[dict[str, Any]] = (await api.get("/api/tables")).json()["tables"]
    return [table["seats"][0]["name"] for table in tables]


async def test_a_stranger_with_many_tables_hides_nobody(app: FastAPI, clock: FakeClock) -> None:
    await open_tables(app, clock, host="198.51.100.1", name="Ann", count=2)
    await open_tables(app, clock, host="198.51.100.2", name="Bob", count=1)
    await open_tables(app, clock, host="203.0.113.9", name="Eve", count=52)
    names = await listed(app)
    assert Counter(names) == {"Eve": LISTED_OF_ONE, "Ann": 2, "Bob": 1}
    assert names[:4] == ["Eve", "Bob", "Ann", "Eve"]


async def test_a_network_of_ipv6_addresses_is_one_stranger(app: FastAPI, clock: FakeClock) -> None:
    for number in range(1, 10):
        await open_tables(app, clock, host=f"2001:db8::{number}", name="Eve", count=1)
    assert await listed(app) == ["Eve"] * LISTED_OF_ONE


async def test_no_address_is_stored(app: FastAPI, clock: FakeClock) -> None:
    await open_tables(app, clock, host="198.51.100.1", name="Ann", count=1)
    async with services(app).store.engine.connect() as connection:
        (stored,) = await connection.exec_driver_sql("SELECT * FROM game_tables")
    assert "198.51.100" not in str(stored)


async def test_a_table_that_is_removed_while_it_is_listed_is_left_out(
    app: FastAPI, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_tables(app, clock, host="198.51.100.1", name="Ann", count=1)
    await open_tables(app, clock, host="198.51.100.2", name="Bob", count=1)
    store, rooms = services(app).store, services(app).rooms
    newest, _ = ids = await store.public_tables("lobby", limit=9)

    async def as_before(_: str, *, limit: int) -> list[str]:
        return ids[:limit]

    monkeypatch.setattr(store, "public_tables", as_before)
    rooms.forget(newest)
    assert await store.remove_lobby(newest, since=clock.now)
    assert await listed(app) == ["Ann"]
