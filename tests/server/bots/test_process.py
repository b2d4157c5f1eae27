"""The server's handle on a worker process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Generator

import pytest
from tests.server.bots.test_worker import rolled
from tests.server.waiting import PATIENCE

from inkrail.core.errors import Refusal
from inkrail.game.actions import Done
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.bots.questions import Question
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


async def test_a_question_that_nobody_waits_for_any_more_does_not_answer_the_next(
    worker: WorkerProcess,
) -> None:
    begun = asyncio.Event()
    slow = Question(counting, {"to": 2, "seconds": 0.2})
    asking = asyncio.create_task(worker.ask(slow, seconds=PATIENCE, part=lambda _: begun.set()))
    await begun.wait()
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert await worker.ask(Question(counting, {"to": 3, "seconds": 0.0}), seconds=PATIENCE) == 3


async def test_a_question_is_refused_by_what_answers_it_and_fails_with_it(worker: WorkerProcess) -> None:
    with pytest.raises(Refusal, match=r"^roll\.impossible"):
        await worker.ask(Question(counting, {"to": 0, "seconds": 0.0}), seconds=PATIENCE)
    with pytest.raises(BotFailed, match="failed"):
        await worker.ask(Question(counting, {"to": "x", "seconds": 0.0}), seconds=PATIENCE)


def counting(to: int, seconds: float) -> Generator[int, None, int]:
    """Count slowly, in a worker."""
    for number in range(to):
        yield number
        time.sleep(seconds)
    if to == 0:
        raise Refusal("roll.impossible", roll=to)
    return to
