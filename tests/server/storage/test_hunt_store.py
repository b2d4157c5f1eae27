"""The marks of the maximum hunt in both kinds of database."""

from __future__ import annotations

from dataclasses import replace

from inkrail.server.rooms.hunt import Mark
from inkrail.server.storage.hunt_store import HuntStore
from inkrail.server.storage.store import Store


async def test_a_week_has_one_mark(store: Store) -> None:
    hunts = HuntStore(store)
    mark = Mark("2026-W47", 72, 83, "inkrail-record 1\n")
    assert await hunts.mark(mark.week) is None
    await hunts.add(mark)
    await hunts.add(replace(mark, total=73))
    assert await hunts.mark(mark.week) == mark
