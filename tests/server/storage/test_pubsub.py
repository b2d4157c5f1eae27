"""Wake-ups between the processes of one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener, opened, react

from inkrail.server.http.services import running
from inkrail.server.rooms.open_room import PRESENCE_SECONDS
from inkrail.server.rooms.rows import Spec
from inkrail.server.settings import Settings


async def test_postgresql_wakes_the_other_processes(
    new_postgres: Callable[[], str], settings: Settings, clock: FakeClock
) -> None:
    shared = replace(settings, database=new_postgres())
    async with running(shared, clock=clock) as one, running(shared, clock=clock) as other:
        open_room = await opened(one.rooms, Spec(rules="base", bots=(None, None)))
        copy = await other.rooms.open("table")
        listener = Listener()
        other.rooms.enter(copy, listener)
        await one.rooms.perform(open_room, react(0, "hello"))
        await listener.until(lambda: copy.room.reactions == [1, 0])


async def test_players_of_several_processes_see_each_other_come_and_go(
    new_postgres: Callable[[], str], settings: Settings, clock: FakeClock
) -> None:
    shared = replace(settings, database=new_postgres())
    async with running(shared, clock=clock) as one, running(shared, clock=clock) as other:
        open_room = await opened(one.rooms, Spec(rules="base", bots=(None, None)))
        ann, bob = Listener(0), Listener(1)
        one.rooms.enter(open_room, ann)
        copy = await other.rooms.open("table")
        other.rooms.enter(copy, bob)
        await ann.until(lambda: open_room.connected() == {0, 1})
        await bob.until(lambda: copy.connected() == {0, 1})
        other.rooms.leave(copy, bob)
        await ann.until(lambda: open_room.connected() == {0})
        other.rooms.enter(copy, bob)
        await ann.until(lambda: open_room.connected() == {0, 1})
        while open_room.connected() != {0}:  # an answer that was still on its way counts anew
            clock.now += 3 * PRESENCE_SECONDS + 1
            await one.sweep.run()
