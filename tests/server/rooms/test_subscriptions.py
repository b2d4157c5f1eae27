"""Who is called, and at which tables."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import begin, join, play_out_seat, react
from tests.server.rooms.memory import MemoryStorage, Process
from tests.server.stored_room import StoredRoom, started, two

from inkrail.core.errors import Refusal
from inkrail.server.rooms.commands import EndGame
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.subscriptions import LONG_CLOCK, newly_awaited, require_long


def test_a_table_that_may_wait_for_long_calls() -> None:
    for clock in (None, LONG_CLOCK):
        require_long(two(clock=clock).room)


@pytest.mark.parametrize(
    "spec",
    [
        {"bots": (None, None), "clock": LONG_CLOCK - 1},
        {"bots": (None, "greedy")},
        {"bots": (None,)},
    ],
)
def test_others_do_not(spec: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match=r"^push\.short_clock"):
        require_long(StoredRoom(Spec(rules="base", **spec)).room)


def test_nobody_is_called_to_a_game_that_is_over() -> None:
    stored = started()
    require_long(stored.room)
    stored.play_out()
    with pytest.raises(Refusal) as caught:
        require_long(stored.room)
    assert caught.value.code == "table.over"


def test_people_are_called_when_the_table_begins_to_wait_for_them() -> None:
    stored = two()
    before = stored.room.waiting
    stored.send(0, type="start")
    assert newly_awaited(before, stored.room.waiting) == (0, 1)
    assert newly_awaited(stored.room.waiting, stored.room.waiting) == ()


def test_bots_are_not_called() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, "greedy", None)))
    stored.join("Bob")
    before = stored.room.waiting
    stored.send(0, type="start")
    assert stored.room.waiting.seats == (0, 1, 2)
    assert newly_awaited(before, stored.room.waiting) == (0, 2)


def test_in_a_draft_who_chooses_next_is_called() -> None:
    stored = started("base+draft", starter=0, seed="draft", counted=False)
    before = stored.room.waiting
    stored.act(0, "pick 1")
    assert newly_awaited(before, stored.room.waiting) == (1,)


async def test_who_calls_people_is_told_when_a_table_waits_for_them_and_when_it_is_over(
    clock: FakeClock,
) -> None:
    process = Process(MemoryStorage(), clock=clock)
    told: list[tuple[str, tuple[int, ...]]] = []
    process.rooms.moved_on = lambda open_room, seats: told.append((open_room.room.id, seats))
    open_room = await process.opened(Spec(rules="base", bots=(None, None)))
    await process.rooms.perform(open_room, join)
    assert told == []
    await process.rooms.perform(open_room, begin)
    assert told == [("table", (0, 1))]
    await process.rooms.perform(open_room, react(0, "x"))
    await play_out_seat(process.rooms, open_room)
    assert len(told) == 1
    clock.now += IDLE_SECONDS
    await process.rooms.carry_out(open_room, EndGame(), seat=0, id_="")
    assert told[1:] == [("table", ())]
    await process.rooms.perform(open_room, react(0, "y"))
    assert len(told) == 2
