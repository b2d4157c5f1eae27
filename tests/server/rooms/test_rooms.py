"""The house: orders that race, clocks, bots, and tables that are forgotten and remembered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from tests.server.conftest import FakeClock
from tests.server.waiting import limited

from inkrail.core.errors import Refusal
from inkrail.server.bots.runner import Turn
from inkrail.server.http.services import Running, running
from inkrail.server.rooms.commands import Ordered, Orders
from inkrail.server.rooms.room import IDLE_SECONDS
from inkrail.server.rooms.rooms import (
    IDLE_LOOK_SECONDS,
    KEEP_SECONDS,
    LOBBY_SECONDS,
    PRESENCE_SECONDS,
    Host,
    House,
)
from inkrail.server.rooms.rows import Spec, StandIn
from inkrail.server.settings import Settings
from inkrail.server.wire.messages import Act, React, Start

Open = Callable[[], Awaitable[Running]]


@pytest.fixture
async def start(database: str, settings: Settings, clock: FakeClock) -> AsyncIterator[Open]:
    """Starts one process after another on the same database."""
    async with AsyncExitStack() as stack:

        async def one() -> Running:
            return await stack.enter_async_context(running(replace(settings, database=database), clock=clock))

        yield one


def react(seat: int, id_: str) -> Callable[[Orders], Ordered]:
    message = React(type="react", id=id_, reaction="wave")
    return lambda orders: orders.answer(message, seat=seat, now=0)


def act(seat: int, action: str, id_: str = "") -> Callable[[Orders], Ordered]:
    message = Act(type="act", id=id_, action=action)
    return lambda orders: orders.answer(message, seat=seat, now=0)


async def opened(house: House, spec: Spec, id_: str = "table") -> Host:
    host = await house.create(id_, spec, name="Ann", token="a")
    assert host is not None
    return host


async def test_a_table_is_remembered_by_another_process(start: Open) -> None:
    one, other = await start(), await start()
    host = await opened(one.house, Spec(rules="base"))
    copy = await other.house.host("table")
    assert copy.hosted.standing == host.hosted.standing
    with pytest.raises(Refusal, match=r"table\.unknown"):
        await other.house.host("nothing")


async def test_orders_of_two_processes_to_one_table_are_all_done_once(start: Open) -> None:
    one, other = await start(), await start()
    await opened(one.house, Spec(rules="base", bots=(None, None)))
    hosts = [(server.house, await server.house.host("table")) for server in (one, other)]
    await asyncio.gather(
        *(
            house.perform(host, react(0, f"{number}-{turn}"))
            for turn in range(10)
            for number, (house, host) in enumerate(hosts)
        )
    )
    for house, host in hosts:
        await house.catch_up(host)
        assert host.hosted.reactions == [20, 0]
        assert {id_ for _, id_ in host.hosted.answered} == {
            f"{n}-{turn}" for n in (0, 1) for turn in range(10)
        }
    assert hosts[0][1].hosted.streams == hosts[1][1].hosted.streams


async def test_the_loser_of_a_race_is_judged_by_what_the_winner_left(start: Open) -> None:
    one, other = await start(), await start()
    rolls = (("highway-straight", "highway-t", "highway-curve", "overpass"),) * 7
    await opened(one.house, Spec(rules="base", rolls=rolls, counted=False))
    first, second = await one.house.host("table"), await other.house.host("table")
    await one.house.perform(first, act(0, "draw highway-straight B1 H.H."))
    with pytest.raises(Refusal, match=r"draw\.not_available"):
        await other.house.perform(second, act(0, "draw highway-straight F1 H.H."))
    assert second.hosted.number == first.hosted.number == 2


async def test_a_write_that_fails_leaves_the_table_as_the_database_has_it(start: Open) -> None:
    server = await start()
    host = await opened(server.house, Spec(rules="base", bots=(None, None)))
    commit = server.store.commit

    async def broken(_: object) -> list[bool]:
        raise OSError("the disk is gone")

    server.store.commit = broken  # type: ignore[method-assign, assignment]
    with pytest.raises(OSError, match="the disk is gone"):
        await server.house.perform(host, react(0, "lost"))
    assert host.hosted.number == 1
    server.store.commit = commit  # type: ignore[method-assign]
    await server.house.perform(host, react(0, "kept"))
    assert [id_ for _, id_ in host.hosted.answered] == ["kept"]


async def test_a_write_whose_answer_was_lost_is_taken_in_and_not_done_again(start: Open) -> None:
    server = await start()
    host = await opened(server.house, Spec(rules="base", bots=(None, None)))
    commit = server.store.commit

    async def cut_short(writes: object) -> list[bool]:
        await commit(writes)  # type: ignore[arg-type]
        raise OSError("the connection is gone")

    server.store.commit = cut_short  # type: ignore[method-assign]
    with pytest.raises(OSError, match="the connection is gone"):
        await server.house.perform(host, react(0, "first"))
    server.store.commit = commit  # type: ignore[method-assign]
    await server.house.perform(host, react(0, "second"))
    assert [id_ for _, id_ in host.hosted.answered] == ["first", "second"]
    assert host.hosted.reactions == [2, 0]


async def test_a_table_that_nobody_uses_is_forgotten_and_found_again(start: Open, clock: FakeClock) -> None:
    server = await start()
    host = await opened(server.house, Spec(rules="base"))
    clock.now += KEEP_SECONDS + 1
    for _ in range(100):  # a notice of the table's own row may hold its lock for a moment
        await server.house.sweep()
    assert server.house.hosts() == ()
    again = await server.house.host("table")
    assert again is not host
    assert again.hosted.standing == host.hosted.standing


async def test_a_game_that_never_began_is_removed_when_nothing_happens_for_two_weeks(
    start: Open, clock: FakeClock
) -> None:
    one, other = await start(), await start()
    lobby = Spec(rules="base", bots=(None, None))
    for id_ in ("left", "busy", "begun", "held"):
        await opened(one.house, lobby, id_)
    await opened(one.house, Spec(rules="base"), "alone")
    begun = await one.house.host("begun")
    await one.house.perform(begun, lambda orders: orders.join(name="Bob", token="b")[1])
    await one.house.perform(begun, lambda orders: orders.answer(Start(type="start"), seat=0, now=0))
    one.house.enter(await one.house.host("held"), Listener(0))
    clock.now += 1
    await one.house.perform(await one.house.host("busy"), react(0, "x"))
    clock.now += LOBBY_SECONDS - 1
    await one.house.sweep()
    with pytest.raises(Refusal, match=r"table\.unknown"):
        await other.house.host("left")
    with pytest.raises(Refusal, match=r"table\.unknown"):
        await one.house.host("left")
    for id_ in ("busy", "begun", "held", "alone"):
        assert (await other.house.host(id_)).hosted.number > 0


async def test_a_lobby_is_not_removed_while_somebody_starts_the_game(start: Open) -> None:
    one, other = await start(), await start()
    host = await opened(one.house, Spec(rules="base", bots=(None, None)))
    await one.house.perform(host, lambda orders: orders.join(name="Bob", token="b")[1])
    begin = one.house.perform(host, lambda orders: orders.answer(Start(type="start"), seat=0, now=0))
    done, removed = await asyncio.gather(begin, other.store.remove_lobby("table"), return_exceptions=True)
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
    host = await opened(server.house, Spec(rules="base", bots=(None, None)))
    await server.house.perform(host, lambda orders: orders.join(name="Bob", token="b")[1])
    await server.house.perform(host, lambda orders: orders.answer(Start(type="start"), seat=0, now=0))
    ann = Listener(0)
    server.house.enter(host, ann)
    ann.woken.clear()
    clock.now += IDLE_SECONDS - 1
    await server.house.sweep()
    assert (host.idle, ann.woken.is_set()) == (frozenset(), False)
    clock.now += IDLE_LOOK_SECONDS
    await server.house.sweep()
    assert (host.idle, ann.woken.is_set()) == (frozenset({0, 1}), True)
    ann.woken.clear()
    await server.house.sweep()
    assert not ann.woken.is_set()


async def test_the_sweep_plays_on_for_clocks_that_ran_out(start: Open, clock: FakeClock) -> None:
    one, other = await start(), await start()
    host = await opened(one.house, Spec(rules="base", clock=30))
    await other.house.sweep()
    assert other.house.hosts() == ()
    clock.now += 30
    await asyncio.gather(one.house.sweep(), other.house.sweep())
    copy = await other.house.host("table")
    for house, seen in ((one.house, host), (other.house, copy)):
        await house.catch_up(seen)
        assert len(seen.hosted.closed) == 1
        assert seen.hosted.standing.round == 2
    for _ in range(6):
        clock.now += 30
        await one.house.sweep()
    assert host.hosted.phase == "over"
    assert await one.store.due(clock.now + 1e6, limit=9) == []


async def test_bots_play_by_themselves_and_after_a_restart_too(start: Open) -> None:
    one = await start()
    host = await opened(one.house, Spec(rules="base", bots=(None, "random")))
    while host.bots:
        await asyncio.gather(*host.bots.values())
    assert host.hosted.standing.waited_for == (0,)
    await one.house.close()
    other = await start()
    copy = await other.house.host("table")
    await play_out_seat(other.house, copy)
    while copy.bots:
        await asyncio.gather(*copy.bots.values())
    assert copy.hosted.standing.waited_for == (0,)
    assert len(copy.hosted.closed) == 1


async def test_a_table_needs_its_bots_when_all_people_are_done(start: Open) -> None:
    server = await start()
    host = await opened(server.house, Spec(rules="base", bots=(None, "random")))
    needed: list[bool] = []
    run = server.house._bots.play

    async def noting(*args: Any, **named: Any) -> Turn:
        needed.append(host.needs_bots.is_set())
        await host.needs_bots.wait()
        needed.append(host.hosted.standing.waited_for == (1,))
        return await run(*args, **named)

    server.house._bots.play = noting  # type: ignore[method-assign]
    playing = host.bots[1]
    await play_out_seat(server.house, host)
    server.house._bots.play = run  # type: ignore[method-assign]
    await playing
    assert needed == [False, True]
    assert not host.needs_bots.is_set()


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (Turn(("nonsense",)), StandIn(seat=1, by=None, why="failed")),
        (
            Turn(("nonsense",), StandIn(seat=1, by="steady", why="slow")),
            StandIn(seat=1, by=None, why="failed"),
        ),
        (None, StandIn(seat=1, by="steady", why="slow")),
    ],
    ids=["unusable", "unusable stand-in", "stand-in"],
)
async def test_who_played_for_a_bot_is_stored_with_the_moves(
    start: Open, turn: Turn | None, expected: StandIn
) -> None:
    server = await start()
    run = server.house._bots.play

    async def replaced(*args: Any, **named: Any) -> Turn:
        actions = (await run("random", *args[1:], **named)).actions
        return turn or Turn(actions, expected)

    server.house._bots.play = replaced  # type: ignore[method-assign]
    host = await opened(server.house, Spec(rules="base", bots=(None, "master")))
    await asyncio.gather(*host.bots.values())
    (row,) = await server.store.rows_after("table", 1)
    assert row.row.steps[0] == expected
    assert {step.kind for step in row.row.steps[1:]} == {"move"}


async def play_out_seat(house: House, host: Host) -> None:
    """The first seat ends its round."""
    await house.perform(host, lambda orders: orders.mandatory_moves(0, why="clock"))


async def test_a_started_table_shows_as_running_to_all_processes(start: Open) -> None:
    one, other = await start(), await start()
    host = await opened(one.house, Spec(rules="base", bots=(None, None), public=True))
    await one.house.perform(host, lambda orders: orders.join(name="Bob", token="b")[1])
    assert await other.store.public_tables("lobby", limit=5) == ["table"]
    start_ = Start(type="start")
    await one.house.perform(host, lambda orders: orders.answer(start_, seat=0, now=0))
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
        host = await opened(one.house, Spec(rules="base", bots=(None, None)))
        copy = await other.house.host("table")
        listener = Listener()
        other.house.enter(copy, listener)
        await one.house.perform(host, react(0, "hello"))
        await listener.until(lambda: copy.hosted.reactions == [1, 0])


async def test_players_of_several_processes_see_each_other_come_and_go(
    new_postgres: Callable[[], str], settings: Settings, clock: FakeClock
) -> None:
    shared = replace(settings, database=new_postgres())
    async with running(shared, clock=clock) as one, running(shared, clock=clock) as other:
        host = await opened(one.house, Spec(rules="base", bots=(None, None)))
        ann, bob = Listener(0), Listener(1)
        one.house.enter(host, ann)
        copy = await other.house.host("table")
        other.house.enter(copy, bob)
        await ann.until(lambda: host.connected() == {0, 1})
        await bob.until(lambda: copy.connected() == {0, 1})
        other.house.leave(copy, bob)
        await ann.until(lambda: host.connected() == {0})
        other.house.enter(copy, bob)
        await ann.until(lambda: host.connected() == {0, 1})
        while host.connected() != {0}:  # an answer that was still on its way counts anew
            clock.now += 3 * PRESENCE_SECONDS + 1
            await one.house.sweep()
