"""Looks names up in threads of its own: one whose servers answer slowly holds up nothing else that is done in threads."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from inkrail.server.rooms.interfaces import TryAgain

THREADS = 2
MOST = 8
"""How many names may be looked up or wait for it; one that takes too long counts until the system gives it up."""


class Lookups:
    """Looks up a few names at the same time."""

    def __init__(self, *, threads: int = THREADS, most: int = MOST) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="lookup")
        self._most = most
        self._lock = Lock()
        self._count = 0

    async def addresses(self, host: str, port: int) -> list[str]:
        """The network addresses of a name; OSError or UnicodeError if it has none, and refused if too many wait."""
        with self._lock:
            if self._count >= self._most:
                raise TryAgain("server.busy")
            self._count += 1
        lookup = self._pool.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        # It goes on in its thread although nobody waits for it any more.
        lookup.add_done_callback(self._done)
        return [str(one[4][0]) for one in await asyncio.wrap_future(lookup)]

    def _done(self, _: object) -> None:
        with self._lock:
            self._count -= 1
