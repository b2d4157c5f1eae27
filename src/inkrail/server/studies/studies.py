"""All studies that this process is asked for or computes.

A study waits in the database. One process leases it, computes it and stores each part; if that process dies, the lease
runs out and the study is computed again. So a study is computed once, by whichever process is free.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from math import inf
from time import perf_counter
from typing import Final

from inkrail.core.errors import Refusal
from inkrail.server.rooms.clock import Clock
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.rooms.tokens import new_table_id
from inkrail.server.studies.interfaces import (
    Bounds,
    Lease,
    Preparing,
    Report,
    Study,
    StudyFailed,
    StudyMeters,
    StudyStorage,
    StudyWorker,
    StudyWorkers,
)
from inkrail.server.studies.questions import Question

log = logging.getLogger("inkrail.studies")

BOUNDS: Final = Bounds(address=12, total=120)
"""How many studies may be unfinished: the reviews and best boards of six seats for one address."""
LEASE_SECONDS: Final = 30.0
"""How long a study stays leased to a process that says nothing more."""
_KEEP_SECONDS: Final = 10.0
READY_SECONDS: Final = 1.0
"""How long an answer waits for a part while something is compiled."""
_LOOK_SECONDS: Final = 5.0
"""How often a process looks for leases that ran out, and for what it was not told of."""
_RETRY_SECONDS: Final = 1.0
KEEP_SECONDS: Final = 90 * 24 * 3600.0
"""How long a study is kept after somebody last asked for it or looked at it."""
_USED_SECONDS: Final = 24 * 3600.0
"""How old the note of that may be."""
_TIDY_SECONDS: Final = 3600.0
FAILED: Final = "study.failed"


class LeaseLost(Exception):
    """Another process computes the study now."""


class Studies:
    """Asks for studies, computes those that wait, and tells how far they are."""

    def __init__(
        self, storage: StudyStorage, *, workers: StudyWorkers, clock: Clock, meters: StudyMeters
    ) -> None:
        self._storage = storage
        self._workers = workers
        self._clock = clock
        self._meters = meters
        self._holder = new_table_id()
        self._asked = asyncio.Event()
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._tasks: list[asyncio.Task[None]] = []
        self._tidied = -inf

    # Asking.

    async def ask(self, question: Question, *, asked_by: str) -> str:
        """Have a study computed unless it was before, and return its id; refused if too many are unfinished."""
        await self._storage.ask(question, asked_by=asked_by, now=self._clock(), bounds=BOUNDS)
        self._asked.set()
        return question.id

    async def study(self, id_: str) -> Study:
        """A study, or a refusal."""
        study = await self._storage.study(id_)
        if study is None:
            raise Refusal("study.unknown")
        if self._clock() - study.used > _USED_SECONDS:
            with suppress(TryAgain):
                await self._storage.use(id_, now=self._clock())
        return study

    async def before(self, study: Study) -> int | None:
        """How many studies come before this one; None if it does not wait."""
        return await self._storage.before(study.id) if study.status == "waiting" else None

    async def watch(self, id_: str, *, after: int, seconds: float, stopping: asyncio.Event) -> Study:
        """A study as soon as it has more parts than `after` or is over, or as it is after so many seconds.

        While something is compiled for it, the answer tells how far that is and comes soon.
        """
        until = asyncio.get_running_loop().time() + seconds
        changed = asyncio.Event()
        self._watchers[id_].add(changed)
        try:
            while True:
                changed.clear()
                study = await self.study(id_)
                left = until - asyncio.get_running_loop().time()
                if study.is_over or len(study.parts) > after or left <= 0 or stopping.is_set():
                    return study
                if study.getting_ready is not None:
                    until = min(until, asyncio.get_running_loop().time() + READY_SECONDS)
                await _first_of(changed, stopping, seconds=min(left, _LOOK_SECONDS))
        finally:
            self._watchers[id_].discard(changed)
            if not self._watchers[id_]:
                del self._watchers[id_]

    def changed(self, id_: str) -> None:
        """A study was asked for or has a new part, perhaps in another process."""
        self._asked.set()
        for watcher in self._watchers.get(id_, ()):
            watcher.set()

    async def tidy(self) -> None:
        """Delete what nobody has looked at for long; it looks for that every hour."""
        passed = self._clock.monotonic()
        if passed - self._tidied >= _TIDY_SECONDS:
            self._tidied = passed
            if number := await self._storage.forget(since=self._clock() - KEEP_SECONDS):
                log.info("studies removed", extra={"number": number})

    # Computing.

    async def start(self, *, workers: int) -> None:
        """Start computing what waits, so many at once."""
        if not self._storage.shared:
            await self._storage.give_all_back()
        self._tasks = [asyncio.create_task(self._run(), name=f"studies {n}") for n in range(workers)]

    async def stop(self) -> None:
        """Stop computing; what is not finished waits again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(TryAgain):
            await self._storage.give_back(self._holder)

    async def _run(self) -> None:
        while True:
            self._asked.clear()
            try:
                while await self._next():
                    pass
            except TryAgain as refusal:
                log.warning("studies wait", extra={"code": refusal.code})
            except Exception:
                self._meters.failures.inc()
                log.exception("study stuck")
            await _first_of(self._asked, seconds=_LOOK_SECONDS)

    async def _next(self) -> bool:
        """Compute the next study; False if none waits."""
        waiting = await self._storage.waiting(now=self._clock())
        self._meters.studies_waiting.set(waiting)
        if not waiting:
            return False
        async with self._workers.study_worker() as worker:
            study = await self._storage.take(self._lease(), now=self._clock())
            if study is None:
                return False
            self.changed(study.id)
            await self._compute(study, worker)
            return True

    def _lease(self) -> Lease:
        return Lease(self._holder, self._clock() + LEASE_SECONDS)

    async def _compute(self, study: Study, worker: StudyWorker) -> None:
        began = perf_counter()
        keeping = asyncio.create_task(self._keep(study.id))
        outcome = "done"
        try:
            await self._finish(study.id, await self._answer(study, worker))
        except StudyFailed as failure:
            log.warning("study failed", extra={"study": study.id, "why": str(failure)})
            outcome = "failed"
            await self._finish(study.id, None)
        except LeaseLost:
            log.warning("study lost", extra={"study": study.id})
            outcome = "lost"
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
        self._meters.count_study(study.question.kind, outcome, seconds=perf_counter() - began)

    async def _answer(self, study: Study, worker: StudyWorker) -> Report:
        parts: list[Report] = []

        async def tell(news: Report | Preparing) -> None:
            try:
                if isinstance(news, Preparing):
                    kept = await self._storage.prepare(study.id, self._lease(), percent=news.percent)
                else:
                    parts.append(news)
                    kept = await self._storage.keep(study.id, self._lease(), parts=parts)
            except TryAgain:
                return  # the next part comes with this one
            if not kept:
                raise LeaseLost
            self.changed(study.id)

        return await worker.study(study.question, tell=tell)

    async def _finish(self, id_: str, result: Report | None) -> None:
        """Store the result, retrying until the database accepts it, because it took long to compute."""
        while True:
            try:
                code = FAILED if result is None else None
                if not await self._storage.finish(id_, self._lease(), result=result, code=code):
                    raise LeaseLost
            except TryAgain as refusal:
                log.warning("study waits", extra={"study": id_, "code": refusal.code})
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                self.changed(id_)
                return

    async def _keep(self, id_: str) -> None:
        """Extend the lease while the study is computed."""
        while True:
            await asyncio.sleep(_KEEP_SECONDS)
            with suppress(TryAgain):
                await self._storage.keep(id_, self._lease())


async def _first_of(*events: asyncio.Event, seconds: float) -> None:
    """Wait until one of the events is set, at most so many seconds."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waiting:
            wait.cancel()
