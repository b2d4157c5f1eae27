"""Wake-ups between the processes of one PostgreSQL database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener, opened, react
from tests.server.waiting import PATIENCE, limited

from inkrail.server.bots.runner import BotRunner
from inkrail.server.http.services import running
from inkrail.server.rooms.open_room import PRESENCE_SECONDS
from inkrail.server.rooms.rows import Spec
from inkrail.server.settings import Settings
from inkrail.server.studies import studies
from inkrail.server.studies.interfaces import Report, Tell
from inkrail.server.studies.questions import Question


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


async def test_a_process_does_not_read_its_own_rows_again(
    new_postgres: Callable[[], str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = replace(settings, database=new_postgres())
    async with running(shared) as one, running(shared) as other:
        open_room = await opened(one.rooms, Spec(rules="base", bots=(None, None)))
        copy = await other.rooms.open("table")
        listener, writer = Listener(), Listener()
        other.rooms.enter(copy, listener)
        one.rooms.enter(open_room, writer)
        read, rows_after = [], one.store.rows_after

        async def counting(id_: str, number: int, **named: Any) -> Any:
            read.append(number)
            return await rows_after(id_, number, **named)

        monkeypatch.setattr(one.store, "rows_after", counting)
        for number in range(5):
            await one.rooms.perform(open_room, react(0, f"mine {number}"))
        await listener.until(lambda: copy.room.reactions == [5, 0])
        await other.rooms.perform(copy, react(1, "theirs"))
        await writer.until(lambda: open_room.room.reactions == [5, 1])
        assert read == [6]


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
        while open_room.connected() != {0}:  # a reply that was still in flight starts the count again
            clock.now += 3 * PRESENCE_SECONDS + 1
            await one.sweep.run()


class Answering:
    """A worker in the test's own process."""

    def __init__(self) -> None:
        self.computed: list[str] = []

    @asynccontextmanager
    async def study_worker(self) -> AsyncIterator[Answering]:
        yield self

    async def study(self, question: Question, *, tell: Tell) -> Report:
        self.computed.append(question.record)
        await tell({"round": 7})
        return {"record": question.record}


async def test_a_study_is_computed_by_one_process_and_told_by_all(
    new_postgres: Callable[[], str], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks by themselves here: what one process stores, the others hear of."""
    monkeypatch.setattr(studies, "_LOOK_SECONDS", PATIENCE)
    worker = Answering()
    monkeypatch.setattr(BotRunner, "study_worker", lambda _: worker.study_worker())
    shared = replace(settings, database=new_postgres())
    async with running(shared) as one, running(shared) as other:
        questions = [Question("review", "quick", "base", 0, f"game {number}") for number in range(8)]
        asking = [
            server.studies.ask(question, asked_by=f"address {number % 3}")
            for server in (one, other)
            for number, question in enumerate(questions)
        ]
        ids = set(await asyncio.gather(*asking))
        assert len(ids) == len(questions)
        for server in (one, other):
            for id_ in ids:
                async with limited("the study to be done"):
                    study = await server.studies.watch(
                        id_, after=1, seconds=PATIENCE, stopping=asyncio.Event()
                    )
                assert (study.status, study.result) == ("done", {"record": study.question.record})
        assert sorted(worker.computed) == [question.record for question in questions]
