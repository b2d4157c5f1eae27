"""The rooms: orders that race, clocks, bots, and tables that are forgotten and remembered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from tests.server.conftest import FakeClock
from tests.server.waiting import limited

from inkrail.core.cells import Cell
from inkrail.core.errors import Refusal
from inkrail.game.actions import TakeBack, parse_action
from inkrail.server.http.services import Services, running
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Act, Proposal, Propose, React, Start
from inkrail.server.rooms.interfaces import BotTurn
from inkrail.server.rooms.open_room import IDLE_LOOK_SECONDS, PRESENCE_SECONDS, OpenRoom
from inkrail.server.rooms.room import IDLE_SECONDS, Room
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.rows import Move, Spec, StandIn
from inkrail.server.rooms.sweep import KEEP_SECONDS, LOBBY_SECONDS
from inkrail.server.settings import Settings

Open = Callable[[], Awaitable[Services]]


@pytest.fixture
async def start(database: str, settings: Settings, clock: FakeClock) -> AsyncIterator[Open]:
    """Starts one process after another on the same database."""
    async with AsyncExitStack() as stack:

        async def one() -> Services:
            return await stack.enter_async_context(running(replace(settings, database=database), clock=clock))

        yield one


def react(seat: int, id_: str) -> Propose:
    return lambda room: commands.carry_out(room, React("wave"), seat=seat, now=0, id_=id_)


def act(seat: int, action: str, id_: str = "") -> Propose:
    def propose(room: Room) -> Proposal:
        command = Act(parse_action(action, room.ruleset))
        return commands.carry_out(room, command, seat=seat, now=0, id_=id_)

    return propose


def join(room: Room) -> Proposal:
    return commands.join(room, name="Bob", token="b")[1]


def begin(room: Room) -> Proposal:
    return commands.carry_out(room, Start(), seat=0, now=0)


async def opened(rooms: Rooms, spec: Spec, id_: str = "table") -> OpenRoom:
    open_room = await rooms.create(id_, spec, name="Ann", token="a")
    assert open_room is not None
    return open_room


async def test_a_table_is_remembered_by_another_process(start: Open) -> None:
    one, other = await start(), await start()
    open_room = await opened(one.rooms, Spec(rules="base"))
    copy = await other.rooms.open("table")
    assert copy.room.waiting == open_room.room.waiting
    with pytest.raises(Refusal, match=r"table\.unknown"):
        await other.rooms.open("nothing")


async def test_commands_of_two_processes_to_one_table_are_all_done_once(start: Open) -> None:
    one, other = await start(), await start()
    await opened(one.rooms, Spec(rules="base", bots=(None, None)))
    open_rooms = [(server.rooms, await server.rooms.open("table")) for server in (one, other)]
    await asyncio.gather(
        *(
            rooms.perform(open_room, react(0, f"{number}-{turn}"))
            for turn in range(10)
            for number, (rooms, open_room) in enumerate(open_rooms)
        )
    )
    for rooms, open_room in open_rooms:
        await rooms.catch_up(open_room)
        assert open_room.room.reactions == [20, 0]
        assert {id_ for _, id_ in open_room.room.answered} == {
            f"{n}-{turn}" for n in (0, 1) for turn in range(10)
        }
    assert open_rooms[0][1].room.histories == open_rooms[1][1].room.histories


async def test_the_loser_of_a_race_is_judged_by_what_the_winner_left(start: Open) -> None:
    one, other = await start(), await start()
    rolls = (("highway-straight", "highway-t", "highway-curve", "overpass"),) * 7
    await opened(one.rooms, Spec(rules="base", rolls=rolls, counted=False))
    first, second = await one.rooms.open("table"), await other.rooms.open("table")
    await one.rooms.perform(first, act(0, "draw highway-straight B1 H.H."))
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        await other.rooms.perform(second, act(0, "draw highway-straight F1 H.H."))
    assert second.room.number == first.room.number == 2


async def test_a_write_that_fails_leaves_the_table_as_the_database_has_it(start: Open) -> None:
    server = await start()
    open_room = await opened(server.rooms, Spec(rules="base", bots=(None, None)))
    commit = server.store.commit

    async def broken(_: object) -> list[bool]:
        raise OSError("the disk is gone")

    server.store.commit = broken  # type: ignore[method-assign, assignment]
    with pytest.raises(OSError, match="the disk is gone"):
        await server.rooms.perform(open_room, react(0, "lost"))
    assert open_room.room.number == 1
    server.store.commit = commit  # type: ignore[method-assign]
    await server.rooms.perform(open_room, react(0, "kept"))
    assert [id_ for _, id_ in open_room.room.answered] == ["kept"]


async def test_a_write_whose_answer_was_lost_is_taken_in_and_not_done_again(start: Open) -> None:
    server = await start()
    open_room = await opened(server.rooms, Spec(rules="base", bots=(None, None)))
    commit = server.store.commit

    async def cut_short(writes: object) -> list[bool]:
        await commit(writes)  # type: ignore[arg-type]
        raise OSError("the connection is gone")

    server.store.commit = cut_short  # type: ignore[method-assign]
    with pytest.raises(OSError, match="the connection is gone"):
        await server.rooms.perform(open_room, react(0, "first"))
    server.store.commit = commit  # type: ignore[method-assign]
    await server.rooms.perform(open_room, react(0, "second"))
    assert [id_ for _, id_ in open_room.room.answered] == ["first", "second"]
    assert open_room.room.reactions == [2, 0]


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
    with pytest.raises(Refusal, match=r"table\.unknown"):
        await other.rooms.open("left")
    with pytest.raises(Refusal, match=r"table\.unknown"):
        await one.rooms.open("left")
    for id_ in ("busy", "begun", "held", "alone"):
        assert (await other.rooms.open(id_)).room.number > 0


async def test_a_lobby_is_not_removed_while_somebody_starts_the_game(start: Open) -> None:
    one, other = await start(), await start()
    open_room = await opened(one.rooms, Spec(rules="base", bots=(None, None)))
    await one.rooms.perform(open_room, join)
    beginning = one.rooms.perform(open_room, begin)
    done, removed = await asyncio.gather(beginning, other.store.remove_lobby("table"), return_exceptions=True)
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


async def test_bots_play_by_themselves_and_after_a_restart_too(start: Open) -> None:
    one = await start()
    open_room = await opened(one.rooms, Spec(rules="base", bots=(None, "random")))
    while open_room.bots:
        await asyncio.gather(*open_room.bots.values())
    assert open_room.room.waiting.seats == (0,)
    await one.rooms.close()
    other = await start()
    copy = await other.rooms.open("table")
    await play_out_seat(other.rooms, copy)
    while copy.bots:
        await asyncio.gather(*copy.bots.values())
    assert copy.room.waiting.seats == (0,)
    assert len(copy.room.closed) == 1


async def test_a_table_needs_its_bots_when_all_people_are_done(start: Open) -> None:
    server = await start()
    open_room = await opened(server.rooms, Spec(rules="base", bots=(None, "random")))
    needed: list[bool] = []
    run = server.rooms.bot_turns._bots.play

    async def noting(*args: Any, **named: Any) -> BotTurn:
        needed.append(open_room.needs_bots.is_set())
        await open_room.needs_bots.wait()
        needed.append(open_room.room.waiting.seats == (1,))
        return await run(*args, **named)

    server.rooms.bot_turns._bots.play = noting  # type: ignore[method-assign]
    playing = open_room.bots[1]
    await play_out_seat(server.rooms, open_room)
    server.rooms.bot_turns._bots.play = run  # type: ignore[method-assign]
    await playing
    assert needed == [False, True]
    assert not open_room.needs_bots.is_set()


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (BotTurn((TakeBack(Cell(0)),)), StandIn(seat=1, by=None, why="failed")),
        (
            BotTurn((TakeBack(Cell(0)),), StandIn(seat=1, by="steady", why="slow")),
            StandIn(seat=1, by=None, why="failed"),
        ),
        (None, StandIn(seat=1, by="steady", why="slow")),
    ],
    ids=["unusable", "unusable stand-in", "stand-in"],
)
async def test_who_played_for_a_bot_is_stored_with_the_moves(
    start: Open, turn: BotTurn | None, expected: StandIn
) -> None:
    server = await start()
    run = server.rooms.bot_turns._bots.play

    async def replaced(*args: Any, **named: Any) -> BotTurn:
        actions = (await run("random", *args[1:], **named)).actions
        return turn or BotTurn(actions, expected)

    server.rooms.bot_turns._bots.play = replaced  # type: ignore[method-assign]
    open_room = await opened(server.rooms, Spec(rules="base", bots=(None, "master")))
    await asyncio.gather(*open_room.bots.values())
    (row,) = await server.store.rows_after("table", 1, ruleset=open_room.room.ruleset)
    assert row.row.steps[0] == expected
    assert {type(step) for step in row.row.steps[1:]} == {Move}


async def play_out_seat(rooms: Rooms, open_room: OpenRoom) -> None:
    """The first seat ends its round."""
    await rooms.perform(open_room, lambda room: commands.mandatory_moves(room, 0, why="clock"))


async def test_a_started_table_shows_as_running_to_all_processes(start: Open) -> None:
    one, other = await start(), await start()
    open_room = await opened(one.rooms, Spec(rules="base", bots=(None, None), public=True))
    await one.rooms.perform(open_room, join)
    assert await other.store.public_tables("lobby", limit=5) == ["table"]
    await one.rooms.perform(open_room, begin)
    assert await other.store.public_tables("running", limit=5) == ["table"]


class Listener:
    """Somebody who is connected, and notices it when something happens."""

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.woken = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()

    async def until(self, good: Callable[[], bool]) -> None:
        async with limited("what this listener was to be told"):
            while not good():
                self.woken.clear()
                await self.woken.wait()


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
