"""The server's handle on a worker process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.server.bots.test_worker import rolled
from tests.server.waiting import PATIENCE

from inkrail.game.actions import Done
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.bots.worker import Task

BAD = "tests.server.bad_bots:find_bot"


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    worker = WorkerProcess(BAD, niceness=1)
    yield worker
    await worker.stop()


async def test_a_process_is_used_again_after_a_bot_failed_and_replaced_after_it_died(
    worker: WorkerProcess, caplog: pytest.LogCaptureFixture
) -> None:
    table = rolled()
    for bot, why in (("failing", "failed"), ("dying", "died")):
        with pytest.raises(BotFailed, match=why):
            await worker.play(Task(bot, table, 0), seconds=PATIENCE)
        actions = await worker.play(Task("own", table, 0), seconds=PATIENCE)
        assert actions[-1] == Done()
    (logged,) = caplog.records
    assert vars(logged)["bot"] == "failing"
    assert "ValueError: no idea" in vars(logged)["error"]


async def test_a_bot_that_takes_too_long_is_given_up(worker: WorkerProcess) -> None:
    with pytest.raises(BotFailed, match="slow"):
        await worker.play(Task("slow", rolled(), 0), seconds=0.05)


async def test_who_stops_waiting_leaves_nothing_behind(worker: WorkerProcess) -> None:
    playing = asyncio.create_task(worker.play(Task("slow", rolled(), 0), seconds=PATIENCE))
    await asyncio.sleep(0.05)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert playing.cancelled()
    await worker.stop()
    assert asyncio.all_tasks() == {asyncio.current_task()}
