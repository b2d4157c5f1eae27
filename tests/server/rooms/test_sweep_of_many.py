"""The sweep where many tables are due, or the same ones again and again."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from math import inf

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener, join
from tests.server.rooms.memory import MemoryStorage, Process, settle
from tests.server.waiting import limited

from inkrail.core.errors import Refusal
from inkrail.server.rooms import commands
from inkrail.server.rooms import sweep as sweep_module
from inkrail.server.rooms.interfaces import State, TryAgain, Write
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rooms import BOT_GRACE, due_again
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.sweep import AT_ONCE, LOBBY_SECONDS, PAGE, Sweep


@pytest.fixture
def process(clock: FakeClock) -> Process:
    return Process(MemoryStorage(), clock=clock)


def test_a_table_is_due_again_when_its_clock_runs_out_or_its_bots_are_late() -> None:
    room = Room("table", Spec(rules="base", bots=(None, "random"), clock=90), created=100.0)
    row = commands.sit_first(room, name="Ann", token="a").row
    room.apply(row, at=100.0)
    waiting = room.waiting
    assert waiting.deadline == 190.0
    assert due_again(waiting, now=100.0 + BOT_GRACE - 1) == 100.0 + BOT_GRACE
    assert due_again(waiting, now=100.0 + BOT_GRACE) == 190.0
    assert due_again(replace(waiting, clock=200), now=100.0 + BOT_GRACE) == 100.0 + 2 * BOT_GRACE
    assert due_again(replace(waiting, clock=None), now=100.0 + BOT_GRACE) == 100.0 + 2 * BOT_GRACE
    assert due_again(replace(waiting, bots=(None, None), clock=None), now=500.0) is None
    assert due_again(replace(waiting, bots=(None, None)), now=150.0) == 190.0


LATE_BOT = Spec(rules="base", bots=(None, "random"))


async def test_a_table_whose_bots_still_play_is_looked_at_once_a_minute(process: Process) -> None:
    process.bots.released.clear()
    open_room = await process.opened(LATE_BOT)
    sweep, looks = Sweep(process.rooms), 0
    began = process.clock.now
    while process.clock.now < began + 4 * BOT_GRACE:
        process.clock.now += 1
        open_room.used = 0
        await sweep.run()
        looks += open_room.used != 0
    assert looks == 4
    assert process.storage.states["table"].due == process.clock.now + BOT_GRACE
    await process.rooms.close()


async def test_a_clock_runs_out_although_the_table_was_looked_at_for_its_bots(process: Process) -> None:
    process.bots.released.clear()
    open_room = await process.opened(replace(LATE_BOT, clock=90))
    sweep = Sweep(process.rooms)
    process.clock.now += BOT_GRACE
    await sweep.run()
    process.clock.now += 29
    await sweep.run()
    assert len(open_room.room.closed) == 0
    process.clock.now += 1
    await sweep.run()
    assert len(open_room.room.closed) == 1
    await process.rooms.close()


async def test_a_row_makes_a_table_due_as_if_it_had_not_been_looked_at(clock: FakeClock) -> None:
    storage = MemoryStorage(shared=True)
    one, other = Process(storage, clock=clock), Process(storage, clock=clock)
    spec = Spec(rules="base", bots=(None, None, "random"), clock=70)
    open_room = await one.opened(spec)
    copy = await other.rooms.open("table")
    open_room.next_look = copy.next_look = clock.monotonic() + 1e6
    await one.rooms.perform(open_room, join)
    assert open_room.next_look == -inf
    await other.rooms.catch_up(copy)
    assert copy.next_look == -inf


async def test_a_table_that_fails_is_tried_again_after_a_minute(process: Process) -> None:
    broken = await process.opened(Spec(rules="base", clock=30), "broken")
    broken.room.dice = None  # type: ignore[assignment]
    sweep = Sweep(process.rooms)
    process.clock.now += 30
    for _ in range(3):
        await sweep.run()
    assert process.counted("failures_total") == 1
    process.clock.now += BOT_GRACE - 1
    await sweep.run()
    assert process.counted("failures_total") == 1
    process.clock.now += 1
    await sweep.run()
    assert process.counted("failures_total") == 2


async def test_a_stored_table_that_cannot_be_loaded_is_tried_again_after_a_minute(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def damaged(_: str) -> None:
        raise Refusal("table.damaged")

    await process.opened(Spec(rules="base", clock=30))
    process.rooms.forget("table")
    monkeypatch.setattr(process.storage, "table", damaged)
    process.clock.now += 30
    for _ in range(3):
        await Sweep(process.rooms).run()
    assert process.counted("failures_total") == 1
    assert process.storage.states["table"].due == process.clock.now + BOT_GRACE


async def test_a_due_time_that_was_stored_wrongly_is_put_right(process: Process) -> None:
    await process.opened(Spec(rules="base"))
    process.storage.states["table"] = State("running", process.clock.now)
    await Sweep(process.rooms).run()
    assert process.storage.states["table"] == State("running", None)


async def test_a_busy_table_does_not_keep_the_others_waiting(
    process: Process, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    busy = await process.opened(Spec(rules="base", clock=30), "busy")
    good = await process.opened(Spec(rules="base", clock=30), "good")
    write = process.storage.write

    async def taken(one: Write) -> bool:
        return one.table == "good" and await write(one)

    monkeypatch.setattr(process.storage, "write", taken)
    process.clock.now += 30
    await Sweep(process.rooms).run()
    assert (len(busy.room.closed), len(good.room.closed)) == (0, 1)
    assert process.storage.states["busy"].due == process.clock.now
    logged = {(record.getMessage(), *map(vars(record).get, ("table", "code"))) for record in caplog.records}
    assert logged == {("table skipped", "busy", "server.busy")}


async def test_the_sweep_ends_where_the_database_is_away(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    await process.opened(Spec(rules="base", clock=30))
    process.clock.now += 30

    async def away(_: Write) -> bool:
        raise TryAgain("server.storage")

    monkeypatch.setattr(process.storage, "write", away)
    with pytest.raises(TryAgain, match=r"^server\.storage"):
        await Sweep(process.rooms).run()


async def test_the_sweep_ends_only_after_all_looks(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise they would go on beside the next sweep."""
    for id_ in ("away", "slow"):
        await process.opened(Spec(rules="base", clock=30), id_)
    process.clock.now += 30
    write = process.storage.write

    async def broken(one: Write) -> bool:
        if one.table == "away":
            raise TryAgain("server.storage")
        return await write(one)

    monkeypatch.setattr(process.storage, "write", broken)
    process.storage.released.clear()
    sweeping = asyncio.create_task(Sweep(process.rooms).run())
    await settle()
    assert not sweeping.done()
    process.storage.released.set()
    with pytest.raises(TryAgain, match=r"^server\.storage"):
        await sweeping
    slow = process.rooms.in_memory("slow")
    assert slow is not None
    assert len(slow.room.closed) == 1


