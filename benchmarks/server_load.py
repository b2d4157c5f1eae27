"""The server under load: `python -m benchmarks.server_load [--tables N ...] [--seconds S]`.

For each number N, a server process gets N tables with two players each, who draw once every two seconds; before that,
an echo server on the same stack gets the same number of connections and messages. Prints a line for each and, as the
last line, one JSON object with all of them and the largest number of tables within the limits. Latency is measured
from sending an action to its `ack`, which comes with the changed view.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass
from functools import reduce
from operator import or_
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.processes import allow_many_files, cpu_of, free_port, inkrail_server, memory_of, process
from inkrail.core.cells import cells_of, contains
from inkrail.server.wire.protocol import PROTOCOL

PAUSE = 2.0
"""The seconds between two actions of a player."""
_WARM_UP = 4.0
_FIRST_IDLE = 20
MEDIAN_LIMIT, TAIL_LIMIT = 3.0, 5.0
"""The highest ratio to the echo's latency of the median and of the 99th percentile."""
LATE_LIMIT = 0.01
"""The fraction of actions that may be sent late; beyond it the load was lower than intended."""


@dataclass(frozen=True)
class Measured:
    """The results of one run."""

    connections: int
    actions_per_second: float
    p50_ms: float
    p99_ms: float
    memory_mib: float
    cpu_ms_per_action: float
    """The server's CPU time per action; unlike latency it depends little on what else is running."""
    late: float
    """The fraction of actions that the load generator sent more than 100 ms late."""


