"""Connections below the message layer: bytes that no well-behaved client sends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

TEXT, CONTINUATION, PING, PONG = 0x1, 0x0, 0x9, 0xA
"""Opcodes of WebSocket frames."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A client's frame, masked with zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return bytes([opcode | (0x80 if final else 0)]) + length + bytes(4) + payload


@asynccontextmanager
async def connected(port: int, *, source: str) -> AsyncIterator[Streams]:
    """A TCP connection from this address, dropped on exit."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


@asynccontextmanager
async def upgraded(port: int, *, source: str, table: str = "nobody") -> AsyncIterator[Streams]:
    """A WebSocket of a table, known or not, before its hello."""
    async with connected(port, source=source) as (reader, writer):
        writer.write(
            f"GET /api/tables/{table}/live HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.partition(b"\r\n")[0]:
            raise ConnectionRefusedError(head.partition(b"\r\n")[0].decode())
        yield reader, writer
