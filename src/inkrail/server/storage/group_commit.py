"""Group commit: all rows that arrive during one commit are stored together in the next."""

from __future__ import annotations

import asyncio
from time import perf_counter

from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import TryAgain, Write
from inkrail.server.storage.store import Store

LARGEST_GROUP = 50
MOST_WAITING = 2000
"""The most rows that may wait for a slow database; further ones are refused."""

_Pending = tuple[Write, "asyncio.Future[bool]"]


class GroupCommit:
    """One task writes; callers wait until their row is on disk."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._waiting: list[_Pending] = []
        self._awake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        """Start the writing task."""
        self._task = asyncio.create_task(self._run(), name="commits")

    async def stop(self) -> None:
        """Write the waiting rows, then stop."""
        self._closed = True
        self._awake.set()
        if self._task:
            await self._task

    def write(self, write: Write) -> asyncio.Future[bool]:
        """Store a row: return True once it is on disk, False if its number is taken.

        An accepted row is written even if the caller is cancelled. After TryAgain it may or may not be stored.
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
        except Exception as error:  # noqa: BLE001 - every waiting caller must get the error, and the task must go on
            for _, done in group:
                if not done.done():
                    # Each waiting caller raises its own exception object.
                    done.set_exception(TryAgain(error.code) if isinstance(error, TryAgain) else error)
            return
        self._metrics.commits.observe(perf_counter() - began)
        self._metrics.batches.observe(len(group))
        self._metrics.rows.inc(sum(stored))
        for (_, done), good in zip(group, stored, strict=True):
            if not done.done():
                done.set_result(good)
