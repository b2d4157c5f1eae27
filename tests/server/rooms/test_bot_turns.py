"""Bots at the tables."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.open_rooms import opened, play_out_seat
from tests.server.rooms.conftest import Open

from inkrail.core.cells import Cell
from inkrail.game.actions import TakeBack
from inkrail.server.rooms.interfaces import BotTurn
from inkrail.server.rooms.rows import Move, Spec, StandIn


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
