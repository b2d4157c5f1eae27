"""Runs bots in worker processes within a time budget; a simpler bot replaces one that is late or fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from time import perf_counter

from inkrail.arena.chance import SystemRng
from inkrail.game.absent import act_for_absent
from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.bots.readiness import SIMPLEST, Readiness
from inkrail.server.bots.worker import Task
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import BotTurn
from inkrail.server.rooms.rows import StandIn, StandInReason

log = logging.getLogger("inkrail.bots")

SIMPLER = ("steady", *SIMPLEST)
"""Replacements for a bot that was ready but ran out of time, in order; `steady` plays nearly as well."""
BOTS = "inkrail.bots.registry:find_bot"


def _now() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


class BotRunner:
    """A pool of worker processes."""

    def __init__(self, metrics: Metrics, *, workers: int, seconds: float, source: str = BOTS) -> None:
        self._metrics = metrics
        self._seconds = seconds
        self._readiness = Readiness(source)
        self._slow: set[tuple[str, str]] = set()
        self._workers = [WorkerProcess(source) for _ in range(workers)]
        self._free: asyncio.Queue[WorkerProcess] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)

    def expect(self, bots: Iterable[str], ruleset: Ruleset) -> None:
        """Start getting ready the bots that a table will need."""
        for bot in bots:
            self._readiness.begin(bot, ruleset)

    async def all_ready(self) -> None:
        """Wait until all expected bots are ready or have failed."""
        await self._readiness.all_done()

    async def play(
        self, bot: str, table: Table, *, seat: int, needed: asyncio.Event | None = None
    ) -> BotTurn:
        """Return the bot's turn, or a simpler bot's if it fails, or as a last resort only the mandatory moves.

        A bot that is still getting ready has until it is needed, that is until the table waits for bots only.
        If it is too slow even then, it is not asked again until it is ready, so that people wait for it only once.
        """
        key = bot, table.ruleset.name
        is_ready = await self._readiness.wait(bot, table.ruleset, needed=needed or _now())
        if is_ready:
            self._slow.discard(key)
        simpler = SIMPLER if is_ready else SIMPLEST
        too_late: StandInReason = "slow" if is_ready else "getting_ready"
        why: StandInReason = too_late
        began = perf_counter()
        for name in dict.fromkeys(simpler if key in self._slow else (bot, *simpler)):
            worker = await self._free.get()
            try:
                actions = await worker.play(Task(name, table, seat), seconds=self._seconds)
            except BotFailed as failure:
                self._metrics.fallbacks.labels(bot=name, why=str(failure)).inc()
                log.warning("bot replaced", extra={"bot": name, "why": str(failure)})
                if name == bot:
                    why = too_late if str(failure) == "slow" else "failed"
                    if why == too_late:
                        self._slow.add(key)
            else:
                self._metrics.bots.labels(bot=name).observe(perf_counter() - began)
                return BotTurn(actions, None if name == bot else StandIn(seat=seat, by=name, why=why))
            finally:
                self._free.put_nowait(worker)
        _, mandatory = act_for_absent(table, Seat(seat), rng=SystemRng())
        return BotTurn(mandatory, StandIn(seat=seat, why=why))

    async def stop(self) -> None:
        """Stop all workers."""
        await self._readiness.stop()
        for worker in self._workers:
            await worker.stop()
