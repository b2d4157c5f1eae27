"""Sends one message to a push service over a connection of its own."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Mapping

from inkrail.server.push.endpoints import Endpoint, resolve

SECONDS = 15.0
"""How many seconds a message may take."""
_LONGEST_LINE = 4096
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})\b")


async def post(endpoint: Endpoint, body: bytes, *, headers: Mapping[str, str]) -> int:
    """The status of the answer; OSError, TimeoutError or a refusal if there is none. What else is answered is not read."""
    async with asyncio.timeout(SECONDS):
        address = await resolve(endpoint)
        is_safe = endpoint.scheme == "https"
        reader, writer = await asyncio.open_connection(
            address,
            endpoint.port,
            limit=_LONGEST_LINE,
            ssl=ssl.create_default_context() if is_safe else None,
            server_hostname=endpoint.host if is_safe else None,
        )
        try:
            lines = {
                "Host": endpoint.authority,
                **headers,
                "Content-Length": len(body),
                "Connection": "close",
            }
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            writer.write(f"POST {endpoint.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
            await writer.drain()
            try:
                line = await reader.readline()
            except ValueError:  # longer than any status
                line = b""
        finally:
            writer.close()
    if (status := _STATUS.match(line)) is None:
        raise ConnectionError("no answer")
    return int(status[1])
