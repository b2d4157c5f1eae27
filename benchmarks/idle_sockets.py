"""The memory of a WebSocket that is idle, and whether thousands of them are held.

`python -m benchmarks.idle_sockets --sockets 10000` opens that many from 500 addresses of this machine, each watching one of 100
tables, waits until every one has answered a ping of the server, and plays at one more table meanwhile. The last line
is a JSON object. Server and client need as many open files as there are sockets.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from tests.server.hostile.clients import hello, upgrade

from benchmarks.processes import allow_many_files, cpu_of, free_port, inkrail_server, memory_of
from benchmarks.server_load import Player, connect_players

ADDRESSES = 500
TABLES = 100
AT_ONCE = 50
"""Sockets that are opened at the same time."""
PING_SECONDS = 45.0
"""uvicorn pings every 20 seconds, and gives up after 20 more."""
PAUSE = 0.2
_PING, _PONG = b"\x89\x04", b"\x8a\x84\0\0\0\0"
"""The heads of a ping with four bytes, as uvicorn sends it, and of its answer."""


class Watcher(asyncio.Protocol):
    """A client that says hello and then does nothing but answer pings."""

    def __init__(self, table: str) -> None:
        self.is_welcome = asyncio.get_running_loop().create_future()
        self.pings = 0
        self.is_lost = False
        self._table = table
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(upgrade(self._table))

    def data_received(self, data: bytes) -> None:
        """Say hello, or answer a ping; everything else is ignored."""
        assert self._transport
        if b" 101 " in data:
            self._transport.write(hello())
        elif not self.is_welcome.done():
            self.is_welcome.set_result(None)
        at = data.find(_PING) + len(_PING)
        if at >= len(_PING):
            self.pings += 1
            self._transport.write(_PONG + data[at : at + 4])

    def connection_lost(self, exc: Exception | None) -> None:
        """The server ended it."""
        self.is_lost = True
        if not self.is_welcome.done():
            self.is_welcome.set_exception(exc or ConnectionError("refused"))


async def open_watchers(port: int, tables: list[str], *, sockets: int) -> list[Watcher]:
    """Open all sockets, a few at a time."""
    loop = asyncio.get_running_loop()
    watchers: list[Watcher] = []

    async def open_one(number: int) -> None:
        address = number % ADDRESSES
        source = (f"127.1.{address // 250}.{address % 250 + 1}", 0)
        table = tables[number % len(tables)]
        _, watcher = await loop.create_connection(
            lambda: Watcher(table), "127.0.0.1", port, local_addr=source
        )
        await watcher.is_welcome
        watchers.append(watcher)

    for first in range(0, sockets, AT_ONCE):
        await asyncio.gather(*(open_one(number) for number in range(first, min(first + AT_ONCE, sockets))))
    return watchers


async def act_on(player: Player, times: list[float], end: float) -> None:
    """Act, and note how long each answer took."""
    while perf_counter() < end:
        began = perf_counter()
        if await player.act():
            times.append(perf_counter() - began)
        await asyncio.sleep(PAUSE)


async def measure(sockets: int) -> dict[str, Any]:
    """Open, wait, and count what is left."""
    port = free_port()
    with TemporaryDirectory() as folder:
        async with inkrail_server(port=port, database=f"{folder}/idle.sqlite3") as server:
            players = await connect_players([(port, port)] * (TABLES + 1))
            watched = [player.table for player in players[2::2]]
            await asyncio.sleep(1)
            idle = memory_of(server.pid)
            began = perf_counter()
            watchers = await open_watchers(port, watched, sockets=sockets)
            took = perf_counter() - began
            cpu, answers = cpu_of(server.pid), list[float]()
            end = perf_counter() + PING_SECONDS
            await asyncio.gather(*(act_on(player, answers, end) for player in players[:2]))
            await asyncio.sleep(max(0.0, end - perf_counter()))
            held = sum(not watcher.is_lost and watcher.pings > 0 for watcher in watchers)
            await asyncio.gather(*(player.leave() for player in players))
            answers.sort()
            return {
                "sockets": sockets,
                "held_after_a_ping": held,
                "lost": sum(watcher.is_lost for watcher in watchers),
                "opened_a_second": round(sockets / took),
                "socket_kib": round((memory_of(server.pid) - idle) * 1024 / sockets, 1),
                "memory_mib": memory_of(server.pid),
                "cores": round((cpu_of(server.pid) - cpu) / PING_SECONDS, 2),
                "p99_ms_of_a_player": round(answers[int(len(answers) * 0.99)] * 1000, 1),
            }


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=10_000)
    options = parser.parse_args()
    allow_many_files()
    print(json.dumps(asyncio.run(measure(options.sockets))))


if __name__ == "__main__":
    main()
