"""Bots at the table: played in processes of their own, within a time budget, with simpler ones behind them."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from inkrail.arena.chance import SystemRng
from inkrail.game.absent import act_for_absent
from inkrail.game.actions import format_action
from inkrail.game.table import Table, open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.server.bots.worker import LENGTH, Task, packed
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.rows import StandIn
from inkrail.server.wire.messages import WhyStandIn

log = logging.getLogger("inkrail.bots")

SIMPLEST = ("greedy", "random")
"""Who steps in when a bot fails, in this order; they need not get ready."""
SIMPLER = ("steady", *SIMPLEST)
"""Who steps in for a bot that got ready: it must not play much worse in a round that was too hard for its time."""
BOTS = "inkrail.bots.registry:find_bot"


class BotFailed(Exception):
    """A bot gave no answer that can be used."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The actions for a bot's round; `stand_in` says who chose them, and why, where it was not the bot itself."""

    actions: tuple[str, ...]
    stand_in: StandIn | None = None


PATIENCE = 300.0
"""How long a process that was too slow may go on."""
READY_SECONDS = 1800.0
"""How long a bot may take to get ready: the first time ever it may have to compile what it thinks with."""


class Worker:
    """One process, started when it is needed.

    One that takes too long may go on in peace while another takes its place: what it had to load or to compile will be
    there when it is asked again.
    """

    def __init__(self, source: str, *, humble: bool = False) -> None:
        self._words = (source, "humble") if humble else (source,)
        self._process: Process | None = None
        self._late: asyncio.Task[None] | None = None
        self._warm: Process | None = None

    async def play(self, task: Task, *, seconds: float) -> tuple[str, ...]:
        """The bot's actions, or a failure."""
        if self._warm:
            await _end(self._process)
            self._process, self._warm = self._warm, None
        process = self._process = self._process or await self._start()
        asking = asyncio.create_task(_ask(process, packed(task)))
        try:
            await asyncio.wait({asking}, timeout=seconds)
            if not asking.done():
                self._process = None
                await self._leave(process, asking)
                raise BotFailed("slow")
            answer = asking.result()
        except (OSError, ValueError, asyncio.IncompleteReadError):
            await self.stop()
            raise BotFailed("died") from None
        except asyncio.CancelledError:
            asking.cancel()
            raise
        actions = answer.get("actions")
        if not actions:
            log.warning("bot failed", extra={"bot": task.bot, "error": answer.get("error")})
            raise BotFailed("failed")
        return tuple(map(str, actions))

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "inkrail.server.bots.worker", *self._words, stdin=PIPE, stdout=PIPE
        )

    async def _leave(self, process: Process, asking: asyncio.Task[_Answer]) -> None:
        """Let a slow process go on, but no more than one."""
        if self._late is None or self._late.done():
            self._late = asyncio.create_task(self._wait(process, asking))
        else:
            asking.cancel()
            await _end(process)

    async def _wait(self, process: Process, asking: asyncio.Task[_Answer]) -> None:
        try:
            await asyncio.wait_for(asking, PATIENCE)
            former, self._warm = self._warm, process
            await _end(former)
        except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError):
            log.warning("bot gives no answer at all")
            await _end(process)
        except asyncio.CancelledError:
            await _end(process)
            raise

    async def stop(self) -> None:
        """End all processes."""
        if self._late:
            self._late.cancel()
            await asyncio.gather(self._late, return_exceptions=True)
        for process in (self._process, self._warm):
            await _end(process)
        self._process = self._warm = None


_Answer = dict[str, Any]


async def _ask(process: Process, message: bytes) -> _Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(message)
    await process.stdin.drain()
    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    answer: _Answer = json.loads(await process.stdout.readexactly(length))
    return answer


async def _end(process: Process | None) -> None:
    if process and process.returncode is None:
        process.kill()
        await process.wait()


class Readiness:
    """Lets bots try out a round before they are needed, one after the other and behind everything else.

    What a bot compiles in doing so is there for the processes that play in earnest.
    """

    def __init__(self, source: str) -> None:
        self._worker = Worker(source, humble=True)
        self._one_at_a_time = asyncio.Lock()
        self._tries: dict[tuple[str, str], asyncio.Task[None]] = {}

    def begin(self, bot: str, ruleset: Ruleset) -> None:
        """Get a bot ready for a ruleset, unless that was done before."""
        key = bot, ruleset.name
        if bot not in SIMPLEST and key not in self._tries:
            self._tries[key] = asyncio.create_task(self._try(bot, ruleset), name=f"ready {bot}")

    async def wait(self, bot: str, ruleset: Ruleset, *, needed: asyncio.Event) -> bool:
        """Whether the bot is ready, or was never told to be; if it is not, once somebody needs it."""
        found = self._tries.get((bot, ruleset.name))
        if found and not found.done():
            needing = asyncio.ensure_future(needed.wait())
            try:
                await asyncio.wait({found, needing}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                needing.cancel()
        return found is None or found.done()

    async def _try(self, bot: str, ruleset: Ruleset) -> None:
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
            if all(task.done() or task is asyncio.current_task() for task in self._tries.values()):
                await self._worker.stop()

    async def over(self) -> None:
        """Wait until every bot that was named is ready, or has failed to be."""
        await asyncio.gather(*self._tries.values())

    async def stop(self) -> None:
        """End it."""
        for task in self._tries.values():
            task.cancel()
        await asyncio.gather(*self._tries.values(), return_exceptions=True)
        await self._worker.stop()


def _now() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


class BotRunner:
    """Some workers that take turns."""

    def __init__(self, metrics: Metrics, *, workers: int, seconds: float, source: str = BOTS) -> None:
        self._metrics = metrics
        self._seconds = seconds
        self._readiness = Readiness(source)
        self._slow: set[tuple[str, str]] = set()
        self._workers = [Worker(source) for _ in range(workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)

    def expect(self, bots: Iterable[str], ruleset: Ruleset) -> None:
        """Get bots ready that a table is going to ask for."""
        for bot in bots:
            self._readiness.begin(bot, ruleset)

    async def readied(self) -> None:
        """Wait until all of them are ready, or have failed to be."""
        await self._readiness.over()

    async def play(self, bot: str, table: Table, *, seat: int, needed: asyncio.Event | None = None) -> Turn:
        """The turn of a bot; of a simpler one where it fails, or at last only what is mandatory.

        A bot that is still getting ready may take its time until it is needed, because nobody else is waited for.
        If it was too slow then, it is not asked again meanwhile: nobody waits for it twice.
        """
        key = bot, table.ruleset.name
        is_ready = await self._readiness.wait(bot, table.ruleset, needed=needed or _now())
        if is_ready:
            self._slow.discard(key)
        simpler = SIMPLER if is_ready else SIMPLEST
        too_late: WhyStandIn = "slow" if is_ready else "getting_ready"
        why: WhyStandIn = too_late
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
                return Turn(actions, None if name == bot else StandIn(seat=seat, by=name, why=why))
            finally:
                self._free.put_nowait(worker)
        _, mandatory = act_for_absent(table, Seat(seat), rng=SystemRng())
        texts = tuple(format_action(action, table.ruleset) for action in mandatory)
        return Turn(texts, StandIn(seat=seat, why=why))

    async def stop(self) -> None:
        """End all workers."""
        await self._readiness.stop()
        for worker in self._workers:
            await worker.stop()
