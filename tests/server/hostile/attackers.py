"""Hostile clients, each at one address, shared by the tests, the soak and `python -m benchmarks.hostile`.

`python -m tests.server.hostile.attackers NAME --port 8000 --seconds 30` runs one at low priority, so that it leaves the
cores to the server and its other clients, and prints what it managed as a JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count, cycle
from typing import Any, ClassVar

import httpx
from tests.server.hostile.clients import CONTINUATION, PING, PONG, TEXT, frame, upgrade
from tests.server.hostile.long_table import store_long_table
from tests.server.playing import ways_of
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from inkrail.server.wire.protocol import PROTOCOL

CUT = (OSError, EOFError, WebSocketException, httpx.TransportError)
"""What an attacker gets that is refused or disconnected."""
SOURCE = "127.0.66.6"
_PAUSE = 0.05
"""Seconds until an attacker that was cut off tries again."""
_CHUNK = 64 * 1024
_FIVE_MASTERS = [{"kind": "human"}, *[{"kind": "bot", "bot": "master"}] * 5]

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attempt = Callable[[], Awaitable[None]]
Seat = dict[str, Any]


class Attack:
    """A client that goes on until it is cancelled, and counts what it managed."""

    name: ClassVar[str]
    lead: ClassVar[float] = 0.0
    """Seconds until the attack has its full effect."""
    uses_bots: ClassVar[bool] = False
    """Whether it needs bots that have compiled their search, which they do once."""

    def __init__(self, port: int, *, source: str = SOURCE) -> None:
        self.port = port
        self.source = source
        self.counts: Counter[str] = Counter()

    @classmethod
    async def prepare(cls, database: str) -> None:
        """Store what the attack needs, before the server starts."""

    async def run(self) -> None:
        """Attack until cancelled."""
        raise NotImplementedError

    async def repeat(self, attempt: Attempt, *, at_once: int = 1) -> None:
        """Make this many attempts at once, and start each again when it ends."""

        async def again() -> None:
            while True:
                try:
                    await attempt()
                except CUT:
                    self.counts["cut off"] += 1
                await asyncio.sleep(_PAUSE)

        await asyncio.gather(*(again() for _ in range(at_once)))

    def http(self, *, source: str = "") -> httpx.AsyncClient:
        """An HTTP client at the attacker's address."""
        transport = httpx.AsyncHTTPTransport(local_address=source or self.source)
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", transport=transport, timeout=60)

    async def open_table(self, http: httpx.AsyncClient, *, seats: list[Any] | None = None) -> Seat | None:
        """A seat at a new table, or None if it was refused."""
        answer = await http.post("/api/tables", json={"name": "Eve", "seats": seats or [{"kind": "human"}]})
        is_open = answer.status_code == 201
        self.counts["tables" if is_open else f"answers {answer.status_code}"] += 1
        seat: Seat | None = answer.json() if is_open else None
        return seat

    async def enter(self, seat: Seat, stack: AsyncExitStack) -> ClientConnection:
        """A socket at a table, after its hello."""
        socket = await stack.enter_async_context(
            connect(
                f"ws://127.0.0.1:{self.port}/api/tables/{seat['table']}/live",
                local_addr=(self.source, 0),
                compression=None,
                max_size=None,
                max_queue=1,
                ping_interval=None,
            )
        )
        await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": seat.get("token")}))
        self.counts["sockets"] += 1
        return socket


