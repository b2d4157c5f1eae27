"""The servers that benchmarks start, and what the system says about them."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

NO_LIMITS = {"INKRAIL_CREATIONS": "1000000", "INKRAIL_ADDRESS_PEOPLE": "100000"}
"""The settings of a server whose clients are all at one address."""


def inkrail_server(
    *, port: int, database: str, limits: Mapping[str, str] = NO_LIMITS
) -> AbstractAsyncContextManager[Process]:
    """A real server on this port and database."""
    words = ("serve", "--port", str(port), "--database", database)
    return process("-c", "from inkrail.cli import main; main()", *words, port=port, limits=limits)


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def process(*words: str, port: int, limits: Mapping[str, str]) -> AsyncIterator[Process]:
    """Start a server and wait until it listens; kill it at the end."""
    environment = {**os.environ, "INKRAIL_LOG_LEVEL": "WARNING", **limits}
    started = await asyncio.create_subprocess_exec(sys.executable, *words, env=environment)
    while True:
        if started.returncode is not None:
            raise RuntimeError("the server did not start")
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            break
        except OSError:
            await asyncio.sleep(0.1)
    try:
        yield started
    finally:
        started.kill()
        await started.wait()


def memory_of(pid: int) -> float:
    """The resident memory of a process, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def cpu_of(pid: int) -> float:
    """The CPU time of a process, in seconds."""
    return sum(_ticks(pid)[:2]) / os.sysconf("SC_CLK_TCK")


def cpu_with_ended_children(pid: int) -> float:
    """The CPU time of a process and of those of its children that have ended, in seconds."""
    return sum(_ticks(pid)) / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> tuple[int, ...]:
    """User and system time of a process, then of its children that have ended."""
    # The name may contain spaces; what follows it starts with the third field.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return tuple(map(int, fields[11:15]))


def allow_many_files() -> None:
    """Let this process open as many sockets as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
