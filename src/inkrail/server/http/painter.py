"""Paints SVG as PNG in a process of its own: `python -m inkrail.server.http.painter`.

Painting a card takes about a tenth of a second and would keep all of Python waiting, in whichever thread it ran. The
process reads documents from standard input and answers with pictures, each prefixed by its length; it ends with its
input. What was painted is kept, up to a number of bytes.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import struct
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from contextlib import suppress
from typing import BinaryIO

from inkrail.core.errors import Refusal

log = logging.getLogger("inkrail.server")

NICENESS = 5
MOST_BYTES = 24 * 1024 * 1024
"""How much of what was painted is kept: about 250 cards."""
MOST_WAITING = 32
"""How many pictures may be painted or wait for it."""
SECONDS = 60.0
"""A process that takes longer than this is ended."""
_LENGTH = struct.Struct("!I")


class Painter:
    """Paints one document after the other; the process is started with the first."""

    def __init__(self, *, most_bytes: int = MOST_BYTES, most_waiting: int = MOST_WAITING) -> None:
        self._most_bytes = most_bytes
        self._most_waiting = most_waiting
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0
        self._painting: dict[bytes, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Lock()
        self._process: Process | None = None

    def has(self, svg: str) -> bool:
        """Whether the picture is kept or is being painted, so that it costs nothing to ask for it."""
        key = _key(svg)
        return key in self._kept or key in self._painting

    async def png(self, svg: str) -> bytes:
        """The picture of a document in its own size; refused with `server.busy` if too many wait."""
        key = _key(svg)
        if picture := self._kept.get(key):
            self._kept.move_to_end(key)
            return picture
        if key not in self._painting:
            if len(self._painting) >= self._most_waiting:
                raise Refusal("server.busy")
            task = self._painting[key] = asyncio.create_task(self._paint(key, svg), name="paint")
            task.add_done_callback(lambda _: self._painting.pop(key, None))
        # Others may wait for the same picture.
        return await asyncio.shield(self._painting[key])

    async def _paint(self, key: bytes, svg: str) -> bytes:
        async with self._turn:
            try:
                async with asyncio.timeout(SECONDS):
                    picture = await self._exchange(svg.encode())
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                log.warning("no picture painted", extra={"why": type(error).__name__})
                await self._end()
                raise Refusal("server.busy") from None
            except asyncio.CancelledError:
                await self._end()
                raise
        self._keep(key, picture)
        return picture

    async def _exchange(self, document: bytes) -> bytes:
        process = self._process = self._process or await _start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(_LENGTH.pack(len(document)) + document)
        await process.stdin.drain()
        (length,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
        return await process.stdout.readexactly(length)

    def _keep(self, key: bytes, picture: bytes) -> None:
        self._kept[key] = picture
        self._bytes += len(picture)
        while self._bytes > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def stop(self) -> None:
        """End the process."""
        for task in tuple(self._painting.values()):
            task.cancel()
        await asyncio.gather(*self._painting.values(), return_exceptions=True)
        await self._end()


def _key(svg: str) -> bytes:
    return hashlib.sha256(svg.encode()).digest()


async def _start() -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "inkrail.server.http.painter", stdin=PIPE, stdout=PIPE, start_new_session=True
    )


def paint(svg: str) -> bytes:
    """The picture of a document, without any font of the system."""
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - only the process that paints needs it

    return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def serve(documents: BinaryIO, pictures: BinaryIO) -> None:
    """Paint until the input ends."""
    while head := documents.read(_LENGTH.size):
        picture = paint(documents.read(_LENGTH.unpack(head)[0]).decode())
        pictures.write(_LENGTH.pack(len(picture)) + picture)
        pictures.flush()


if __name__ == "__main__":
    if sys.platform != "win32":
        os.nice(NICENESS)
    with suppress(BrokenPipeError):  # the server is gone
        serve(sys.stdin.buffer, sys.stdout.buffer)