@asynccontextmanager
async def connected(port: int, *, source: str) -> AsyncIterator[Streams]:
    """A TCP connection from this address, dropped on exit."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


@asynccontextmanager
async def upgraded(port: int, *, source: str) -> AsyncIterator[Streams]:
    """A WebSocket before its hello."""
    async with connected(port, source=source) as (reader, writer):
        writer.write(upgrade("none"))
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            raise ConnectionRefusedError(head.decode())
        yield reader, writer


class _Frames(Attack):
    """Frames that are no messages, as fast as the server takes them, without a hello."""

    first = b""
    repeated: ClassVar[bytes]

    async def run(self) -> None:
        """Flood through four connections."""
        await self.repeat(self._flood, at_once=4)

    async def _flood(self) -> None:
        many = _CHUNK // len(self.repeated)
        chunk = self.repeated * many
        async with upgraded(self.port, source=self.source) as (_, writer):
            writer.write(self.first)
            while not writer.is_closing():
                writer.write(chunk)
                self.counts["frames"] += many
                await writer.drain()
                await asyncio.sleep(0)  # drain goes on at once while the kernel takes everything
        self.counts["cut off"] += 1


class Pongs(_Frames):
    """Pongs that nobody asked for."""

    name = "pongs"
    repeated = frame(PONG)


class Continuations(_Frames):
    """A message that never ends, in empty pieces."""

    name = "continuations"
    first = frame(TEXT, b"[", last=False)
    repeated = frame(CONTINUATION, last=False)


class UnreadPings(_Frames):
    """Pings whose answers are never read."""

    name = "unread pings"
    repeated = frame(PING, bytes(125))


class BotCrowd(Attack):
    """As many tables as one address may open, each with five of the slowest bots."""

    name = "bot crowd"
    uses_bots = True

    async def run(self) -> None:
        """Open tables, and more as soon as more are allowed."""
        async with self.http() as http:

            async def open_one() -> None:
                if await self.open_table(http, seats=_FIVE_MASTERS) is None:
                    await asyncio.sleep(1)

            await self.repeat(open_one)


class DueTables(Attack):
    """Hundreds of tables that wait for bots, opened from one IPv6 network behind a proxy.

    A table that waits for a bot is due a minute later, and stays so.
    """

    name = "due tables"
    uses_bots = True
    lead = 75.0
    tables = 300

    async def run(self) -> None:
        """Open the tables, one for each address, and wait."""
        async with self.http(source="127.0.0.1") as http:
            for number in range(self.tables):
                http.headers["X-Forwarded-For"] = f"2001:db8:0:66::{number:x}"
                await self.open_table(http, seats=_FIVE_MASTERS)
            await asyncio.Event().wait()


async def draw_endlessly(socket: ClientConnection, *, number: int, counts: Counter[str]) -> None:
    """Draw and take back the same piece, without waiting for an answer; `number` chooses the piece and the cell."""
    view: dict[str, Any] = {"options": []}
    for message in json.loads(await socket.recv()):
        if message["type"] == "view":
            view = message
    if len(view["options"]) <= number:
        return
    option = view["options"][number]
    cell, ways = sorted(ways_of(option).items())[number]
    drawing = f"draw {option['piece']} {cell} {ways[0]}"
    requests = zip(cycle([drawing, f"take-back {cell}"]), count(), strict=False)

    async def read() -> None:
        async for text in socket:
            counts["acknowledged" if '"ack"' in str(text) else "refused"] += 1

    reading = asyncio.create_task(read())
    try:
        for action, request in requests:
            await socket.send(json.dumps({"type": "act", "id": f"{id(socket)}-{request}", "action": action}))
            await asyncio.sleep(0)
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


class EndlessDrawing(Attack):
    """Players who draw and take back, as fast as each socket may, at as many tables as one address may open."""

    name = "endless drawing"
    tables = 60
    sockets_a_table = 2

    async def run(self) -> None:
        """Play at all tables at once."""
        seats: list[Seat] = []
        async with self.http() as http:
            while len(seats) < self.tables and (seat := await self.open_table(http)):
                seats.append(seat)
        numbers = cycle(range(self.sockets_a_table))
        turns = cycle([(seat, next(numbers)) for seat in seats for _ in range(self.sockets_a_table)])

        async def play() -> None:
            seat, number = next(turns)
            async with AsyncExitStack() as stack:
                await draw_endlessly(await self.enter(seat, stack), number=number, counts=self.counts)

        await self.repeat(play, at_once=len(seats) * self.sockets_a_table)


class LongHistory(Attack):
    """Clients that ask for everything that ever happened at a table with a very long history."""

    name = "long history"
    table = "a-table-with-a-long-history"
    rows = 200_000

    @classmethod
    async def prepare(cls, database: str) -> None:
        """Store the table: somebody drew and took back, as earlier versions allowed."""
        await store_long_table(database, cls.table, rows=cls.rows)

    async def run(self) -> None:
        """Watch it from the beginning, again and again."""
        await self.repeat(self._watch, at_once=4)

    async def _watch(self) -> None:
        async with AsyncExitStack() as stack:
            socket = await self.enter({"table": self.table}, stack)
            self.counts["bytes"] += len(await socket.recv())


class SilentConnections(Attack):
    """Connections without a request; every second one sends its headers a byte at a time."""

    name = "silent connections"
    connections = 3000

    async def run(self) -> None:
        """Hold the connections, and replace those that are closed."""
        numbers = count()
        await self.repeat(lambda: self._hold(trickles=next(numbers) % 2 == 0), at_once=self.connections)

    async def _hold(self, *, trickles: bool) -> None:
        async with connected(self.port, source=self.source) as (reader, writer):
            self.counts["connections"] += 1
            if trickles:
                writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            while trickles:
                await asyncio.sleep(5)
                writer.write(b"a")
                await writer.drain()
            await reader.read()


class SlowReaders(Attack):
    """A hundred clients of one seat that read nothing while their table plays on."""

    name = "slow readers"
    readers = 100

    async def run(self) -> None:
        """Draw at the table that the others do not read from."""
        async with self.http() as http:
            seat = await self.open_table(http)
        if seat is None:
            return

        async def read_nothing() -> None:
            async with AsyncExitStack() as stack:
                socket = await self.enter(seat, stack)
                await socket.wait_closed()

        async def play() -> None:
            async with AsyncExitStack() as stack:
                await draw_endlessly(await self.enter(seat, stack), number=0, counts=self.counts)

        await asyncio.gather(self.repeat(read_nothing, at_once=self.readers), self.repeat(play))


class CostlyBodies(Attack):
    """Bodies with as many unknown keys as fit."""

    name = "costly bodies"
    body = json.dumps(
        {"name": "Eve", **{f"k{n:05}": 0 for n in range(23_000)}}, separators=(",", ":")
    ).encode()

    async def run(self) -> None:
        """Post them through eight connections."""
        async with self.http() as http:

            async def post() -> None:
                answer = await http.post(
                    "/api/tables", content=self.body, headers={"Content-Type": "application/json"}
                )
                self.counts[f"answers {answer.status_code}"] += 1

            await self.repeat(post, at_once=8)


ATTACKS: dict[str, type[Attack]] = {
    attack.name: attack
    for attack in (
        Pongs,
        Continuations,
        UnreadPings,
        BotCrowd,
        DueTables,
        EndlessDrawing,
        LongHistory,
        SilentConnections,
        SlowReaders,
        CostlyBodies,
    )
}


async def attack(one: Attack, *, seconds: float) -> None:
    """Attack for this long, again after the server was away."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await one.repeat(one.run)


def main() -> None:
    """Run one of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=ATTACKS)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, default=30.0)
    wanted = parser.parse_args()
    os.nice(10)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    one = ATTACKS[wanted.name](wanted.port)
    asyncio.run(attack(one, seconds=wanted.seconds))
    sys.stdout.write(json.dumps(one.counts) + "\n")


if __name__ == "__main__":
    main()
