"""A room in memory: who is connected, who must be notified, and when it may be dropped."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.open_rooms import Listener
from tests.server.playing import next_action
from tests.server.rooms.memory import BotsAtOnce
from tests.server.stored_room import StoredRoom, started

from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.rooms.open_room import IDLE_LOOK_SECONDS, PRESENCE_SECONDS, Elsewhere, OpenRoom
from inkrail.server.rooms.rows import Spec


@pytest.fixture
def open_room() -> OpenRoom:
    return OpenRoom(started().room, now=1000.0)


def listen(open_room: OpenRoom, seat: int | None) -> Listener:
    listener = Listener(seat)
    open_room.listeners.add(listener)
    return listener


async def test_a_new_room_has_nobody_and_nothing_going_on(open_room: OpenRoom) -> None:
    assert (open_room.present, open_room.idle, open_room.stale) == (((), 0), frozenset(), False)
    assert (open_room.used, open_room.announced, open_room.unused) == (1000.0, 1000.0, True)
    assert not open_room.needs_bots.is_set()


async def test_seats_are_connected_here_or_elsewhere_and_watchers_are_counted_here(
    open_room: OpenRoom,
) -> None:
    listeners = [listen(open_room, seat) for seat in (1, 1, None, None)]
    open_room.elsewhere["other"] = Elsewhere(frozenset({0}), 1000.0)
    assert (open_room.connected_here(), open_room.connected()) == ({1}, {0, 1})
    open_room.presence_changed()
    assert open_room.present == ((0, 1), 2)
    assert all(listener.woken.is_set() for listener in listeners)


async def test_bots_are_needed_while_nobody_else_is_waited_for() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, "greedy")))
    open_room = OpenRoom(stored.room, now=0.0)
    open_room.wake()
    assert not open_room.needs_bots.is_set()
    while 0 in stored.room.waiting.seats:
        stored.act(0, next_action(stored.view(0)))
    open_room.wake()
    assert open_room.needs_bots.is_set()
    open_room.room = started().room
    open_room.wake()
    assert not open_room.needs_bots.is_set()


async def test_listeners_are_woken_once_when_a_player_has_stayed_away(open_room: OpenRoom) -> None:
    away = 1000.0 + IDLE_SECONDS
    open_room.look_for_idle(now=away)
    assert open_room.idle == frozenset()
    ann = listen(open_room, 0)
    open_room.look_for_idle(now=away)
    assert (set(open_room.idle), ann.woken.is_set()) == ({0, 1}, True)
    ann.woken.clear()
    open_room.look_for_idle(now=away + IDLE_LOOK_SECONDS)
    assert not ann.woken.is_set()


async def test_listeners_are_woken_when_a_bot_that_is_waited_for_gets_on() -> None:
    stored = StoredRoom(Spec(rules="lake", bots=(None, "casual")))
    open_room, bots = OpenRoom(stored.room, now=0.0), BotsAtOnce()
    bots.percent = {"casual lake": 40, "casual base": 90}
    open_room.look_at_bots(bots)
    assert open_room.getting_ready == {}, "nobody is there to see it"
    ann = listen(open_room, 0)
    for percent, expected in ((40, {1: 40}), (41, {1: 41}), (None, {})):
        bots.percent = {} if percent is None else {"casual lake": percent}
        open_room.look_at_bots(bots)
        assert (open_room.getting_ready, ann.woken.is_set()) == (expected, True)
        ann.woken.clear()
        open_room.look_at_bots(bots)
        assert not ann.woken.is_set()


async def test_a_room_is_looked_at_for_idle_players_once_a_minute(open_room: OpenRoom) -> None:
    listen(open_room, 0)
    open_room.look_for_idle(now=1000.0 + IDLE_SECONDS - 1)
    open_room.look_for_idle(now=1000.0 + IDLE_SECONDS - 2 + IDLE_LOOK_SECONDS)
    assert open_room.idle == frozenset()
    open_room.look_for_idle(now=1000.0 + IDLE_SECONDS - 1 + IDLE_LOOK_SECONDS)
    assert open_room.idle == {0, 1}


async def test_a_process_that_stays_silent_is_taken_for_gone(open_room: OpenRoom) -> None:
    ann = listen(open_room, 0)
    open_room.elsewhere = {"a": Elsewhere(frozenset({1}), 1000.0), "b": Elsewhere(frozenset(), 1001.0)}
    open_room.presence_changed()
    ann.woken.clear()
    open_room.forget_silent(now=1000.0 + 3 * PRESENCE_SECONDS)
    assert (open_room.present, ann.woken.is_set()) == (((0, 1), 0), False)
    open_room.forget_silent(now=1000.5 + 3 * PRESENCE_SECONDS)
    assert open_room.elsewhere.keys() == {"b"}
    assert (open_room.present, ann.woken.is_set()) == (((0,), 0), True)


async def test_a_room_is_in_use_while_somebody_listens_a_bot_plays_or_something_is_stored(
    open_room: OpenRoom,
) -> None:
    ann = listen(open_room, None)
    seen = [open_room.unused]
    open_room.listeners.discard(ann)
    seen.append(open_room.unused)
    async with open_room.lock:
        seen.append(open_room.unused)
    open_room.bots[0] = asyncio.create_task(asyncio.sleep(0))
    seen.append(open_room.unused)
    await open_room.bots.pop(0)
    assert [*seen, open_room.unused] == [False, True, False, False, True]
