"""Several server processes on one PostgreSQL: `python -m benchmarks.server_processes [--tables N ...] [--processes 2]`.

As `benchmarks.server_load`: the same players, compared by the same rule with as many echoes on the same database; first with
all clients of a table at one process, then with those of each table spread over two. Starts a PostgreSQL of its own, as the
tests do. Prints a line for each run and, as the last line, one JSON object with all of them, the highest rate that each way
holds, and how many cores each part kept busy.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from tests.server.postgres import Postgres, running_postgres

from benchmarks.processes import (
    allow_many_files,
    cpu_of,
    cpu_with_ended_children,
    free_port,
    inkrail_server,
    memory_of,
)
from benchmarks.server_load import Measured, Meter, connect_players, echo_all, echo_server, judged

Start = Callable[..., AbstractAsyncContextManager[Process]]
"""Starts a server on a port and a database."""


class Cores:
    """How many cores the servers, the database and the load generator keep busy while it measures."""

    def __init__(self, servers: list[int], *, database: int) -> None:
        self._servers = servers
        self._database = database
        self.busy: dict[str, float] = {}

    def _taken(self) -> dict[str, float]:
        servers = {f"server {n}": cpu_of(pid) for n, pid in enumerate(self._servers, start=1)}
        database = sum(map(cpu_with_ended_children, _family(self._database)))
        return {**servers, "database": database, "load": cpu_of(os.getpid())}

    async def watch(self, meter: Meter) -> None:
        """Compare the two ends of the measurement."""
        await meter.until_begin()
        before = self._taken()
        await meter.until_end()
        seconds = meter.end - meter.begin
        self.busy = {name: round((cpu - before[name]) / seconds, 2) for name, cpu in self._taken().items()}


def _family(pid: int) -> list[int]:
    """A process and its children: PostgreSQL has one for each connection."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


@asynccontextmanager
async def running(start: Start, processes: int) -> AsyncIterator[tuple[Postgres, list[int], list[int]]]:
    """A fresh PostgreSQL with this many servers on it: their ports and their process ids."""
    async with AsyncExitStack() as stack:
        postgres = stack.enter_context(running_postgres())
        database = postgres.address.format("postgres")
        ports = [free_port() for _ in range(processes)]
        servers = [await stack.enter_async_context(start(port=port, database=database)) for port in ports]
        yield postgres, ports, [server.pid for server in servers]


async def measure_echo(tables: int, *, processes: int, seconds: float) -> Measured:
    """Measure as many echoes on the same PostgreSQL."""
    async with running(echo_server, processes) as (_, ports, pids):
        return await echo_all(ports, 2 * tables, pids=pids, seconds=seconds)


async def measure(tables: int, *, processes: int, spread: bool, seconds: float) -> dict[str, Any]:
    """Measure this many tables of two players."""
    echo = await measure_echo(tables, processes=processes, seconds=seconds)
    async with running(inkrail_server, processes) as (postgres, ports, pids):
        players = await connect_players([_route(ports, n, spread=spread) for n in range(tables)])
        meter, cores = Meter(seconds=seconds), Cores(pids, database=postgres.pid)
        watching = (meter.watch(*pids), cores.watch(meter))
        await asyncio.gather(*watching, *(player.play(meter) for player in players))
        server = meter.result(connections=2 * tables, memory=sum(map(memory_of, pids)))
    routing = "spread" if spread else "by table"
    return {"tables": tables, "routing": routing, **judged(server, echo), "cores_busy": cores.busy}


def _route(ports: list[int], table: int, *, spread: bool) -> tuple[int, int]:
    """The processes of a table's two players."""
    first = table % len(ports)
    return ports[first], ports[(first + spread) % len(ports)]


async def measure_all(counts: list[int], *, processes: int, seconds: float) -> dict[str, Any]:
    """Measure each number of tables with both ways of routing."""
    runs = []
    for tables in counts:
        for spread in (False, True):
            runs.append(await measure(tables, processes=processes, spread=spread, seconds=seconds))
            print(runs[-1], file=sys.stderr)
    return {
        "processes": processes,
        "cores": os.cpu_count(),
        "held_per_second": {routing: _held(runs, routing) for routing in ("by table", "spread")},
        "runs": runs,
    }


def _held(runs: list[dict[str, Any]], routing: str) -> float | None:
    """The highest rate that was held."""
    rates = [
        run["server"]["actions_per_second"] for run in runs if run["holds"] and run["routing"] == routing
    ]
    return max(rates, default=None)


def main() -> None:
    """Measure the given numbers of tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[200, 300, 400, 500])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20.0)
    wanted = parser.parse_args()
    gc.disable()  # as in server_load
    allow_many_files()
    runs = measure_all(wanted.tables, processes=wanted.processes, seconds=wanted.seconds)
    print(json.dumps(asyncio.run(runs)))


if __name__ == "__main__":
    main()
