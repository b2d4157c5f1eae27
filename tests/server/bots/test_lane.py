"""Worker processes of one kind, lent to each in turn."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from tests.server.rooms.memory import settle
from tests.server.waiting import PATIENCE, limited

from inkrail.server.bots.fair_queue import Bounds, Priority
from inkrail.server.bots.lane import Lane
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import Origin


class Worker:
    """A worker that only counts how often it was stopped."""

    def __init__(self) -> None:
        self.stopped = 0

    async def stop(self) -> None:
        self.stopped += 1


class Scene:
    """A lane, and those who use it: each holds its worker until the test releases it."""

    def __init__(
        self, *, workers: int = 1, owner: int = 9, total: int = 9, idle_seconds: float | None = None
    ) -> None:
        self.metrics = Metrics()
        self.workers = [Worker() for _ in range(workers)]
        self.lane = Lane(
            cast(list[WorkerProcess], self.workers),
            bounds=Bounds(owner=owner, total=total),
            waiting=self.metrics.bots_waiting.labels(lane="test"),
            idle_seconds=idle_seconds,
        )
        self.working: list[str] = []
        self.failed: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._release: dict[str, asyncio.Event] = {}

    async def ask(self, *names: str, **named: object) -> None:
        for name in names:
            self._release[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._use(name, **named))
        await settle()

    async def _use(self, name: str, **named: object) -> None:
        try:
            async with self.lane.worker(Origin(name[0], name), **named):  # type: ignore[arg-type]
                self.working.append(name)
                await self._release[name].wait()
        except BotFailed as failure:
            self.failed.append(f"{name} {failure}")

    async def release(self, name: str) -> None:
        self._release[name].set()
        await settle()

    def gauge(self) -> float | None:
        return self.metrics.registry.get_sample_value("inkrail_bots_waiting", {"lane": "test"})


async def test_as_many_work_at_once_as_there_are_workers() -> None:
    scene = Scene(workers=2)
    await scene.ask("a1", "a2", "a3", "b1")
    assert (scene.working, scene.lane.waiting, scene.gauge()) == (["a1", "a2"], 2, 2)
    await scene.release("a1")
    assert (scene.working[2:], scene.gauge()) == (["a3"], 1)
    for name in ("a2", "a3", "b1"):
        await scene.release(name)
    assert (scene.working[3:], scene.lane.waiting, scene.gauge()) == (["b1"], 0, 0)
    await scene.ask("c1", "c2", "c3")
    assert scene.working[4:] == ["c1", "c2"]


async def test_those_who_wait_have_their_turns_in_fair_order() -> None:
    scene = Scene()
    await scene.ask("a1", "a2", "a3", "b1")
    await scene.ask("c1", priority=Priority.WARM)
    await scene.ask("b2")
    for name in ("a1", "a2", "b1", "a3", "b2", "c1"):
        await scene.release(name)
    assert scene.working == ["a1", "a2", "b1", "a3", "b2", "c1"]


async def test_who_finds_no_room_is_told_at_once() -> None:
    scene = Scene(owner=1, total=2)
    await scene.ask("a1", "a2", "a3", "b1")
    assert scene.failed == ["a3 busy"]
    assert not scene.lane.has_room("b", count=1)
    await scene.release("a1")
    assert scene.lane.has_room("c", count=1)


async def test_who_loses_its_place_to_others_is_told_too() -> None:
    scene = Scene(total=2)
    await scene.ask("a1", "a2", "a3", "b1")
    assert (scene.failed, scene.lane.waiting) == (["a3 busy"], 2)
    await scene.release("a1")
    await scene.release("a2")
    assert scene.working == ["a1", "a2", "b1"]


async def test_a_table_that_needs_its_bot_does_not_wait_for_ever() -> None:
    scene, needed = Scene(), asyncio.Event()
    await scene.ask("a1")
    await scene.ask("b1", needed=needed, patience=0)
    assert scene.lane.waiting == 1
    needed.set()
    async with limited("the place to be given up"):
        await scene.tasks["b1"]
    assert (scene.failed, scene.lane.waiting, scene.gauge()) == (["b1 busy"], 0, 0)


async def test_a_worker_that_comes_before_it_is_needed_is_taken() -> None:
    scene = Scene()
    await scene.ask("a1")
    await scene.ask("b1", needed=asyncio.Event(), patience=PATIENCE)
    await scene.release("a1")
    assert scene.working == ["a1", "b1"]


@pytest.mark.parametrize("released_first", [True, False])
async def test_who_stops_waiting_passes_the_worker_on(*, released_first: bool) -> None:
    scene = Scene()
    await scene.ask("a1", "b1", "c1")
    if released_first:  # the worker is on its way to the one who is cancelled
        scene._release["a1"].set()
        await asyncio.sleep(0)
        assert scene.lane.waiting == 1
    scene.tasks["b1"].cancel()
    await scene.release("a1")
    assert (scene.working, scene.lane.waiting) == (["a1", "c1"], 0)
    assert scene.tasks["b1"].cancelled()


async def test_a_worker_comes_back_from_a_bot_that_failed() -> None:
    scene = Scene()
    with pytest.raises(BotFailed, match="slow"):
        async with scene.lane.worker(Origin("a", "a1")):
            raise BotFailed("slow")
    await scene.ask("b1")
    assert scene.working == ["b1"]


async def test_all_workers_are_stopped() -> None:
    scene = Scene(workers=2)
    await scene.lane.stop()
    assert [worker.stopped for worker in scene.workers] == [1, 1]


async def test_one_can_wait_until_no_table_waits_for_a_worker() -> None:
    scene = Scene()
    await scene.lane.no_table_waits()
    await scene.ask("a1", "b1")
    await scene.ask("c1", priority=Priority.WARM)
    waiting = asyncio.create_task(scene.lane.no_table_waits())
    await settle()
    assert not waiting.done()
    await scene.release("a1")
    await settle()
    assert waiting.done()
    await scene.release("b1")
    await scene.release("c1")


async def test_a_worker_that_nobody_needs_is_ended_and_lent_again() -> None:
    scene = Scene(idle_seconds=0.0)
    await scene.ask("a1", "b1")
    await scene.release("a1")
    assert scene.working == ["a1", "b1"]
    assert scene.workers[0].stopped == 0
    await scene.release("b1")
    async with limited("the idle worker to be ended"):
        while not scene.workers[0].stopped:
            await settle()
    await scene.ask("a2")
    assert scene.working == ["a1", "b1", "a2"]
    await scene.release("a2")
    await scene.lane.stop()


async def test_a_worker_that_is_needed_again_in_time_is_not_ended() -> None:
    scene = Scene(idle_seconds=1000.0)
    await scene.ask("a1")
    await scene.release("a1")
    await scene.ask("a2")
    await scene.release("a2")
    assert scene.workers[0].stopped == 0
    await scene.lane.stop()
    assert scene.workers[0].stopped == 1
