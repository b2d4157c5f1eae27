"""Warming bots up before a table needs them."""

from __future__ import annotations

import asyncio
import logging
from time import perf_counter

from inkrail.arena.chance import SystemRng
from inkrail.game.table import open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.server.bots.fair_queue import Priority
from inkrail.server.bots.lane import Lane, wait_until_needed
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.bots.worker import Task
from inkrail.server.rooms.interfaces import Origin

log = logging.getLogger("inkrail.bots")

SIMPLEST = ("greedy", "random")
"""Bots that need no warm-up; they replace a bot that fails, in this order."""
READY_SECONDS = 1800.0
"""How many seconds a bot may take to get ready; on its very first run it may have to compile its search."""


class _Trial:
    """A trial round of one bot with one ruleset, and the owners of tables that wait for it."""

    def __init__(self) -> None:
        self.owners: set[str] = set()
        self.began = False
        self.percent = 0
        """How much of what the bot compiles is done."""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Readiness:
    """Plays a trial round with each bot before it is needed, in a lane that nothing else has to wait for.

    What a bot compiles for its trial is cached for the processes that play at tables. A trial is played once, when the
    first of the owners who need it has its turn; so an owner who asks for all bots delays nobody else's.
    """

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._trials: dict[tuple[str, str], _Trial] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, bot: str, ruleset: Ruleset, *, owner: str) -> None:
        """Start getting a bot ready for a ruleset, unless that was already started for this owner."""
        if bot in SIMPLEST:
            return
        key = bot, ruleset.name
        if key not in self._trials:
            self._trials[key] = _Trial()
        trial = self._trials[key]
        if not trial.began and owner not in trial.owners:
            trial.owners.add(owner)
            running = self._run(trial, Origin(owner, ruleset.name), bot=bot, ruleset=ruleset)
            task = asyncio.create_task(running, name=f"ready {bot}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def wait(self, bot: str, ruleset: Ruleset, *, needed: asyncio.Event) -> bool:
        """Wait until the bot's trial ends or its move is needed; return False if the trial is still running."""
        trial = self._trials.get((bot, ruleset.name))
        if trial and not trial.over.done():
            await wait_until_needed(trial.over, needed)
        return trial is None or trial.over.done()

    def percent(self, bot: str, ruleset: Ruleset) -> int | None:
        """How far a bot is that is getting ready; None for any other."""
        trial = self._trials.get((bot, ruleset.name))
        return None if trial is None or trial.over.done() else trial.percent

    async def _run(self, trial: _Trial, origin: Origin, *, bot: str, ruleset: Ruleset) -> None:
        try:
            async with self._lane.worker(origin, priority=Priority.WARM) as worker:
                if not trial.began:
                    trial.began = True
                    try:
                        await _play(worker, bot, ruleset, trial=trial)
                    finally:
                        trial.over.set_result(None)
                if not self._lane.waiting:
                    await worker.stop()
        except BotFailed:  # too many trials wait; another table may ask for it again
            trial.owners.discard(origin.owner)

    async def all_done(self) -> None:
        """Wait until every trial that was started has passed or failed."""
        await asyncio.gather(*self._tasks)

    async def stop(self) -> None:
        """Cancel all trials."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _play(worker: WorkerProcess, bot: str, ruleset: Ruleset, *, trial: _Trial) -> None:
    """Play a first round with the bot, and say how that went."""
    began = perf_counter()
    table = open_table(ruleset, seats=ruleset.dealer.least_seats, starter=Seat(0))
    table, _ = table.roll(table.throw(SystemRng()))

    def report(percent: int) -> None:
        trial.percent = percent

    try:
        await worker.play(Task(bot, table, 0), seconds=READY_SECONDS, report=report)
    except BotFailed as failure:
        log.warning("bot not ready", extra={"bot": bot, "why": str(failure)})
    else:
        took = round(perf_counter() - began, 1)
        log.info("bot ready", extra={"bot": bot, "rules": ruleset.name, "seconds": took})
