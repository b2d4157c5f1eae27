"""A lobby that is removed while somebody joins: they are told that it is gone, or it stays."""

from __future__ import annotations

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import join, opened, react
from tests.server.rooms.conftest import Open, start
from tests.server.rooms.memory import MemoryStorage, Process

from inkrail.core.errors import Refusal
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.sweep import LOBBY_SECONDS, Sweep

__all__ = ["start"]
TWO = Spec(rules="base", bots=(None, None))


async def test_whoever_joins_a_removed_lobby_is_told_that_it_is_gone(start: Open, clock: FakeClock) -> None:
    server = await start()
    open_room = await opened(server.rooms, TWO)
    assert await server.store.remove_lobby("table", since=clock.now)
    for _ in range(2):
        with pytest.raises(Refusal, match=r"^table\.unknown"):
            await server.rooms.perform(open_room, join)
    assert server.rooms.in_memory("table") is None
    with pytest.raises(Refusal, match=r"^table\.unknown"):
        await server.rooms.open("table")


async def test_a_lobby_with_a_newer_row_is_not_removed(start: Open, clock: FakeClock) -> None:
    server = await start()
    open_room = await opened(server.rooms, TWO)
    clock.now += 5
    await server.rooms.perform(open_room, join)
    assert not await server.store.remove_lobby("table", since=clock.now - 1)
    await server.rooms.perform(open_room, react(1, "still here"))
    assert await server.store.remove_lobby("table", since=clock.now)


class JoinedMeanwhile(MemoryStorage):
    """A storage in which somebody joins after the abandoned lobbies were looked up."""

    process: Process

    async def abandoned(self, since: float, *, limit: int, after: str = "") -> list[str]:
        ids = await super().abandoned(since, limit=limit, after=after)
        for id_ in ids:
            await self.process.rooms.perform(await self.process.rooms.open(id_), join)
        return ids


async def test_a_seat_taken_just_before_the_removal_is_not_lost(clock: FakeClock) -> None:
    storage = JoinedMeanwhile()
    process = storage.process = Process(storage, clock=clock)
    await process.opened(TWO)
    clock.now += LOBBY_SECONDS + 1
    await Sweep(process.rooms).run()
    open_room = await process.rooms.open("table")
    assert open_room.room.names == ["Ann", "Bob"]
    assert process.rooms.in_memory("table") is open_room
