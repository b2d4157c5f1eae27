"""Bots at the tables."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import opened, play_out_seat
from tests.server.rooms.conftest import Open
from tests.server.rooms.memory import MemoryStorage, Process, settle
from tests.server.stored_room import StoredRoom, started

from inkrail.core.cells import Cell
from inkrail.game.actions import TakeBack
from inkrail.server.rooms import bot_turns, commands
from inkrail.server.rooms.interfaces import BotTurn, TryAgain, Write
from inkrail.server.rooms.open_room import OpenRoom
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


async def test_a_turn_that_could_not_be_stored_is_stored_later_and_not_thought_of_again(
    start: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_turns, "RETRY_SECONDS", 0)
    server = await start()
    turns = server.rooms.bot_turns
    thought, refusals = [], [TryAgain("server.storage"), TryAgain("server.busy")]
    play, perform = turns._bots.play, turns._perform

    async def counting(*args: Any, **named: Any) -> BotTurn:
        thought.append(named["seat"])
        return await play(*args, **named)

    async def failing(*args: Any) -> bool:
        if refusals:
            raise refusals.pop()
        return await perform(*args)

    monkeypatch.setattr(turns._bots, "play", counting)
    monkeypatch.setattr(turns, "_perform", failing)
    open_room = await opened(server.rooms, Spec(rules="base", bots=(None, "random")))
    await asyncio.gather(*open_room.bots.values())
    assert (thought, refusals) == ([1], [])
    assert open_room.room.waiting.seats == (0,)
    told = [vars(record) for record in caplog.records if record.message == "bot waits"]
    assert [(record["table"], record["code"]) for record in told] == [
        ("table", "server.busy"),
        ("table", "server.storage"),
    ]


# On a storage in memory.

BOT = Spec(rules="base", bots=(None, "random"))


@pytest.fixture
def process(clock: FakeClock) -> Process:
    return Process(MemoryStorage(), clock=clock)


async def test_the_bots_of_a_table_get_ready_unless_it_is_over(process: Process) -> None:
    stored = StoredRoom(Spec(rules="lake", bots=(None, "random", "greedy")))
    process.rooms.bot_turns.expect(OpenRoom(stored.room, now=0))
    assert process.bots.expected == ["random lake", "greedy lake"]
    over = started()
    over.play_out()
    over.room.waiting = replace(over.room.waiting, bots=("random", None))
    process.rooms.bot_turns.expect(OpenRoom(over.room, now=0))
    assert len(process.bots.expected) == 2


async def test_a_bot_is_asked_once_at_a_time(process: Process) -> None:
    process.bots.released.clear()
    open_room = await process.opened(BOT)
    process.rooms.bot_turns.run(open_room)
    await settle()
    assert (process.bots.asked, list(open_room.bots)) == ([("random", 1)], [1])
    assert open_room.bots[1].get_name() == "bot table 1"
    assert process.bots.needed is open_room.needs_bots
    process.bots.released.set()
    await asyncio.gather(*open_room.bots.values())
    assert (open_room.bots, open_room.room.waiting.seats) == ({}, (0,))


async def test_a_bot_plays_again_in_the_next_round(process: Process) -> None:
    open_room = await process.opened(BOT)
    for round_ in range(1, 4):
        await settle()
        assert open_room.room.waiting.seats == (0,)
        await play_out_seat(process.rooms, open_room)
        assert len(open_room.room.closed) == round_
    await settle()
    assert len(process.bots.asked) == 4


async def test_others_go_on_while_a_bots_turn_cannot_be_stored(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_turns, "RETRY_SECONDS", 0)
    write = process.storage.write

    async def away(one: Write) -> bool:
        if one.number > 1:
            raise TryAgain("server.storage")
        return await write(one)

    monkeypatch.setattr(process.storage, "write", away)
    open_room = await process.opened(BOT)
    await settle()
    assert 1 in open_room.room.waiting.seats
    monkeypatch.setattr(process.storage, "write", write)
    await settle()
    assert 1 not in open_room.room.waiting.seats


async def test_a_bot_picks_until_somebody_else_has_to(process: Process) -> None:
    """In a draft with one person, several bots may have to choose one after the other."""
    open_room = await process.opened(Spec(rules="base+draft", bots=(None, "random", "random"), starter=1))
    await settle()
    assert open_room.room.waiting.chooser == 0
    assert process.bots.asked == [("random", 1), ("random", 2)]


async def test_what_a_bot_wants_too_late_is_not_done(process: Process, clock: FakeClock) -> None:
    process.bots.released.clear()
    open_room = await process.opened(replace(BOT, clock=30))
    await settle()
    clock.now += 30
    await process.rooms.perform(open_room, lambda room: commands.time_out(room, now=clock.now))
    rows = open_room.room.number
    assert len(open_room.room.closed) == 1
    process.bots.released.set()
    await settle()
    assert open_room.room.number == rows + 1
    assert process.bots.asked == [("random", 1)] * 2
    assert open_room.room.stand_ins.of_round(2) == []


async def test_a_bot_that_fails_is_counted_and_may_be_asked_again(
    process: Process, caplog: pytest.LogCaptureFixture
) -> None:
    asking = process.bots.asked
    process.bots.asked = None  # type: ignore[assignment]
    open_room = await process.opened(BOT)
    await settle()
    assert (open_room.bots, process.counted("failures_total")) == ({}, 1)
    assert [(record.getMessage(), vars(record)["table"]) for record in caplog.records] == [
        ("bot stuck", "table")
    ]
    process.bots.asked = asking
    process.rooms.bot_turns.run(open_room)
    await settle()
    assert open_room.room.waiting.seats == (0,)


async def test_after_the_end_no_bot_plays(process: Process) -> None:
    process.bots.released.clear()
    open_room = await process.opened(BOT)
    await settle()
    (playing,) = open_room.bots.values()
    await process.rooms.close()
    assert playing.cancelled()
    assert open_room.bots == {}
    await process.opened(BOT, "another")
    await settle()
    assert process.bots.asked == [("random", 1)]
