"""The sweep: clocks that ran out, late bots, rooms nobody uses, abandoned lobbies."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener, begin, join, opened, react
from tests.server.rooms.conftest import Open
from tests.server.rooms.memory import MemoryStorage, Process, settle
from tests.server.waiting import limited

from inkrail.core.errors import Refusal
from inkrail.server.rooms import sweep as sweep_module
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.rooms.interfaces import TryAgain, Write
from inkrail.server.rooms.open_room import IDLE_LOOK_SECONDS, PRESENCE_SECONDS
from inkrail.server.rooms.rooms import BOT_GRACE
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.sweep import KEEP_SECONDS, LOBBY_LOOK_SECONDS, LOBBY_SECONDS, SHORTLY, Sweep


async def test_a_table_that_nobody_uses_is_forgotten_and_found_again(start: Open, clock: FakeClock) -> None:
    server = await start()
    open_room = await opened(server.rooms, Spec(rules="base"))
    clock.now += KEEP_SECONDS + 1
    for _ in range(100):  # a notice of the table's own row may hold its lock for a moment
        await server.sweep.run()
    assert server.rooms.all_in_memory() == ()
    again = await server.rooms.open("table")
    assert again is not open_room
    assert again.room.waiting == open_room.room.waiting


async def test_a_game_that_never_began_is_removed_when_nothing_happens_for_two_weeks(
    start: Open, clock: FakeClock
) -> None:
    one, other = await start(), await start()
    lobby = Spec(rules="base", bots=(None, None))
    for id_ in ("left", "busy", "begun", "held"):
        await opened(one.rooms, lobby, id_)
    await opened(one.rooms, Spec(rules="base"), "alone")
    begun = await one.rooms.open("begun")
    await one.rooms.perform(begun, join)
    await one.rooms.perform(begun, begin)
    one.rooms.enter(await one.rooms.open("held"), Listener(0))
    clock.now += 1
    await one.rooms.perform(await one.rooms.open("busy"), react(0, "x"))
    clock.now += LOBBY_SECONDS - 1
    await one.sweep.run()
    with pytest.raises(Refusal, match=r"^table\.unknown"):
        await other.rooms.open("left")
    with pytest.raises(Refusal, match=r"^table\.unknown"):
        await one.rooms.open("left")
    for id_ in ("busy", "begun", "held", "alone"):
        assert (await other.rooms.open(id_)).room.number > 0


async def test_a_lobby_is_not_removed_while_somebody_starts_the_game(start: Open) -> None:
    one, other = await start(), await start()
    open_room = await opened(one.rooms, Spec(rules="base", bots=(None, None)))
    await one.rooms.perform(open_room, join)
    beginning = one.rooms.perform(open_room, begin)
    done, removed = await asyncio.gather(
        beginning, other.store.remove_lobby("table", since=1e12), return_exceptions=True
    )
    stored = await other.store.table("table")
    if removed is True:
        assert (stored, isinstance(done, Refusal)) == (None, True)
    else:
        assert (done, removed) == (True, False)
        assert stored is not None
        assert len(stored.rows) == 3


async def test_people_are_told_when_they_need_not_wait_for_somebody_any_longer(
    start: Open, clock: FakeClock
) -> None:
    server = await start()
    open_room = await opened(server.rooms, Spec(rules="base", bots=(None, None)))
    await server.rooms.perform(open_room, join)
    await server.rooms.perform(open_room, begin)
    ann = Listener(0)
    server.rooms.enter(open_room, ann)
    ann.woken.clear()
    clock.now += IDLE_SECONDS - 1
    await server.sweep.run()
    assert (open_room.idle, ann.woken.is_set()) == (frozenset(), False)
    clock.now += IDLE_LOOK_SECONDS
    await server.sweep.run()
    assert (open_room.idle, ann.woken.is_set()) == (frozenset({0, 1}), True)
    ann.woken.clear()
    await server.sweep.run()
    assert not ann.woken.is_set()


async def test_the_sweep_plays_on_for_clocks_that_ran_out(start: Open, clock: FakeClock) -> None:
    one, other = await start(), await start()
    open_room = await opened(one.rooms, Spec(rules="base", clock=30))
    await other.sweep.run()
    assert other.rooms.all_in_memory() == ()
    clock.now += 30
    await asyncio.gather(one.sweep.run(), other.sweep.run())
    copy = await other.rooms.open("table")
    for rooms, seen in ((one.rooms, open_room), (other.rooms, copy)):
        await rooms.catch_up(seen)
        assert len(seen.room.closed) == 1
        assert seen.room.waiting.round == 2
    for _ in range(6):
        clock.now += 30
        await one.sweep.run()
    assert open_room.room.phase == "over"
    assert await one.store.due(clock.now + 1e6, limit=9) == []


async def test_people_see_what_a_write_that_was_cut_short_has_stored(
    start: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await start()
    open_room = await opened(server.rooms, Spec(rules="base", bots=(None, None)))
    ann = Listener(0)
    server.rooms.enter(open_room, ann)
    commit = server.store.commit

    async def cut_short(writes: list[Write]) -> list[bool]:
        await commit(writes)
        raise TryAgain("server.storage")

    monkeypatch.setattr(server.store, "commit", cut_short)
    with pytest.raises(TryAgain, match=r"^server\.storage"):
        await server.rooms.perform(open_room, react(0, "hello"))
    ann.woken.clear()
    await server.sweep.run()
    await ann.until(lambda: open_room.room.reactions == [1, 0])
    assert not open_room.stale


async def test_memory_is_tidied_while_the_database_is_away(
    start: Open, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object, **__: object) -> list[str]:
        raise TryAgain("server.storage")

    server = await start()
    await opened(server.rooms, Spec(rules="base"))
    clock.now += KEEP_SECONDS + 1
    monkeypatch.setattr(server.store, "due", away)
    async with limited("the room to be forgotten"):
        while server.rooms.all_in_memory():
            with pytest.raises(TryAgain):
                await server.sweep.run()


# On a storage in memory.


@pytest.fixture
def process(clock: FakeClock) -> Process:
    return Process(MemoryStorage(), clock=clock)


async def test_a_table_that_fails_does_not_keep_the_others_waiting(
    process: Process, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await process.opened(Spec(rules="base", clock=30), "broken")
    good = await process.opened(Spec(rules="base", clock=30), "good")
    broken.room.dice = None  # type: ignore[assignment]
    process.clock.now += 30
    await Sweep(process.rooms).run()
    assert (len(broken.room.closed), len(good.room.closed)) == (0, 1)
    assert process.counted("failures_total") == 1
    (logged,) = [record for record in caplog.records if record.name == "inkrail.rooms"]
    assert (logged.getMessage(), vars(logged)["table"]) == ("sweep failed", "broken")


async def test_a_bot_that_is_late_is_asked_again_unless_it_still_plays(process: Process) -> None:
    process.bots.released.clear()
    open_room = await process.opened(Spec(rules="base", bots=(None, "random")))
    await settle()
    sweep = Sweep(process.rooms)
    process.clock.now += BOT_GRACE
    await sweep.run()
    await settle()
    assert process.bots.asked == [("random", 1)]
    open_room.bots[1].cancel()
    await settle()
    assert open_room.bots == {}
    process.clock.now += BOT_GRACE
    await sweep.run()
    await settle()
    assert process.bots.asked == [("random", 1)] * 2
    await process.rooms.close()


async def test_a_room_stays_in_memory_as_long_as_it_is_used(process: Process) -> None:
    used = [await process.opened(Spec(rules="base"), id_) for id_ in ("listened", "locked", "left")]
    process.rooms.enter(used[0], Listener(0))
    sweep = Sweep(process.rooms)
    process.clock.now += KEEP_SECONDS
    await sweep.run()
    assert len(process.rooms.all_in_memory()) == process.counted("tables") == 3
    process.clock.now += 1
    async with used[1].lock:
        await sweep.run()
    assert process.rooms.all_in_memory() == tuple(used[:2])
    assert process.counted("tables") == 2


async def test_of_many_tables_that_nobody_uses_only_the_latest_stay(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep_module, "MOST_UNUSED", 2)
    rooms = [await process.opened(Spec(rules="base"), f"table-{number}") for number in range(5)]
    process.rooms.enter(rooms[0], Listener(0))
    sweep = Sweep(process.rooms)
    process.clock.now += SHORTLY
    await sweep.run()
    # A request may be about to change any of them.
    assert process.rooms.all_in_memory() == tuple(rooms)
    process.clock.now += 1
    await process.rooms.open("table-1")
    await sweep.run()
    assert process.rooms.all_in_memory() == (rooms[0], rooms[1], rooms[4])


async def test_a_sweep_reads_no_rows_where_none_may_be_missing(process: Process) -> None:
    await process.opened(Spec(rules="base"))
    await Sweep(process.rooms).run()
    assert process.storage.reads == 0


async def test_people_are_told_how_far_the_bot_is_that_they_wait_for(process: Process) -> None:
    process.bots.released.clear()
    process.bots.percent = {"random base": 40}
    open_room = await process.opened(Spec(rules="base", bots=(None, "random")))
    process.rooms.enter(open_room, Listener(0))
    await Sweep(process.rooms).run()
    assert open_room.getting_ready == {1: 40}
    await process.rooms.close()


async def test_the_sweep_repeats_who_is_connected(process: Process) -> None:
    open_room = await process.opened(Spec(rules="base"))
    process.rooms.enter(open_room, Listener(0))
    process.announce()
    process.clock.now += PRESENCE_SECONDS + 1
    await Sweep(process.rooms).run()
    assert process.announced == ["table"]


async def test_abandoned_lobbies_are_looked_for_once_an_hour(
    process: Process, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "inkrail.rooms")
    sweep = Sweep(process.rooms)
    lobby = Spec(rules="base", bots=(None, None))
    await process.opened(lobby)
    process.clock.now += LOBBY_SECONDS - 1
    await sweep.run()
    process.clock.now += LOBBY_LOOK_SECONDS - 1
    await sweep.run()
    assert "table" in process.storage.states
    process.clock.now += 1
    await process.rooms.open("table")
    await sweep.run()
    assert process.storage.states == {}
    assert process.rooms.all_in_memory() == ()
    logged = [(record.getMessage(), vars(record)["table"]) for record in caplog.records]
    assert logged == [("lobby removed", "table")]


async def test_a_lobby_stays_while_somebody_is_there_or_sits_down(process: Process) -> None:
    lobby = Spec(rules="base", bots=(None, None))
    rooms = [await process.opened(lobby, id_) for id_ in ("watched", "joined", "forgotten", "left")]
    process.rooms.forget("forgotten")
    process.rooms.enter(rooms[0], Listener(None))
    process.clock.now += LOBBY_SECONDS
    async with rooms[1].lock:
        await Sweep(process.rooms).run()
    assert process.storage.states.keys() == {"watched", "joined"}
    assert process.rooms.all_in_memory() == (rooms[0], rooms[1])
