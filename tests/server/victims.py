"""Server processes that are forked quickly, killed, and started again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

import httpx
from tests.server.waiting import limited
from websockets.exceptions import ConnectionClosed, InvalidHandshake

CUT = (ConnectionClosed, InvalidHandshake, OSError, EOFError, httpx.TransportError)
"""The errors a client gets when the server is gone."""
LATER = ("server.busy", "server.storage")
"""Refusals after which the same request may be sent again."""
PAUSE = 0.02
ROOT = Path(__file__).parents[2]


class Zygote:
    """The process that the servers are forked from."""

    def __init__(self, log: Path, *, limits: bool = False) -> None:
        self._log = log
        self._words = ("--limits",) if limits else ()
        self._process: Process | None = None

    async def __aenter__(self) -> Self:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "tests.server.zygote", *self._words),
                stdin=PIPE,
                stdout=PIPE,
                stderr=log,
                cwd=ROOT,
            )
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()

    async def fork(self, *, port: int, database: str) -> int:
        """Start a new server and return its process id."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{port} {database}\n".encode())
        async with limited("a server to be forked"):
            line = await self._process.stdout.readline()
        assert line, self._log.read_text()
        return int(line)


class Victim:
    """A server process on its own port."""

    def __init__(self, database: str, *, port: int, zygote: Zygote) -> None:
        self.port = port
        self._database = database
        self._zygote = zygote
        self.pid = 0
        self.up = asyncio.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it and wait until it listens."""
        self.pid = await self._zygote.fork(port=self.port, database=self._database)
        async with limited(f"the server {self.pid} to listen on port {self.port}"):
            while not self.up.is_set():
                os.kill(self.pid, 0)
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    await asyncio.sleep(PAUSE)
                else:
                    writer.close()
                    self.up.set()

    async def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Stop it, by default with SIGKILL."""
        self.up.clear()
        with suppress(ProcessLookupError):
            async with limited(f"the server {self.pid} to end"):
                if self.pid:
                    os.kill(self.pid, how)
                while self.pid:
                    os.kill(self.pid, 0)
                    await asyncio.sleep(PAUSE / 4)


async def up(victims: Sequence[Victim], chance: random.Random) -> Victim:
    """A server to connect to, once it is up."""
    victim = chance.choice(victims)
    await asyncio.sleep(PAUSE)
    async with limited(f"the server on port {victim.port} to be started again"):
        await victim.up.wait()
    return victim
