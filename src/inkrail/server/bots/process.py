"""The server's handle on a worker process: requests turns and answers from it and abandons it when it is too slow."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, parse_action
from inkrail.server.bots.programs import Program
from inkrail.server.bots.questions import Question
from inkrail.server.bots.worker import LENGTH, Task, packed

log = logging.getLogger("inkrail.bots")

PATIENCE = 300.0
"""How many seconds a process that timed out may keep running."""


def _ignore(_: object) -> None:
    """Report nothing."""


class BotFailed(Exception):
    """A bot returned no usable answer."""


class WorkerProcess:
    """One worker process, started on first use.

    A process that takes too long is left running while another takes its place, so that what it loaded or compiled is
    available for the next request. It is ended together with the programs that it runs.
    """

    def __init__(
        self, source: str, *, niceness: int = 0, programs: Mapping[str, Program] | None = None
    ) -> None:
        self._arguments = source, str(niceness), str(os.getpid())
        self._programs = programs or {}
        self._process: Process | None = None
        self._late: asyncio.Task[None] | None = None
        self._warm: Process | None = None

    async def play(
        self, task: Task, *, seconds: float, report: Callable[[int], None] = _ignore
    ) -> tuple[Action, ...]:
        """Return the bot's actions, or raise `BotFailed`; report how many percent of what it compiles are done."""
        program = self._programs.get(task.bot)
        if program:
            task = replace(task, bot=program.bot)
        answer = await self._exchange(task, seconds=seconds, report=report)
        try:
            return tuple(parse_action(str(text), task.table.ruleset) for text in answer["actions"])
        except (KeyError, Refusal) as error:
            log.warning("bot failed", extra={"bot": task.bot, "error": answer.get("error", str(error))})
            raise BotFailed("failed") from None

    async def ask(
        self,
        question: Question,
        *,
        seconds: float,
        report: Callable[[int], None] = _ignore,
        part: Callable[[Any], None] = _ignore,
    ) -> Any:
        """Return the answer to a question, its refusal, or raise `BotFailed`; `part` is told what comes before the end."""
        answer = await self._exchange(question, seconds=seconds, report=report, part=part)
        if "refusal" in answer:
            raise Refusal(answer["refusal"], **answer["params"])
        if "result" not in answer:
            name = question.function.__name__
            log.warning("question failed", extra={"question": name, "error": answer.get("error")})
            raise BotFailed("failed")
        return answer["result"]

    async def _exchange(
        self,
        task: Task | Question,
        *,
        seconds: float,
        report: Callable[[int], None],
        part: Callable[[Any], None] = _ignore,
    ) -> _Answer:
        if self._warm:
            await _end(self._process)
            self._process, self._warm = self._warm, None
        process = self._process = self._process or await self._start()
        asking = asyncio.create_task(_ask(process, packed(task), report=report, part=part))
        try:
            await asyncio.wait({asking}, timeout=seconds)
            if not asking.done():
                self._process = None
                await self._set_aside(process, asking)
                raise BotFailed("slow")
            return asking.result()
        except (OSError, ValueError, asyncio.IncompleteReadError):
            await self.stop()
            raise BotFailed("died") from None
        except asyncio.CancelledError:
            # Its answer must not be taken for that of the next task.
            self._process = None
            await self._set_aside(process, asking)
            raise

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "inkrail.server.bots.worker",
            *self._arguments,
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
        )

    async def _set_aside(self, process: Process, asking: asyncio.Task[_Answer]) -> None:
        """Let a slow process keep running, but at most one."""
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
            log.warning("bot does not answer")
            await _end(process)
        except asyncio.CancelledError:
            await _end(process)
            raise

    async def stop(self) -> None:
        """Stop all processes."""
        if self._late:
            self._late.cancel()
            await asyncio.gather(self._late, return_exceptions=True)
        for process in (self._process, self._warm):
            await _end(process)
        self._process = self._warm = None


_Answer = dict[str, Any]


async def _ask(
    process: Process, message: bytes, *, report: Callable[[int], None], part: Callable[[Any], None]
) -> _Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(message)
    await process.stdin.drain()
    while True:
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        answer: _Answer = json.loads(await process.stdout.readexactly(length))
        if "percent" in answer:
            report(int(answer["percent"]))
        elif "part" in answer:
            part(answer["part"])
        else:
            return answer


async def _end(process: Process | None) -> None:
    """End a worker and, where there are process groups, the programs that it runs."""
    if process and process.returncode is None:
        if sys.platform == "win32":
            process.kill()
        else:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
