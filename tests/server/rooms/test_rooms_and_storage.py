"""Rooms of long games, and of tables that are no longer stored."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import join, react
from tests.server.rooms.memory import MemoryStorage, Process

from inkrail.core.cells import cells_of
from inkrail.core.errors import Refusal
from inkrail.server.rooms.commands import Command, Place, Start
from inkrail.server.rooms.interfaces import ROWS_AT_ONCE, TryAgain, Write
from inkrail.server.rooms.lobby import Arrange, SetSeat
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.rows import Spec

TWO = Spec(rules="base", bots=(None, None))


@pytest.fixture
def process(clock: FakeClock) -> Process:
    return Process(MemoryStorage(), clock=clock)


async def reacted(process: Process, count: int) -> OpenRoom:
    """A table with this many rows after its first."""
    open_room = await process.opened(TWO)
    for number in range(count):
        await process.rooms.perform(open_room, react(number % 2, ""))
    return open_room


@pytest.mark.parametrize("count", [ROWS_AT_ONCE - 2, ROWS_AT_ONCE - 1, ROWS_AT_ONCE, 3 * ROWS_AT_ONCE])
async def test_all_rows_are_applied_however_many_there_are(process: Process, *, count: int) -> None:
    process.storage.shared = True
    other = Process(process.storage, clock=process.clock)
    open_room = await reacted(process, 0)
    behind = await other.rooms.open("table")
    for number in range(count):
        await process.rooms.perform(open_room, react(number % 2, ""))
    process.storage.reads = 0
    await other.rooms.catch_up(behind)
    pieces = count // ROWS_AT_ONCE + 1
    assert (behind.room.number, process.storage.reads, behind.stale) == (1 + count, pieces, False)
    other.rooms.forget("table")
    loaded = await other.rooms.open("table")
    assert loaded.room.number == 1 + count
    assert loaded.room.histories == behind.room.histories == open_room.room.histories


async def test_others_run_between_the_pieces_of_a_long_game(process: Process) -> None:
    await reacted(process, 3 * ROWS_AT_ONCE)
    process.rooms.forget("table")
    order: list[str] = []

    async def others() -> None:
        while "loaded" not in order:
            order.append("others")
            await asyncio.sleep(0)

    async def load() -> None:
        await process.rooms.open("table")
        order.append("loaded")

    await asyncio.gather(load(), others())
    assert order.index("loaded") >= 3


async def test_a_table_that_was_removed_is_forgotten_and_refused(process: Process) -> None:
    open_room = await process.opened(TWO)
    assert await process.storage.remove_lobby("table", since=process.clock.now)
    for _ in range(2):
        with pytest.raises(Refusal, match=r"^table\.unknown") as caught:
            await process.rooms.perform(open_room, join)
        assert not isinstance(caught.value, TryAgain)
    assert process.rooms.all_in_memory() == ()
    assert process.counted("conflicts_total") == 2


async def test_a_table_that_loses_every_race_is_busy_and_not_gone(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_room = await process.opened(TWO)

    async def lose(_: Write) -> bool:
        return False

    monkeypatch.setattr(process.storage, "write", lose)
    with pytest.raises(TryAgain, match=r"^server\.busy"):
        await process.rooms.perform(open_room, join)
    assert process.rooms.in_memory("table") is open_room
    assert process.counted("conflicts_total") == 20


async def test_a_table_whose_ruleset_was_changed_is_read_with_the_new_one(process: Process) -> None:
    open_room = await process.opened(TWO)

    async def ask(command: Command) -> None:
        await process.rooms.carry_out(open_room, command, seat=0, id_="")

    await ask(Arrange({"rules": "lake", "seed": "lake"}))
    await ask(SetSeat(2, "greedy"))
    await ask(Start(without_free=True))
    view = open_room.room.view(0)
    assert view is not None
    lake = next(one for one in view.options if one.piece.name.startswith("lake"))
    await ask(Place("draw", lake.piece.name, cells_of(lake.placements.cells)[0]))
    process.rooms.forget("table")
    again = await process.rooms.open("table")
    assert again is not open_room
    assert again.room.record(whole=True) == open_room.room.record(whole=True)
    assert (again.room.names, again.room.bots) == (["Ann", ""], (None, "greedy"))
    assert process.bots.expected == ["greedy lake"] * 2


async def test_a_bot_that_cannot_play_here_gets_no_seat(process: Process) -> None:
    open_room = await process.opened(TWO)
    with pytest.raises(Refusal, match=r"^bot\.unknown"):
        await process.rooms.carry_out(open_room, SetSeat(1, "nobody"), seat=0, id_="x")
    assert open_room.room.number == 1


async def test_the_creator_of_a_rematch_and_who_opened_it_are_stored(process: Process) -> None:
    open_room = await process.rooms.create("table", TWO, name="Bob", token="b", was=1, opened_by="somebody")
    assert open_room is not None
    assert open_room.room.formerly == {1: 0}
    assert [write.opened_by for write in process.storage.writes] == ["somebody"]
