"""Closing the database while somebody still uses it."""

from __future__ import annotations

import asyncio
import gc
import warnings

import pytest
import sqlalchemy as sa

from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.storage.store import Store, database_url


@pytest.fixture
async def store(database: str) -> Store:
    store = Store(database_url(database))
    await store.open()
    return store


async def test_closing_waits_for_who_still_reads_so_that_no_connection_is_left_open(store: Store) -> None:
    reads, goes_on = asyncio.Event(), asyncio.Event()

    async def read() -> int:
        async with store.reading() as connection:
            reads.set()
            await goes_on.wait()
            return int((await connection.execute(sa.text("SELECT 1"))).scalar_one())

    with warnings.catch_warnings(record=True) as left:
        warnings.simplefilter("always")
        reading = asyncio.create_task(read())
        await reads.wait()
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        assert not closing.done()
        goes_on.set()
        await closing
        assert await reading == 1
        del reading
        gc.collect()
    assert [str(one.message) for one in left] == []


async def test_a_closed_database_opens_no_connection_any_more(store: Store) -> None:
    await store.close()
    with pytest.raises(TryAgain, match=r"^server\.storage"):
        await store.ping()
