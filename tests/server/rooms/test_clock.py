"""A machine's clock that jumps by hours: nobody loses time by it, and no table gets stuck."""

from __future__ import annotations

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener, begin, join
from tests.server.playing import Client
from tests.server.rooms.memory import MemoryStorage, Process, settle
from tests.server.serving import served

from inkrail.server.http.limits import Gate
from inkrail.server.rooms import commands
from inkrail.server.rooms.clock import SystemClock
from inkrail.server.rooms.open_room import IDLE_LOOK_SECONDS, PRESENCE_SECONDS, OpenRoom
from inkrail.server.rooms.rooms import BOT_GRACE
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.sweep import KEEP_SECONDS, Sweep
from inkrail.server.rooms.waiting import SKEW_SECONDS
from inkrail.server.settings import Settings

HOURS = 5 * 3600.0
CLOCK = 60


@pytest.fixture
def process(clock: FakeClock) -> Process:
    return Process(MemoryStorage(), clock=clock)


async def begun(process: Process, spec: Spec) -> OpenRoom:
    open_room = await process.opened(spec)
    await process.rooms.perform(open_room, join)
    await process.rooms.perform(open_room, begin)
    return open_room


async def test_a_clock_set_back_ends_no_turn_and_the_turn_still_ends(
    process: Process, clock: FakeClock
) -> None:
    open_room = await begun(process, Spec(rules="base", bots=(None, None), clock=CLOCK))
    process.rooms.enter(open_room, Listener(0))
    sweep = Sweep(process.rooms)
    clock.now += CLOCK - 1
    clock.jump(-HOURS)
    await sweep.run()
    clock.now += CLOCK - 1
    await sweep.run()
    assert open_room.room.closed == []
    clock.now += 1
    await sweep.run()
    assert len(open_room.room.closed) == 1


async def test_a_clock_set_forward_ends_one_turn_and_the_next_has_its_whole_time(
    process: Process, clock: FakeClock
) -> None:
    open_room = await begun(process, Spec(rules="base", bots=(None, None), clock=CLOCK))
    process.rooms.enter(open_room, Listener(0))
    sweep = Sweep(process.rooms)
    clock.jump(HOURS)
    await sweep.run()
    await sweep.run()
    assert len(open_room.room.closed) == 1
    clock.now += CLOCK - 1
    await sweep.run()
    assert len(open_room.room.closed) == 1
    clock.jump(-HOURS)  # as when a wrong time is corrected
    await sweep.run()
    clock.now += CLOCK
    await sweep.run()
    assert len(open_room.room.closed) == 2


async def test_clocks_of_two_machines_that_differ_a_little_begin_nothing_anew(
    process: Process, clock: FakeClock
) -> None:
    open_room = await begun(process, Spec(rules="base", bots=(None, None), clock=CLOCK))
    since = open_room.room.waiting.since
    clock.jump(-SKEW_SECONDS)
    await Sweep(process.rooms).run()
    assert open_room.room.waiting.since == since


async def test_a_late_bot_is_asked_again_after_a_clock_was_set_back(
    process: Process, clock: FakeClock
) -> None:
    process.bots.released.clear()
    open_room = await process.opened(Spec(rules="base", bots=(None, "random")))
    await settle()
    open_room.bots[1].cancel()
    await settle()
    sweep = Sweep(process.rooms)
    clock.jump(-HOURS)
    await sweep.run()
    clock.now += BOT_GRACE
    await sweep.run()
    await settle()
    assert process.bots.asked == [("random", 1)] * 2
    await process.rooms.close()


async def test_a_bot_that_was_looked_at_is_looked_at_again_after_a_clock_was_set_back(
    process: Process, clock: FakeClock
) -> None:
    process.bots.released.clear()
    open_room = await process.opened(Spec(rules="base", bots=(None, "random")))
    await settle()
    sweep = Sweep(process.rooms)
    clock.now += BOT_GRACE
    await sweep.run()
    open_room.bots[1].cancel()
    await settle()
    clock.jump(-HOURS)
    await sweep.run()
    clock.now += BOT_GRACE
    await sweep.run()
    await settle()
    assert process.bots.asked == [("random", 1)] * 2
    await process.rooms.close()


@pytest.mark.parametrize("hours", [HOURS, -HOURS])
async def test_who_is_there_and_what_is_in_memory_depends_on_the_time_that_passes(
    process: Process, clock: FakeClock, hours: float
) -> None:
    left = await process.opened(Spec(rules="base"), "left")
    open_room = await begun(process, Spec(rules="base", bots=(None, None)))
    process.rooms.enter(open_room, Listener(0))
    process.rooms.present_elsewhere("table", "another process", seats=frozenset({1}))
    process.announce()
    sweep = Sweep(process.rooms)
    clock.jump(hours)
    await sweep.run()
    assert open_room.connected() == {0, 1}
    assert process.rooms.all_in_memory() == (left, open_room)
    clock.now += max(KEEP_SECONDS, 3 * PRESENCE_SECONDS) + 1
    await sweep.run()
    assert process.announced == ["table"]
    assert open_room.connected() == {0}
    assert process.rooms.all_in_memory() == (open_room,)


async def test_idle_players_are_looked_for_after_a_clock_was_set_back(
    process: Process, clock: FakeClock
) -> None:
    open_room = await begun(process, Spec(rules="base", bots=(None, None)))
    process.rooms.enter(open_room, Listener(0))
    open_room.look_for_idle(now=clock.now + 8 * 24 * 3600)
    assert open_room.idle
    open_room.look_for_idle(now=clock.now + IDLE_LOOK_SECONDS)
    assert not open_room.idle


def test_an_address_gets_its_permissions_back_as_time_passes(clock: FakeClock) -> None:
    gate = Gate(1, rate=0.1, clock=clock.monotonic)
    assert gate.admits("an address")
    for hours in (HOURS, -2 * HOURS):
        clock.jump(hours)
        assert not gate.admits("an address")
    clock.now += 10
    assert gate.admits("an address")


async def test_people_are_told_the_new_end_of_their_turn(settings: Settings, clock: FakeClock) -> None:
    async with served(settings, clock=clock) as server:
        client: Client = await server.client(await server.open_table(clock=CLOCK)).enter()
        before = client.view["clock_ends"]
        clock.jump(-HOURS)
        await server.services.sweep.run()
        change = await client.until(lambda message: message["type"] == "change")
        assert change["parts"].keys() == {"clock_ends"}
        assert client.view["clock_ends"] < before


def test_the_machine_has_both_clocks() -> None:
    clock = SystemClock()
    assert clock() > 1_700_000_000
    assert clock.monotonic() <= clock.monotonic()


async def test_a_daily_game_takes_no_less_than_no_time_if_the_clock_was_set_back(
    process: Process, clock: FakeClock
) -> None:
    open_room = await process.opened(Spec(rules="base", daily="2026-11-15", counted=True))
    clock.jump(-HOURS)
    for _ in range(7):
        await process.rooms.perform(open_room, lambda room: commands.mandatory_moves(room, 0, why="clock"))
    (result,) = [write.result for write in process.storage.writes if write.result]
    assert result.seconds == 0
