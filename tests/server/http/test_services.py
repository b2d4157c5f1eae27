"""The services of a running server, started and stopped in order."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import Listener, opened, react

from inkrail.core.errors import Refusal
from inkrail.server.http.services import running
from inkrail.server.rooms.rows import Spec
from inkrail.server.settings import Settings


async def test_what_was_accepted_is_stored_before_the_end(settings: Settings, clock: FakeClock) -> None:
    async with running(settings, clock=clock) as server:
        open_room = await opened(server.rooms, Spec(rules="base", bots=(None, None)))
        writing = asyncio.ensure_future(server.rooms.perform(open_room, react(0, "last")))
        await asyncio.sleep(0)
    assert await writing
    with pytest.raises(Refusal, match=r"server\.busy"):
        await server.rooms.perform(open_room, react(0, "late"))
    async with running(settings, clock=clock) as server:
        assert (await server.rooms.open("table")).room.reactions == [1, 0]


async def test_the_secret_of_the_settings_comes_before_that_of_the_database(
    settings: Settings, clock: FakeClock
) -> None:
    async with running(settings, clock=clock) as server:
        assert server.rooms.secret == settings.secret
    async with running(replace(settings, secret=""), clock=clock) as server:
        assert server.rooms.secret == await server.store.secret("daily") != ""


async def test_clocks_are_looked_at_again_and_again(settings: Settings, clock: FakeClock) -> None:
    async with running(replace(settings, sweep_seconds=0.01), clock=clock) as server:
        open_room = await opened(server.rooms, Spec(rules="base", clock=30))
        ann = Listener(0)
        server.rooms.enter(open_room, ann)
        for round_ in (1, 2):
            clock.now += 30
            await ann.until(lambda closed=round_: len(open_room.room.closed) == closed)  # type: ignore[misc]


async def test_a_burst_of_questions_may_be_four_times_that_of_creations(
    settings: Settings, clock: FakeClock
) -> None:
    async with running(replace(settings, creations=1), clock=clock) as server:
        assert [server.creations.admits("a") for _ in range(2)] == [True, False]
        assert [server.questions.admits("a") for _ in range(5)] == [True] * 4 + [False]
