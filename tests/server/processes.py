"""The command `inkrail` as a process of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from signal import SIGKILL

import httpx
from tests.server.victims import CUT
from tests.server.waiting import limited

RUN = "from inkrail.cli import main; main()"


@asynccontextmanager
async def command(*words: str) -> AsyncIterator[Process]:
    """The command with these arguments; on exit it and the processes it started are killed if they still run."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", RUN, *words, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            os.killpg(process.pid, SIGKILL)
            await process.wait()


async def answering(port: int, process: Process) -> str:
    """The address, once the server answers."""
    address = f"http://127.0.0.1:{port}"
    async with (
        limited(f"an answer on port {port}"),
        httpx.AsyncClient(base_url=address, timeout=None) as http,  # noqa: S113
    ):
        while True:
            assert process.returncode is None
            try:
                if (await http.get("/readyz")).status_code == 200:
                    return address
            except CUT:
                await asyncio.sleep(0.1)


async def output(process: Process) -> bytes:
    """What a process that is about to exit wrote to standard error."""
    async with limited("the process to end"):
        _, written = await process.communicate()
    return written


async def started(process: Process, *, times: int) -> bytes:
    """The log up to the start of this many processes."""
    assert process.stderr is not None
    logged = b""
    async with limited(f"{times} processes to start"):
        while logged.count(b'"started"') < times:
            line = await process.stderr.readline()
            assert line, logged
            logged += line
    return logged