class Meter:
    """Collects latencies between two points in time."""

    def __init__(self, *, seconds: float) -> None:
        self.begin = perf_counter() + _WARM_UP
        self.end = self.begin + seconds
        self.times: list[float] = []
        self.late = 0
        self._cpu = (0.0, 0.0)

    async def watch(self, *pids: int) -> None:
        """Measure the server's CPU time between the two points in time."""
        await self.until_begin()
        before = sum(map(cpu_of, pids))
        await self.until_end()
        self._cpu = before, sum(map(cpu_of, pids))

    async def until_begin(self) -> None:
        """Wait for the start of the measurement."""
        await asyncio.sleep(self.begin - perf_counter())

    async def until_end(self) -> None:
        """Wait for the end of the measurement."""
        await asyncio.sleep(self.end - perf_counter())

    def add(self, sent: float, due: float) -> None:
        """Record an answer."""
        if self.begin <= sent <= self.end:
            self.times.append(perf_counter() - sent)
            self.late += sent - due > 0.1

    def result(self, *, connections: int, memory: float) -> Measured:
        """The results so far."""
        times = sorted(self.times)
        if not times:
            raise RuntimeError("nothing was answered")
        return Measured(
            connections,
            round(len(times) / (self.end - self.begin), 1),
            round(times[len(times) // 2] * 1000, 2),
            round(times[int(len(times) * 0.99)] * 1000, 2),
            memory,
            round((self._cpu[1] - self._cpu[0]) / len(times) * 1000, 3),
            round(self.late / len(times), 3),
        )


async def at_intervals(meter: Meter, act: Callable[[float], Coroutine[Any, Any, None]]) -> None:
    """Act once per pause, starting at a random time, until the time is up."""
    due = perf_counter() + random.random() * PAUSE
    while due < meter.end:
        await asyncio.sleep(max(0.0, due - perf_counter()))
        await act(due)
        due += PAUSE


# The echo.


def echo_server(*, port: int, database: str) -> AbstractAsyncContextManager[Process]:
    """An echo on this port and database."""
    return process("-m", "benchmarks.server_echo", str(port), database, port=port, limits={})


async def measure_echo(connections: int, *, seconds: float) -> Measured:
    """Measure the echo server with this many connections."""
    port = free_port()
    with TemporaryDirectory() as folder:
        async with echo_server(port=port, database=f"{folder}/echo.sqlite3") as server:
            return await echo_all([port], connections, pids=[server.pid], seconds=seconds)


async def echo_all(
    ports: Sequence[int], connections: int, *, pids: Sequence[int], seconds: float
) -> Measured:
    """Send to this many connections, shared by the echoes."""
    sockets = [
        await connect(f"ws://127.0.0.1:{ports[n % len(ports)]}/echo/t{n}", compression=None)
        for n in range(connections)
    ]
    meter = Meter(seconds=seconds)
    await asyncio.gather(meter.watch(*pids), *(_echo(connection, meter) for connection in sockets))
    return meter.result(connections=connections, memory=sum(map(memory_of, pids)))


async def _echo(connection: ClientConnection, meter: Meter) -> None:
    number = 0

    async def act(due: float) -> None:
        nonlocal number
        number += 1
        text = json.dumps({"type": "act", "id": f"n{number}", "action": "draw highway-straight B1 H.H."})
        sent = perf_counter()
        await connection.send(text)
        await connection.recv()
        meter.add(sent, due)

    await at_intervals(meter, act)


# The server.


async def measure_server(tables: int, *, seconds: float) -> Measured:
    """Measure the real server with this many tables of two players."""
    port = free_port()
    with TemporaryDirectory() as folder:
        async with inkrail_server(port=port, database=f"{folder}/load.sqlite3") as server:
            players = await connect_players([(port, port)] * tables)
            meter = Meter(seconds=seconds)
            await asyncio.gather(meter.watch(server.pid), *(player.play(meter) for player in players))
            return meter.result(connections=2 * tables, memory=memory_of(server.pid))


async def measure_idle(tables: int) -> float:
    """The memory of a table whose game has begun and that nobody is connected to, in KiB."""
    port = free_port()
    with TemporaryDirectory() as folder:
        async with inkrail_server(port=port, database=f"{folder}/idle.sqlite3") as server:
            memory = [0.0, 0.0]
            for number, count in enumerate((_FIRST_IDLE, tables)):  # the first ones pay for what all share
                for player in await connect_players([(port, port)] * count):
                    await player.leave()
                memory[number] = memory_of(server.pid)
            return round((memory[1] - memory[0]) * 1024 / tables, 1)


async def connect_players(routes: Sequence[tuple[int, int]]) -> list[Player]:
    """Connect all players, each pair to its two ports, and start all games."""
    players: list[Player] = []
    seats = [{"kind": "human"}, {"kind": "human"}]
    async with httpx.AsyncClient() as http:
        for one, other in routes:
            tables = "http://127.0.0.1:{}/api/tables"
            ann = (await http.post(tables.format(one), json={"name": "Ann", "seats": seats})).json()
            join = f"{tables.format(other)}/{ann['table']}/join"
            pair = [Player(one, ann), Player(other, (await http.post(join, json={"name": "Bob"})).json())]
            for player in pair:
                await player.enter()
            await pair[0].start()
            players += pair
    return players


class Player:
    """A client that draws the first thing its view offers and reads every message."""

    def __init__(self, port: int, given: dict[str, Any], *, source: str = "127.0.0.1") -> None:
        self._source = source
        self._address = f"ws://127.0.0.1:{port}/api/tables/{given['table']}/live"
        self.table: str = given["table"]
        self._token = given["token"]
        self._socket: ClientConnection | None = None
        self._view: dict[str, Any] = {}
        self._number = 0
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        """Connect and say hello."""
        source = self._source, 0
        self._socket = await connect(self._address, compression=None, max_size=None, local_addr=source)
        await self._socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": self._token}))
        self._reader = asyncio.create_task(self._read())

    async def start(self) -> None:
        """Begin the game, once this process knows that both players have joined."""
        while (await self._ask({"type": "start"}))["type"] != "ack":  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)

    async def leave(self) -> None:
        """Disconnect."""
        assert self._socket is not None
        await self._socket.close()

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            await self._read_all(self._socket)
        except ConnectionClosed as closed:
            for answer in self._answers.values():
                answer.set_exception(closed)

    async def _read_all(self, socket: ClientConnection) -> None:
        async for text in socket:
            for message in json.loads(text):
                if message["type"] == "view":
                    self._view = message
                elif message["type"] == "change":
                    self._view |= message["parts"]
                elif message["type"] in ("ack", "refused") and message["id"] in self._answers:
                    self._answers[message["id"]].set_result(message)

    async def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._socket is not None
        self._number += 1
        id_ = f"n{self._number}"
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[id_] = answer
        try:
            await self._socket.send(json.dumps({**message, "id": id_}))
            return await answer
        finally:
            del self._answers[id_]

    async def play(self, meter: Meter) -> None:
        """Act until the time is up."""

        async def act(due: float) -> None:
            sent = perf_counter()
            if await self.act():
                meter.add(sent, due)

        await at_intervals(meter, act)
        if self._reader:
            self._reader.cancel()

    async def act(self) -> bool:
        """Take the next action; False while the player has to wait."""
        action = self._action()
        if action is None:
            return False
        answer = await self._ask({"type": "act", "action": action})
        if answer["type"] != "ack":
            raise RuntimeError(f"refused: {answer}")
        return True

    @property
    def must_act(self) -> bool:
        """Whether the table waits for this player."""
        return self._action() is not None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._view.get("phase") == "over"

    def _action(self) -> str | None:
        """A mandatory die anywhere, or done; None while the player has to wait."""
        view = self._view
        if view.get("phase") != "draw" or view["done"]:
            return None
        for option in view["options"]:
            if option["mandatory"]:
                fits = option["fits"]
                cell = random.choice(cells_of(reduce(or_, fits.values())))
                sides = next(sides for sides, cells in fits.items() if contains(cells, cell))
                return f"draw {option['piece']} {cell} {sides}"
        return "done"


async def compare(tables: int, *, seconds: float) -> dict[str, Any]:
    """Measure the echo and then the server."""
    echo = await measure_echo(2 * tables, seconds=seconds)
    server = await measure_server(tables, seconds=seconds)
    for name, result in (("echo", echo), ("server", server)):
        print(f"{tables:5} tables  {name:8}{result}", file=sys.stderr)
    return {"tables": tables, **judged(server, echo)}


def judged(server: Measured, echo: Measured) -> dict[str, Any]:
    """Both results, and whether the server's is within the limits."""
    median, tail = server.p50_ms / echo.p50_ms, server.p99_ms / echo.p99_ms
    return {
        "echo": asdict(echo),
        "server": asdict(server),
        "p50_ratio": round(median, 2),
        "p99_ratio": round(tail, 2),
        "holds": median <= MEDIAN_LIMIT and tail <= TAIL_LIMIT and server.late <= LATE_LIMIT,
    }


async def compare_all(counts: list[int], *, seconds: float, idle: int) -> dict[str, Any]:
    """Compare each number of tables in turn, and measure the memory of a table that is idle."""
    runs = [await compare(tables, seconds=seconds) for tables in counts]
    holding = [run["tables"] for run in runs if run["holds"]]
    return {
        "largest_that_holds": max(holding, default=None),
        "idle_table_kib": await measure_idle(idle),
        "runs": runs,
    }


def main() -> None:
    """Measure the given numbers of tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1000])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--idle", type=int, default=500, help="tables opened to measure the memory of one")
    wanted = parser.parse_args()
    # All players' views are in this process: collecting garbage among them would add to the measured latency.
    gc.disable()
    allow_many_files()
    runs = compare_all(wanted.tables, seconds=wanted.seconds, idle=wanted.idle)
    print(json.dumps(asyncio.run(runs)))


if __name__ == "__main__":
    main()
