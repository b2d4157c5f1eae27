"""Group commit."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.storage.writes import first

from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.storage.group_commit import MOST_WAITING, GroupCommit
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


async def test_no_more_rows_wait_than_the_bound(store: Store) -> None:
    journal = GroupCommit(store, Metrics())
    writing = [journal.write(first(f"t{number}")) for number in range(MOST_WAITING)]
    with pytest.raises(TryAgain, match=r"server\.busy"):
        await journal.write(first("one too many"))
    journal.start()
    await journal.stop()
    assert all([await one for one in writing])
    assert await store.table("one too many") is None


async def test_all_who_wait_hear_that_the_database_failed_and_the_next_rows_are_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_: object) -> list[bool]:
        raise TryAgain("server.storage")

    journal = GroupCommit(store, Metrics())
    journal.start()
    with monkeypatch.context() as patched:
        patched.setattr(store, "commit", away)
        errors = await asyncio.gather(
            *(journal.write(first(f"t{number}")) for number in range(3)), return_exceptions=True
        )
    assert [getattr(error, "code", error) for error in errors] == ["server.storage"] * 3
    assert len(set(map(id, errors))) == 3
    assert await journal.write(first("t0"))
    await journal.stop()
