"""Raw clients that send what no good client sends, each from an address of its own."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from tests.server.serving import Served
from tests.server.waiting import limited

from inkrail.server.wire.protocol import PROTOCOL

CONTINUATION, TEXT, BINARY, PING, PONG = 0, 1, 2, 9, 10
EVE = "127.0.0.66"
"""An address of this machine that is not trusted as a proxy."""


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A frame as a client sends it, with a mask that changes nothing."""
    head = bytes([opcode | (0x80 if last else 0)])
    if len(payload) < 126:
        return head + bytes([0x80 | len(payload)]) + b"\0\0\0\0" + payload
    return head + b"\xfe" + struct.pack("!H", len(payload)) + b"\0\0\0\0" + payload


def hello(token: str | None = None) -> bytes:
    message = {"type": "hello", "protocol": PROTOCOL, "token": token}
    return frame(TEXT, json.dumps(message).encode())


def upgrade(table: str, *headers: str) -> bytes:
    """The request for a WebSocket."""
    lines = (
        f"GET /api/tables/{table}/live HTTP/1.1",
        "Host: test",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        *headers,
    )
    return "\r\n".join((*lines, "", "")).encode()


@dataclass
class Raw:
    """A connection that sends bytes."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        """Send as much as the server takes before it ends the connection."""
        with suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()

    async def head(self) -> bytes:
        """The head of the next answer; empty if the connection ended."""
        async with limited("the head of an answer"):
            try:
                return await self.reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                return b""

    async def until_cut(self) -> int:
        """Read until the server ends the connection; the number of bytes it sent."""
        count = 0
        async with limited("the server to end the connection"):
            with suppress(ConnectionError):
                while data := await self.reader.read(65536):
                    count += len(data)
        return count


@asynccontextmanager
async def raw(server: Served, *, source: str = EVE, limit: int = 65536) -> AsyncIterator[Raw]:
    """A connection from this address."""
    port = int(server.address.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), limit=limit)
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


@asynccontextmanager
async def raw_socket(server: Served, table: str = "none", *, source: str = EVE) -> AsyncIterator[Raw]:
    """A WebSocket from this address, before its hello."""
    async with raw(server, source=source) as client:
        await client.send(upgrade(table))
        assert b" 101 " in await client.head()
        yield client


def cuts(server: Served, why: str) -> float:
    """How many connections the server ended for this reason."""
    registry = server.services.metrics.registry
    return registry.get_sample_value("inkrail_cut_total", {"why": why}) or 0
