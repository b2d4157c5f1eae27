"""Hundreds of tables that wait for bots for ever; the clocks of others run out in time (finding 3)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.server.conftest import FakeClock
from tests.server.open_rooms import opened
from tests.server.rooms.conftest import Open, start
from tests.server.waiting import PATIENCE

from inkrail.server.rooms.rooms import BOT_GRACE
from inkrail.server.rooms.rows import Spec
from inkrail.server.settings import Settings

__all__ = ["start"]  # a fixture

MANY = 201
"""One more than the sweep once looked at."""
STUCK = Spec(rules="base", bots=(None, "slow"))
TIMED = Spec(rules="base", clock=10)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Here `slow` thinks for ever."""
    return replace(settings, bots="tests.server.bad_bots:find_bot", bot_seconds=PATIENCE)


@pytest.mark.slow
async def test_a_clock_runs_out_although_hundreds_of_tables_are_due_before_it(
    start: Open, clock: FakeClock
) -> None:
    one, other = await start(), await start()
    await asyncio.gather(*(opened(one.rooms, STUCK, f"{number:03}") for number in range(MANY)))
    clock.now += BOT_GRACE - 10
    timed = await opened(one.rooms, TIMED, "timed")
    clock.now += 10
    # This process has none of them in memory, as after a restart.
    await other.sweep.run()
    await one.rooms.catch_up(timed)
    assert len(timed.room.closed) == 1
    # A sweep moves every table on: now nothing is due, in neither process.
    assert len(other.rooms.all_in_memory()) == MANY + 1
    assert await one.store.due(clock.now, limit=MANY) == []
    assert await one.store.due(clock.now + BOT_GRACE - 1, limit=2 * MANY) != []
    assert len(await one.store.due(clock.now + BOT_GRACE, limit=2 * MANY)) == MANY + 1
