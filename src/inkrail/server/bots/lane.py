"""Worker processes of one kind, and the fair queue of those who wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from inkrail.server.bots.fair_queue import Bounds, FairQueue, Priority
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.rooms.interfaces import Gauge, Origin

_Place: TypeAlias = "asyncio.Future[WorkerProcess | None]"
"""A place in the queue: its result is the worker, or None if there is no room for it any more."""


class Lane:
    """Lends its workers, one to each in turn; the process of one that nobody needed for `idle_seconds` is ended."""

    def __init__(
        self,
        workers: Sequence[WorkerProcess],
        *,
        bounds: Bounds,
        waiting: Gauge,
        idle_seconds: float | None = None,
    ) -> None:
        self._workers = tuple(workers)
        self._free = list(workers)
        self._queue: FairQueue[_Place] = FairQueue(bounds)
        self._gauge = waiting
        self._no_table_waits = asyncio.Event()
        self._idle_seconds = idle_seconds
        self._timers: dict[WorkerProcess, asyncio.TimerHandle] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._count()

    @property
    def waiting(self) -> int:
        """How many wait for a worker."""
        return len(self._queue)

    async def no_table_waits(self) -> None:
        """Wait until no table waits for a worker."""
        await self._no_table_waits.wait()

    def has_room(self, owner: str, *, count: int) -> bool:
        """Whether so many more of this owner may wait."""
        return self._queue.has_room(owner, count=count)

    @asynccontextmanager
    async def worker(
        self,
        origin: Origin,
        *,
        priority: Priority = Priority.PLAY,
        needed: asyncio.Event | None = None,
        patience: float | None = None,
    ) -> AsyncIterator[WorkerProcess]:
        """A worker, or `BotFailed` if too many wait, or if it is still not free this long after it was needed."""
        worker = await self._acquire(origin, priority=priority, needed=needed, patience=patience)
        try:
            yield worker
        finally:
            self._release(worker)

    async def _acquire(
        self, origin: Origin, *, priority: Priority, needed: asyncio.Event | None, patience: float | None
    ) -> WorkerProcess:
        if self._free:
            free = self._free.pop()
            self._forget_timer(free)
            return free
        place: _Place = asyncio.get_running_loop().create_future()
        if dropped := self._queue.put(place, origin, priority=priority):
            dropped.set_result(None)
        self._count()
        try:
            if needed is not None:
                await wait_until_needed(place, needed)
            await asyncio.wait({place}, timeout=patience)
        except asyncio.CancelledError:
            self._give_up(place)
            raise
        worker = place.result() if place.done() else None
        if worker is None:
            self._give_up(place)
            raise BotFailed("busy")
        return worker

    def _give_up(self, place: _Place) -> None:
        """Leave the queue, and pass on the worker if it came at the same moment."""
        self._queue.remove(place)
        self._count()
        if place.done() and (worker := place.result()):
            self._release(worker)

    def _release(self, worker: WorkerProcess) -> None:
        place = self._queue.pop()
        if place is None:
            self._free.append(worker)
            self._start_timer(worker)
        else:
            place.set_result(worker)
        self._count()

    def _start_timer(self, worker: WorkerProcess) -> None:
        if self._idle_seconds is not None:
            loop = asyncio.get_running_loop()
            self._timers[worker] = loop.call_later(self._idle_seconds, self._let_go, worker)

    def _forget_timer(self, worker: WorkerProcess) -> None:
        if timer := self._timers.pop(worker, None):
            timer.cancel()

    def _let_go(self, worker: WorkerProcess) -> None:
        """Begin to end the process of an idle worker; nobody is lent it meanwhile."""
        del self._timers[worker]
        self._free.remove(worker)
        task = asyncio.create_task(self._end(worker), name="end an idle worker")
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _end(self, worker: WorkerProcess) -> None:
        try:
            await worker.stop()
        finally:
            self._release(worker)
            self._forget_timer(worker)

    def _count(self) -> None:
        """Tell how many wait now."""
        self._gauge.set(len(self._queue))
        if self._queue.holds(Priority.PLAY):
            self._no_table_waits.clear()
        else:
            self._no_table_waits.set()

    async def stop(self) -> None:
        """Stop all workers."""
        for worker in tuple(self._timers):
            self._forget_timer(worker)
        await asyncio.gather(*self._ending)
        for worker in self._workers:
            await worker.stop()


async def wait_until_needed(awaited: asyncio.Future[Any], needed: asyncio.Event) -> None:
    """Wait until this is done or needed."""
    needing: asyncio.Future[Any] = asyncio.ensure_future(needed.wait())
    try:
        await asyncio.wait({awaited, needing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        needing.cancel()
