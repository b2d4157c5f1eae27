"""A database for the tests of storage."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from inkrail.server.storage.store import Store, database_url


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = Store(database_url(database))
    await store.open()
    yield store
    await store.close()
