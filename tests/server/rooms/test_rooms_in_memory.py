"""All rooms of one process, on a storage that the test can block."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener, act, begin, join, react
from tests.server.rooms.memory import MemoryStorage, Process, settle

from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.game.table import Table
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Act, HandOver, React
from inkrail.server.rooms.daily import closing_time, daily_seed
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.rooms.interfaces import ROWS_AT_ONCE, Attempt, Result, State, Write
from inkrail.server.rooms.lobby import Arrange
from inkrail.server.rooms.rooms import BOT_GRACE
from inkrail.server.rooms.rows import Join, Spec

ROUTES = ("highway-straight", "highway-t", "highway-curve", "overpass")
TWO = Spec(rules="base", bots=(None, None))


@pytest.fixture
def storage() -> MemoryStorage:
    return MemoryStorage()


@pytest.fixture
def process(storage: MemoryStorage, clock: FakeClock) -> Process:
    return Process(storage, clock=clock)


# Rooms.


async def test_a_table_is_stored_with_its_first_row(process: Process, clock: FakeClock) -> None:
    attempt = Attempt("2026-11-15", "browser", "table", "Ann", late=False)
    open_room = await process.rooms.create("table", TWO, name="Ann", token="a", attempt=attempt)
    assert open_room is not None
    (write,) = process.storage.writes
    assert (write.table, write.number, write.at, write.spec) == ("table", 1, clock.now, TWO)
    assert write.ruleset is open_room.room.ruleset
    assert (write.state, write.attempt, write.result) == (State("lobby", None), attempt, None)
    assert write.row.steps == (Join(seat=0, name="Ann", token="a"),)
    assert (open_room.room.id, open_room.room.number, open_room.room.created) == ("table", 1, clock.now)
    assert process.rooms.in_memory("table") is open_room


async def test_an_id_is_given_once(process: Process) -> None:
    open_room = await process.opened(TWO)
    assert await process.rooms.create("table", Spec(rules="lake"), name="Eve", token="e") is None
    assert process.rooms.all_in_memory() == (open_room,)
    assert open_room.room.spec == TWO


async def test_a_table_created_and_loaded_at_the_same_time_is_one_room(process: Process) -> None:
    """A client may load the table before its creator gets the answer; two copies would diverge."""
    process.storage.released.clear()
    creating = asyncio.create_task(process.opened(Spec(rules="base", bots=(None, "random"))))
    await settle()
    opening = asyncio.create_task(process.rooms.open("table"))
    await settle()
    assert process.rooms.all_in_memory() == ()
    process.storage.released.set()
    created, opened = await asyncio.gather(creating, opening)
    assert created is opened
    assert process.rooms.all_in_memory() == (opened,)
    assert process.bots.expected == ["random base"]
    await settle()
    assert process.bots.asked == [("random", 1)]


async def test_a_table_is_not_loaded_while_it_is_created(process: Process) -> None:
    """A load that began before the table was in memory would end as a second copy, without what happened meanwhile."""
    process.storage.released.clear()
    creating = asyncio.create_task(process.opened(TWO))
    await settle()
    held, process.storage.released = process.storage.released, asyncio.Event()
    loading = asyncio.create_task(process.rooms.open("table"))
    await settle()
    held.set()
    created = await creating
    joining = asyncio.create_task(process.rooms.perform(created, join))
    await settle()
    process.storage.released.set()
    assert await loading is created
    await joining
    assert process.rooms.in_memory("table") is created
    assert (created.room.names, process.storage.reads) == (["Ann", "Bob"], 0)


async def test_a_table_that_is_not_there_may_be_created_while_it_is_looked_for(process: Process) -> None:
    process.storage.released.clear()
    loading = asyncio.create_task(process.rooms.open("table"))
    creating = asyncio.create_task(process.opened(TWO))
    await settle()
    assert process.storage.writes == []
    process.storage.released.set()
    with pytest.raises(Refusal, match=r"^table\.unknown"):
        await loading
    assert await process.rooms.open("table") is await creating


async def test_rooms_do_not_wait_for_each_other_to_be_created(process: Process) -> None:
    process.storage.released.clear()
    creating = asyncio.create_task(process.opened(TWO))
    await settle()
    held, process.storage.released = process.storage.released, asyncio.Event()
    process.storage.released.set()
    assert (await process.opened(TWO, "another")).room.id == "another"
    held.set()
    await creating


async def test_a_room_is_loaded_once_for_all_who_ask_at_the_same_time(process: Process) -> None:
    await process.opened(TWO)
    process.rooms.forget("table")
    process.storage.reads = 0
    process.storage.released.clear()
    asking = [asyncio.create_task(process.rooms.open("table")) for _ in range(3)]
    await settle()
    process.storage.released.set()
    first, *others = await asyncio.gather(*asking)
    assert all(other is first for other in others)
    assert process.storage.reads == 2  # the table, and its rows
    assert (first.room.names, first.room.created) == (["Ann", ""], process.clock.now)


async def test_a_table_that_is_not_there_is_refused_each_time(process: Process) -> None:
    for _ in range(2):
        with pytest.raises(Refusal, match=r"^table\.unknown"):
            await process.rooms.open("nothing")
    assert process.rooms.all_in_memory() == ()


async def test_opening_a_room_counts_as_use(process: Process, clock: FakeClock) -> None:
    open_room = await process.opened(TWO)
    clock.now += 5
    assert await process.rooms.open("table") is open_room
    assert open_room.used == clock.now
    clock.now += 5
    await process.rooms.perform(open_room, react(0, "x"))
    assert open_room.used == clock.now


async def test_the_dice_of_a_day_come_from_the_secret_of_the_server(process: Process) -> None:
    process.rooms.secret = "hush"
    await process.opened(Spec(rules="base", daily="2026-11-15"))
    process.rooms.forget("table")
    seed = daily_seed("hush", date="2026-11-15", ruleset="base")
    seeded = await process.opened(Spec(rules="base", seed=seed), "seeded")
    loaded = await process.rooms.open("table")
    assert loaded.room.game is not None
    assert seeded.room.game is not None
    assert loaded.room.game.deal.faces == seeded.room.game.deal.faces
    assert loaded.room.dice.roll(loaded.room.game) == seeded.room.dice.roll(seeded.room.game)


@pytest.mark.parametrize("shared", [True, False])
async def test_only_a_shared_storage_is_asked_for_rows_of_others(clock: FakeClock, *, shared: bool) -> None:
    storage = MemoryStorage(shared=shared)
    one, other = Process(storage, clock=clock), Process(storage, clock=clock)
    open_room = await one.opened(TWO)
    copy = await other.rooms.open("table")
    bob = Listener(1)
    other.rooms.enter(copy, bob)
    bob.woken.clear()
    await one.rooms.perform(open_room, react(0, "x"))
    assert await other.rooms.fresh("table") is copy
    assert (copy.room.number, bob.woken.is_set()) == ((2, True) if shared else (1, False))


async def test_nobody_is_woken_when_there_was_nothing_to_catch_up_with(process: Process) -> None:
    open_room = await process.opened(TWO)
    ann = Listener(0)
    process.rooms.enter(open_room, ann)
    ann.woken.clear()
    open_room.stale = True
    await process.rooms.catch_up(open_room)
    assert (ann.woken.is_set(), open_room.stale) == (False, False)


async def test_what_is_already_applied_is_not_read_again(process: Process) -> None:
    """A process hears of its own rows too."""
    open_room = await process.opened(TWO)
    await process.rooms.catch_up(open_room, number=1)
    assert process.storage.reads == 0
    await process.rooms.catch_up(open_room, number=2)
    assert process.storage.reads == 1


async def test_a_long_game_is_loaded_to_its_last_move(process: Process) -> None:
    open_room = await process.opened(Spec(rules="base", rolls=(ROUTES,) * 7))
    for _ in range(ROWS_AT_ONCE // 2):
        for action in ("draw highway-straight B1 H.H.", "take-back B1"):
            await process.rooms.perform(open_room, act(0, action))
    await process.rooms.perform(open_room, act(0, "draw highway-t B1 HHH."))
    process.rooms.forget("table")
    loaded = await process.rooms.open("table")
    assert (loaded.room.number, loaded.room.waiting) == (ROWS_AT_ONCE + 2, open_room.room.waiting)


# Commands.


async def test_a_request_is_carried_out_once_and_answered_alike_again(process: Process) -> None:
    open_room = await process.opened(TWO)
    ask = {"seat": 0, "id_": "same"}
    first = await process.rooms.carry_out(open_room, React("wave"), **ask)  # type: ignore[arg-type]
    assert first == len(open_room.room.history(0)) == 2
    assert await process.rooms.carry_out(open_room, React("clap"), seat=0, id_="other") == 3
    again = await process.rooms.carry_out(open_room, React("sad"), **ask)  # type: ignore[arg-type]
    assert (again, open_room.room.reactions) == (first, [2, 0])
    assert await process.rooms.carry_out(open_room, React("wave"), seat=1, id_="same") == 4
    assert open_room.room.reactions == [2, 1]


async def test_requests_without_an_id_are_all_carried_out(process: Process) -> None:
    open_room = await process.opened(TWO)
    numbers = [await process.rooms.carry_out(open_room, React("wave"), seat=0, id_="") for _ in range(2)]
    assert (numbers, open_room.room.reactions) == ([2, 3], [2, 0])


async def test_where_there_is_nothing_to_do_nothing_is_stored_and_nobody_woken(process: Process) -> None:
    open_room = await process.opened(TWO)
    ann = Listener(0)
    process.rooms.enter(open_room, ann)
    ann.woken.clear()
    assert await process.rooms.perform(open_room, lambda _: None) is False
    assert (len(process.storage.writes), ann.woken.is_set()) == (1, False)
    assert await process.rooms.perform(open_room, react(0, "x")) is True
    assert (len(process.storage.writes), ann.woken.is_set()) == (2, True)


async def test_commands_to_one_room_wait_for_each_other(process: Process) -> None:
    open_room = await process.opened(TWO)
    process.storage.released.clear()
    tasks = [asyncio.create_task(process.rooms.perform(open_room, react(0, str(n)))) for n in range(3)]
    await settle()
    assert (len(process.storage.writes), open_room.room.number, open_room.stale) == (2, 1, True)
    process.storage.released.set()
    await asyncio.gather(*tasks)
    assert (len(process.storage.writes), open_room.room.number, open_room.stale) == (4, 4, False)
    assert process.counted("conflicts_total") == 0


async def test_a_write_that_was_cut_short_is_looked_for_before_the_next(process: Process) -> None:
    open_room = await process.opened(TWO)
    process.storage.released.clear()
    cut = asyncio.create_task(process.rooms.perform(open_room, react(0, "cut")))
    await settle()
    cut.cancel()
    await settle()
    process.storage.released.set()
    await process.rooms.perform(open_room, react(0, "next"))
    assert [id_ for _, id_ in open_room.room.answered] == ["cut", "next"]
    assert process.counted("conflicts_total") == 0


async def test_who_is_slower_than_another_process_tries_again(clock: FakeClock) -> None:
    storage = MemoryStorage(shared=True)
    one, other = Process(storage, clock=clock), Process(storage, clock=clock)
    open_room = await one.opened(TWO)
    copy = await other.rooms.open("table")
    await one.rooms.perform(open_room, react(0, "first"))
    assert await other.rooms.perform(copy, react(0, "second"))
    assert (copy.room.number, copy.room.reactions, copy.stale) == (3, [2, 0], False)
    assert (one.counted("conflicts_total"), other.counted("conflicts_total")) == (0, 1)


class Occupied(MemoryStorage):
    """Every number is taken, and yet there are no rows."""

    async def write(self, write: Write) -> bool:
        return write.number == 1 and await super().write(write)


async def test_who_is_always_slower_is_told_that_the_server_is_busy(clock: FakeClock) -> None:
    process = Process(Occupied(), clock=clock)
    open_room = await process.opened(TWO)
    with pytest.raises(Refusal, match=r"^server\.busy"):
        await process.rooms.perform(open_room, react(0, "x"))
    assert (process.counted("conflicts_total"), open_room.room.number) == (20, 1)


async def test_a_drawing_is_answered_with_the_number_of_the_seats_own_event(process: Process) -> None:
    open_room = await process.opened(Spec(rules="base", rolls=(ROUTES,) * 7))
    drawing = parse_action("draw highway-straight B1 H.H.", open_room.room.ruleset)
    number = await process.rooms.carry_out(open_room, Act(drawing), seat=0, id_="")
    assert number == len(open_room.room.history(0)) == len(open_room.room.history(None)) + 1


async def test_the_engine_is_asked_once_for_each_move(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    for name in ("roll", "act"):
        method = getattr(Table, name)

        def counting(*arguments: object, name: str = name, method: Callable[..., object] = method) -> object:
            asked.append(name)
            return method(*arguments)

        monkeypatch.setattr(Table, name, counting)
    open_room = await process.opened(Spec(rules="base", rolls=(ROUTES,) * 7))
    await process.rooms.perform(open_room, act(0, "draw highway-straight B1 H.H."))
    assert asked == ["roll", "act"]


async def test_hints_are_arranged_only_where_they_can_be_computed(process: Process) -> None:
    open_room = await process.opened(TWO)
    process.bots.can_hint = False
    await process.rooms.carry_out(open_room, Arrange({"clock": 60}), seat=0, id_="")
    with pytest.raises(Refusal, match=r"^hint\.not_allowed"):
        await process.rooms.carry_out(open_room, Arrange({"hints": True}), seat=0, id_="")
    assert not open_room.room.spec.hints


async def test_how_long_a_player_stayed_away_is_told_by_the_clock(process: Process) -> None:
    open_room = await process.opened(TWO)
    await process.rooms.perform(open_room, join)
    await process.rooms.perform(open_room, begin)
    process.clock.now += IDLE_SECONDS
    await process.rooms.carry_out(open_room, HandOver(1), seat=0, id_="")
    assert open_room.room.bots == (None, "greedy")
    await process.rooms.close()


# What is stored alongside a row.


async def test_the_state_is_written_where_it_changes(process: Process, clock: FakeClock) -> None:
    open_room = await process.opened(Spec(rules="base", bots=(None, None), clock=30))
    await process.rooms.perform(open_room, join)
    await process.rooms.perform(open_room, begin)
    clock.now += 10
    await process.rooms.perform(open_room, react(0, "x"))
    began = clock.now - 10
    states = [write.state for write in process.storage.writes]
    assert states == [State("lobby", None), None, State("running", began + 30), None]
    assert [write.number for write in process.storage.writes] == [1, 2, 3, 4]
    for _ in range(7):
        clock.now += 30
        await process.rooms.perform(open_room, lambda room: commands.time_out(room, now=clock.now))
    assert process.storage.writes[-1].state == State("over", None)
    assert process.storage.writes[-2].state == State("running", clock.now)
    assert {write.result for write in process.storage.writes} == {None}


@pytest.mark.parametrize(("clock_", "due"), [(None, BOT_GRACE), (30, 30), (90, BOT_GRACE)])
async def test_the_server_looks_after_late_bots(process: Process, *, clock_: int | None, due: float) -> None:
    process.bots.released.clear()
    await process.opened(Spec(rules="base", bots=(None, "random"), clock=clock_))
    assert process.storage.states["table"] == State("running", process.clock.now + due)
    await process.rooms.close()


async def test_a_game_of_one_person_without_a_clock_is_never_due(process: Process) -> None:
    await process.opened(Spec(rules="base"))
    assert process.storage.states["table"] == State("running", None)


@pytest.mark.parametrize(("daily", "counted"), [("2026-11-15", True), ("2026-11-15", False), (None, True)])
@pytest.mark.parametrize("early", [0.0, 0.1])
async def test_a_counted_daily_game_ends_with_its_result(
    process: Process, *, daily: str | None, counted: bool, early: float
) -> None:
    """It is in time if its last row is stored before the day closes."""
    end = closing_time("2026-11-15") - early
    process.clock.now = end - 73
    open_room = await process.opened(Spec(rules="base", daily=daily, counted=counted))
    for number in range(7):
        process.clock.now = end if number == 6 else end - 10
        await process.rooms.perform(open_room, lambda room: commands.mandatory_moves(room, 0, why="clock"))
    await process.rooms.perform(open_room, react(0, "after"))
    sheet = open_room.room.sheets()[0]
    result = Result(sheet.total, sheet.errors, 73, late=early == 0) if daily and counted else None
    assert [write.result for write in process.storage.writes] == [None] * 7 + [result, None]
