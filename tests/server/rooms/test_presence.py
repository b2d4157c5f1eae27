"""Who is connected to the rooms of a process, and what other processes are told of it."""

from __future__ import annotations

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener, join, react
from tests.server.rooms.memory import MemoryStorage, Process

from inkrail.server.rooms.lobby import RemoveSeat
from inkrail.server.rooms.open_room import PRESENCE_SECONDS, OpenRoom
from inkrail.server.rooms.rows import Spec

TWO = Spec(rules="base", bots=(None, None))


@pytest.fixture
def process(clock: FakeClock) -> Process:
    return Process(MemoryStorage(), clock=clock)


async def entered(process: Process) -> tuple[OpenRoom, Listener]:
    open_room, ann = await process.opened(TWO), Listener(0)
    process.rooms.enter(open_room, ann)
    return open_room, ann


async def test_who_comes_and_goes_is_told_here_and_announced_elsewhere(process: Process) -> None:
    process.announce()
    open_room, ann = await entered(process)
    assert (open_room.present, process.announced, ann.woken.is_set()) == (((0,), 0), ["table"], True)
    process.rooms.leave(open_room, ann)
    process.rooms.leave(open_room, ann)
    assert (open_room.present, process.announced) == (((), 0), ["table"] * 3)


async def test_who_is_connected_is_told_by_the_new_numbers_after_seats_were_removed(process: Process) -> None:
    """And after nothing else that happens at a table."""
    open_room = await process.opened(Spec(rules="base", bots=(None, "random", None)))
    process.announce()
    await process.rooms.perform(open_room, join)
    assert process.announced == []
    bob = Listener(2)
    process.rooms.enter(open_room, bob)
    assert (open_room.present, process.announced) == (((2,), 0), ["table"])
    bob.seat = 1
    await process.rooms.carry_out(open_room, RemoveSeat(1), seat=0, id_="")
    assert (open_room.present, process.announced) == (((1,), 0), ["table"] * 2)
    await process.rooms.perform(open_room, react(1, "x"))
    assert len(process.announced) == 2


async def test_who_is_connected_elsewhere_is_told_when_it_changes(process: Process) -> None:
    process.rooms.present_elsewhere("unknown", "b", seats=frozenset({1}))
    open_room, ann = await entered(process)
    process.announce()
    woken = []
    for process_, seats in (("b", {1}), ("b", {1}), ("b", set()), ("c", set())):
        ann.woken.clear()
        process.rooms.present_elsewhere("table", process_, seats=frozenset(seats))
        woken.append((ann.woken.is_set(), open_room.present[0], len(process.announced)))
    assert woken == [(True, (0, 1), 1), (False, (0, 1), 1), (True, (0,), 1), (True, (0,), 2)]
    assert process.announced == ["table"] * 2
    assert open_room.elsewhere["b"].at == process.clock.now


async def test_a_process_without_listeners_does_not_answer(process: Process) -> None:
    await process.opened(TWO)
    process.announce()
    process.rooms.present_elsewhere("table", "b", seats=frozenset({1}))
    assert process.announced == []


async def test_who_is_connected_is_said_again_from_time_to_time(process: Process) -> None:
    open_room, ann = await entered(process)
    now = process.clock.now
    process.rooms.refresh_presence(open_room, now=now + PRESENCE_SECONDS + 1)
    process.announce()
    process.rooms.refresh_presence(open_room, now=now + PRESENCE_SECONDS)
    assert process.announced == []
    process.rooms.refresh_presence(open_room, now=now + PRESENCE_SECONDS + 1)
    process.rooms.refresh_presence(open_room, now=now + PRESENCE_SECONDS + 2)
    assert process.announced == ["table"]
    process.rooms.leave(open_room, ann)
    process.rooms.refresh_presence(open_room, now=now + 10 * PRESENCE_SECONDS)
    assert process.announced == ["table"] * 2


async def test_silent_processes_are_forgotten(process: Process) -> None:
    open_room, _ = await entered(process)
    process.rooms.present_elsewhere("table", "b", seats=frozenset({1}))
    process.rooms.refresh_presence(open_room, now=process.clock.now + 3 * PRESENCE_SECONDS + 1)
    assert open_room.present == ((0,), 0)
