"""What the page's worker calls: answers to requests, and connections to tables."""

from __future__ import annotations

import json
from collections.abc import Callable

from inkrail.server.local.answers import answer
from inkrail.server.local.bots import LocalBots
from inkrail.server.local.connection import LocalConnection
from inkrail.server.local.shared_games import DAILY_KEY
from inkrail.server.local.storage import BrowserStorage, Database
from inkrail.server.rooms.clock import SystemClock
from inkrail.server.rooms.rooms import Rooms


class _Uncounted:
    """A counter and gauge that nobody reads."""

    def inc(self) -> None:
        """Count nothing."""

    def set(self, value: float) -> None:
        """Note nothing."""


class _NoMeters:
    """No metrics are collected."""

    conflicts = failures = tables = _Uncounted()


class Engine:
    """All tables of one page; texts go in and out, so that the worker needs to know no Python values."""

    def __init__(self, database: Database) -> None:
        storage = BrowserStorage(database)
        self._rooms = Rooms(
            storage, journal=storage, bots=LocalBots(), meters=_NoMeters(), clock=SystemClock()
        )
        self._rooms.secret = DAILY_KEY
        # A server never gives such ids, so that the page knows whom to ask.
        self._rooms.prefix = "here-"
        self._connections: dict[int, LocalConnection] = {}

    async def answer(self, method: str, address: str, body: str, token: str) -> str:  # noqa: PLR0917 - called across languages
        """The reply to a request, as `[status, media type, text]`."""
        reply = await answer(self._rooms, method, address, body=body, token=token)
        return json.dumps([reply.status, reply.media_type, reply.text])

    def connect(  # noqa: PLR0917 - called across languages
        self, number: int, table: str, send: Callable[[str], object], close: Callable[[], object]
    ) -> None:
        """A page opens a connection, which it numbers, to a table."""
        self._connections[number] = LocalConnection(self._rooms, table, send=send, close=close)

    async def receive(self, number: int, text: str) -> None:
        """A message of a connection."""
        if connection := self._connections.get(number):
            await connection.receive(text)

    def leave(self, number: int) -> None:
        """A connection ends."""
        if connection := self._connections.pop(number, None):
            connection.leave()
