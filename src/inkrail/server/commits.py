"""Group commit: whatever many tables want to store while the disk is busy goes out together."""

from __future__ import annotations

import asyncio
from time import perf_counter

from inkrail.core.errors import Refusal
from inkrail.server.metrics import Metrics
from inkrail.server.store import Store, Write

LARGEST_GROUP = 200

_Pending = tuple[Write, "asyncio.Future[bool]"]


class Commits:
    """One task that writes; everybody else waits until his row is on the disk."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._queue: asyncio.Queue[_Pending | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="commits")

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        self._closed = True
        await self._queue.put(None)
        if self._task:
            await self._task

    async def write(self, write: Write) -> bool:
        """Store a row; False if its number is taken. It is on the disk when this returns True."""
        if self._closed:
            raise Refusal("server.busy")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        await self._queue.put((write, done))
        return await done

    async def _run(self) -> None:
        while True:
            first = await self._queue.get()
            if first is None:
                return
            group = [first]
            last = False
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    last = True
                    break
                group.append(more)
            await self._commit(group)
            if last:
                return

    async def _commit(self, group: list[_Pending]) -> None:
        began = perf_counter()
        try:
            stored = await self._store.commit([write for write, _ in group])
        except Exception as error:  # noqa: BLE001 - whoever waits must hear of it, and the task must go on
            for _, done in group:
                if not done.done():
                    done.set_exception(error)
            return
        self._metrics.commits.observe(perf_counter() - began)
        self._metrics.batches.observe(len(group))
        self._metrics.rows.inc(sum(stored))
        for (_, done), good in zip(group, stored, strict=True):
            if not done.done():
                done.set_result(good)