async def test_tables_that_stay_due_are_each_looked_at_once_a_page(
    process: Process, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def busy(_: Write) -> bool:
        raise TryAgain("server.busy")

    monkeypatch.setattr(sweep_module, "PAGE", 3)
    for id_ in "abcd":
        await process.opened(Spec(rules="base", clock=30), id_)
        process.rooms.forget(id_)
    process.clock.now += 30
    monkeypatch.setattr(process.storage, "write", busy)
    await Sweep(process.rooms).run()
    assert [[due.table for due in page] for page in process.storage.pages] == [["a", "b", "c"], ["d"]]
    skipped = Counter(vars(record)["table"] for record in caplog.records)
    assert skipped == {"a": 2, "b": 2, "c": 2, "d": 1}, "those in memory come before each page"


async def test_every_stored_table_is_looked_at_page_by_page(process: Process) -> None:
    """Those in memory have their turn before each page."""
    count = 2 * PAGE + 1
    for number in range(count):
        await process.opened(Spec(rules="base", clock=30), f"{number:03}")
    process.clock.now += 30
    for number in range(count):
        process.rooms.forget(f"{number:03}")
    await Sweep(process.rooms).run()
    assert [len(page) for page in process.storage.pages] == [PAGE, PAGE, 1]
    rooms = process.rooms.all_in_memory()
    assert len(rooms) == count
    assert all(len(open_room.room.closed) == 1 for open_room in rooms)


async def test_tables_are_loaded_one_by_one_and_their_rows_stored_together(process: Process) -> None:
    for number in range(AT_ONCE + 1):
        await process.opened(Spec(rules="base", clock=30), f"{number:03}")
        process.rooms.forget(f"{number:03}")
    process.clock.now += 30
    process.storage.writes.clear()
    process.storage.reads = 0
    held = process.storage.released
    held.clear()
    sweeping = asyncio.create_task(Sweep(process.rooms).run())
    await settle()
    assert process.storage.reads == 1
    process.storage.released = asyncio.Event()
    process.storage.released.set()
    held.set()
    async with limited("the sweep"):
        await sweeping
    assert len(process.storage.writes) == AT_ONCE + 1
    process.clock.now += 30
    process.storage.writes.clear()
    process.storage.released.clear()
    sweeping = asyncio.create_task(Sweep(process.rooms).run())
    await settle()
    assert len(process.storage.writes) == AT_ONCE
    process.storage.released.set()
    async with limited("the sweep"):
        await sweeping
    assert len(process.storage.writes) == AT_ONCE + 1


async def test_a_sweep_of_many_rooms_lets_others_use_the_loop(process: Process) -> None:
    for number in range(200):
        await process.opened(Spec(rules="base"), f"{number:03}")
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count_turns())
    await Sweep(process.rooms).run()
    counting.cancel()
    assert turns >= 4


async def test_all_abandoned_lobbies_are_removed_although_many_are_held(process: Process) -> None:
    lobby = Spec(rules="base", bots=(None, None))
    for number in range(2 * PAGE + 1):
        open_room = await process.opened(lobby, f"{number:03}")
        if number < PAGE:
            process.rooms.enter(open_room, Listener(None))
    process.clock.now += LOBBY_SECONDS
    await Sweep(process.rooms).run()
    assert process.storage.states.keys() == {f"{number:03}" for number in range(PAGE)}
