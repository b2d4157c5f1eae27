"""Owners of tables: in whose name bots play, and whose games may not start."""

from __future__ import annotations

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener, join
from tests.server.rooms.memory import MemoryStorage, Process, settle

from inkrail.core.errors import Refusal
from inkrail.server.rooms.commands import React, Start
from inkrail.server.rooms.interfaces import NO_OWNER, Origin
from inkrail.server.rooms.rows import Spec


@pytest.fixture
def process(clock: FakeClock) -> Process:
    return Process(MemoryStorage(), clock=clock)


SOLO = Spec(rules="base", bots=(None, "random"))


async def test_a_bot_plays_in_the_name_of_who_opened_the_table(process: Process) -> None:
    await process.opened(SOLO, owner="ann")
    await settle()
    assert process.bots.expected == ["random base ann"]
    assert process.bots.origins == [Origin("ann", "table")]


async def test_a_game_begins_only_where_its_bots_have_room(process: Process) -> None:
    process.bots.refused = {"eve"}
    with pytest.raises(Refusal, match=r"^bot\.queue_full"):
        await process.opened(SOLO, owner="eve")
    assert (process.storage.writes, process.rooms.all_in_memory()) == ([], ())
    await process.opened(SOLO, owner="ann")
    await process.opened(Spec(rules="base"), "alone", owner="eve")
    await process.rooms.close()


async def test_in_a_lobby_the_bots_need_room_when_the_game_starts(process: Process) -> None:
    spec = Spec(rules="base", bots=(None, None, "random"))
    process.bots.refused = {"eve"}
    open_room = await process.opened(spec, owner="eve")
    with pytest.raises(Refusal, match=r"^table\.waiting_for_players"):
        await process.rooms.carry_out(open_room, Start(), seat=0, id_="start")
    await process.rooms.perform(open_room, join)
    with pytest.raises(Refusal, match=r"^bot\.queue_full"):
        await process.rooms.carry_out(open_room, Start(), seat=0, id_="start")
    await process.rooms.carry_out(open_room, React("wave"), seat=0, id_="wave")
    assert open_room.room.waiting.round == 0
    process.bots.refused = set()
    number = await process.rooms.carry_out(open_room, Start(), seat=0, id_="start")
    process.bots.refused = {"eve"}
    assert await process.rooms.carry_out(open_room, Start(), seat=0, id_="start") == number
    assert open_room.room.waiting.round == 1
    await process.rooms.close()


async def test_a_loaded_table_belongs_to_the_first_player_who_connects(process: Process) -> None:
    process.bots.released.clear()
    created = await process.opened(SOLO, owner="ann")
    process.rooms.enter(created, Listener(0), owner="bob")
    assert created.owner == "ann"
    await process.rooms.bot_turns.stop([created])
    process.rooms.forget("table")
    loaded = await process.rooms.open("table")
    assert loaded.owner == NO_OWNER
    for seat, client, owner in ((None, "eve", NO_OWNER), (0, "bob", "bob"), (0, "eve", "bob")):
        process.rooms.enter(loaded, Listener(seat), owner=client)
        assert loaded.owner == owner
