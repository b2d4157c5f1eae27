"""Group commit."""

from __future__ import annotations

import asyncio

from tests.server.storage.writes import first

from inkrail.server.metrics import Metrics
from inkrail.server.storage.group_commit import GroupCommit
from inkrail.server.storage.store import Store


async def test_rows_that_wait_together_are_committed_together(store: Store) -> None:
    metrics = Metrics()
    journal = GroupCommit(store, metrics)
    writing = [asyncio.ensure_future(journal.write(first(f"t{number}"))) for number in range(20)]
    await asyncio.sleep(0)
    journal.start()
    assert await asyncio.gather(*writing) == [True] * 20
    await journal.stop()
    assert metrics.registry.get_sample_value("inkrail_commit_rows_count") == 1
    assert metrics.registry.get_sample_value("inkrail_rows_total") == 20


async def test_what_was_accepted_before_the_end_is_stored(store: Store) -> None:
    journal = GroupCommit(store, Metrics())
    journal.start()
    writing = [asyncio.ensure_future(journal.write(first(f"t{number}"))) for number in range(5)]
    await asyncio.sleep(0)
    await journal.stop()
    assert await asyncio.gather(*writing) == [True] * 5
    assert await store.table("t4") is not None
