"""Group commit: all rows that arrive while the disk is busy are stored together."""

from __future__ import annotations

import asyncio
from time import perf_counter

from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import TryAgain, Write
from inkrail.server.storage.store import Store

LARGEST_GROUP = 50
MOST_WAITING = 2000
"""More rows than this do not wait for a database that is slow."""

_Pending = tuple[Write, "asyncio.Future[bool]"]


class GroupCommit:
    """One task that writes; everybody else waits until their row is on the disk."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._waiting: list[_Pending] = []
        self._awake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="commits")

    async def stop(self) -> None:
        """Write what is waiting, then end."""
        self._closed = True
        self._awake.set()
        if self._task:
            await self._task

    def write(self, write: Write) -> asyncio.Future[bool]:
        """Store a row: the answer is True once it is on the disk, False if its number is taken.

        A row that was handed in is written even if nobody waits for the answer any more. Where the answer is TryAgain, it
        may be stored or not.
        """
        if self._closed or len(self._waiting) >= MOST_WAITING:
            raise TryAgain("server.busy")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self._awake.set()
        return done

    async def _run(self) -> None:
        while self._waiting or not self._closed:
            if not self._waiting:
                self._awake.clear()
                await self._awake.wait()
                continue
            group, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
            await self._commit(group)

    async def _commit(self, group: list[_Pending]) -> None:
        began = perf_counter()
        try:
            stored = await self._store.commit([write for write, _ in group])
        except Exception as error:  # noqa: BLE001 - all who wait must hear of it, and the task must go on
            for _, done in group:
                if not done.done():
                    # An exception is raised once: each gets its own.
                    done.set_exception(TryAgain(error.code) if isinstance(error, TryAgain) else error)
            return
        self._metrics.commits.observe(perf_counter() - began)
        self._metrics.batches.observe(len(group))
        self._metrics.rows.inc(sum(stored))
        for (_, done), good in zip(group, stored, strict=True):
            if not done.done():
                done.set_result(good)
