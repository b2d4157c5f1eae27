"""Bots at the table: played in processes of their own, within a time budget, with simpler ones behind them."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from time import perf_counter
from typing import Any

from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.server.bot_worker import LENGTH, Task, packed
from inkrail.server.metrics import Metrics
from inkrail.server.stand_in import stand_in
from inkrail.server.tokens import SystemRng

log = logging.getLogger("inkrail.bots")

SIMPLER = ("greedy", "random")
"""Who steps in when a bot is too slow or fails, in this order."""
BOTS = "inkrail.bots.registry:find_bot"


class BotFailed(Exception):
    """A bot gave no answer that can be used."""


PATIENCE = 120.0
"""How long a process that was too slow may go on: the first time a bot may have to compile what it needs."""


class Worker:
    """One process, started when it is needed; one that takes too long is retired and another takes its place."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._process: Process | None = None
        self._retired: asyncio.Task[None] | None = None

    async def play(self, task: Task, *, seconds: float) -> tuple[str, ...]:
        """The bot's actions, or a failure."""
        try:
            answer = await asyncio.wait_for(self._ask(packed(task)), seconds)
        except TimeoutError:
            await self._retire()
            raise BotFailed("slow") from None
        except (OSError, ValueError, asyncio.IncompleteReadError):
            await _end(self._process)
            self._process = None
            raise BotFailed("died") from None
        actions = answer.get("actions")
        if not actions:
            log.warning("bot failed", extra={"bot": task.bot, "error": answer.get("error")})
            raise BotFailed("failed")
        return tuple(map(str, actions))

    async def _ask(self, message: bytes) -> dict[str, Any]:
        process = self._process or await self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(message)
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        answer: dict[str, Any] = json.loads(await process.stdout.readexactly(length))
        return answer

    async def _start(self) -> Process:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "inkrail.server.bot_worker", self._source, stdin=PIPE, stdout=PIPE
        )
        return self._process

    async def _retire(self) -> None:
        """Let the slow process finish in peace, once; what it compiled is there for the next."""
        process, self._process = self._process, None
        if process and (self._retired is None or self._retired.done()):
            self._retired = asyncio.create_task(_wait(process))
        else:
            await _end(process)

    async def stop(self) -> None:
        """End all processes."""
        if self._retired:
            self._retired.cancel()
            await asyncio.gather(self._retired, return_exceptions=True)
        await _end(self._process)
        self._process = None


async def _wait(process: Process) -> None:
    assert process.stdout is not None
    try:
        await asyncio.wait_for(process.stdout.read(1), PATIENCE)
    except TimeoutError:
        log.warning("bot gives no answer at all")
    finally:
        await _end(process)


async def _end(process: Process | None) -> None:
    if process and process.returncode is None:
        process.kill()
        await process.wait()


class BotRunner:
    """Some workers that take turns."""

    def __init__(self, metrics: Metrics, *, workers: int, seconds: float, source: str = BOTS) -> None:
        self._metrics = metrics
        self._seconds = seconds
        self._workers = [Worker(source) for _ in range(workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def play(self, bot: str, table: Table, *, seat: int) -> tuple[str, ...]:
        """The actions of a bot for its round; of a simpler one where it fails, at the end of nobody's."""
        began = perf_counter()
        for name in dict.fromkeys((bot, *SIMPLER)):
            worker = await self._free.get()
            try:
                actions = await worker.play(Task(name, table, seat), seconds=self._seconds)
            except BotFailed as failure:
                self._metrics.fallbacks.labels(bot=name, why=str(failure)).inc()
                log.warning("bot replaced", extra={"bot": name, "why": str(failure)})
            else:
                self._metrics.bots.labels(bot=name).observe(perf_counter() - began)
                return actions
            finally:
                self._free.put_nowait(worker)
        return tuple(stand_in(table, Seat(seat), rng=SystemRng()))

    async def stop(self) -> None:
        """End all workers."""
        for worker in self._workers:
            await worker.stop()
