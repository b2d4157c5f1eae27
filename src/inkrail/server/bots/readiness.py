"""Warming bots up before a table needs them."""

from __future__ import annotations

import asyncio
import logging
from time import perf_counter

from inkrail.arena.chance import SystemRng
from inkrail.game.table import open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.bots.worker import Task

log = logging.getLogger("inkrail.bots")

SIMPLEST = ("greedy", "random")
"""Bots that need no warm-up; they replace a bot that fails, in this order."""
READY_SECONDS = 1800.0
"""How many seconds a bot may take to get ready; on its very first run it may have to compile its search."""


class Readiness:
    """Plays a trial round with each bot before it is needed, one after the other and at low priority.

    What a bot compiles for its trial is cached for the processes that play at tables.
    """

    def __init__(self, source: str) -> None:
        self._worker = WorkerProcess(source, low_priority=True)
        self._one_at_a_time = asyncio.Lock()
        self._trials: dict[tuple[str, str], asyncio.Task[None]] = {}

    def begin(self, bot: str, ruleset: Ruleset) -> None:
        """Start getting a bot ready for a ruleset, unless that was already started."""
        key = bot, ruleset.name
        if bot not in SIMPLEST and key not in self._trials:
            self._trials[key] = asyncio.create_task(self._trial(bot, ruleset), name=f"ready {bot}")

    async def wait(self, bot: str, ruleset: Ruleset, *, needed: asyncio.Event) -> bool:
        """Wait until the bot's trial ends or its move is needed; return False if the trial is still running."""
        trial = self._trials.get((bot, ruleset.name))
        if trial and not trial.done():
            needing = asyncio.ensure_future(needed.wait())
            try:
                await asyncio.wait({trial, needing}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                needing.cancel()
        return trial is None or trial.done()

    async def _trial(self, bot: str, ruleset: Ruleset) -> None:
        async with self._one_at_a_time:
            began = perf_counter()
            try:
                table = open_table(ruleset, seats=ruleset.dealer.least_seats, starter=Seat(0))
                table, _ = table.roll(table.throw(SystemRng()))
                await self._worker.play(Task(bot, table, 0), seconds=READY_SECONDS)
            except BotFailed as failure:
                log.warning("bot not ready", extra={"bot": bot, "why": str(failure)})
            else:
                took = round(perf_counter() - began, 1)
                log.info("bot ready", extra={"bot": bot, "rules": ruleset.name, "seconds": took})
            if all(task.done() or task is asyncio.current_task() for task in self._trials.values()):
                await self._worker.stop()

    async def all_done(self) -> None:
        """Wait until every trial that was started has passed or failed."""
        await asyncio.gather(*self._trials.values())

    async def stop(self) -> None:
        """Cancel all trials."""
        for task in self._trials.values():
            task.cancel()
        await asyncio.gather(*self._trials.values(), return_exceptions=True)
        await self._worker.stop()
