"""Rooms of one or several processes: commands that race, and writes that fail."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.open_rooms import act, begin, join, opened, react
from tests.server.rooms.conftest import Open

from inkrail.core.errors import Refusal
from inkrail.server.rooms.rows import Spec


async def test_a_table_is_remembered_by_another_process(start: Open) -> None:
    one, other = await start(), await start()
    open_room = await opened(one.rooms, Spec(rules="base"))
    copy = await other.rooms.open("table")
    assert copy.room.waiting == open_room.room.waiting
    with pytest.raises(Refusal, match=r"^table\.unknown"):
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
    with pytest.raises(Refusal, match=r"^draw\.not_available"):
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


async def test_a_started_table_shows_as_running_to_all_processes(start: Open) -> None:
    one, other = await start(), await start()
    open_room = await opened(one.rooms, Spec(rules="base", bots=(None, None), public=True))
    await one.rooms.perform(open_room, join)
    assert await other.store.public_tables("lobby", limit=5) == ["table"]
    await one.rooms.perform(open_room, begin)
    assert await other.store.public_tables("running", limit=5) == ["table"]
