"""Wake-ups between the processes of one PostgreSQL database, by LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import logging

import asyncpg  # type: ignore[import-untyped]  # it comes without types
import sqlalchemy as sa

from inkrail.server.rooms.rooms import Host, House
from inkrail.server.rooms.tokens import new_table_id
from inkrail.server.storage.store import CHANNEL

log = logging.getLogger("inkrail.notices")

_RETRY_SECONDS = 1.0
_PRESENCE = f"{CHANNEL}_presence"
_TELL = sa.text("SELECT pg_notify(:channel, :told)")


class Notices:
    """Listens for tables that other processes wrote to, and lets the house take the new rows in."""

    def __init__(self, house: House, url: sa.URL) -> None:
        self._house = house
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._changed: dict[str, None] = {}
        self._awake = asyncio.Event()
        self._process = new_table_id()
        self._to_tell: dict[str, None] = {}
        self._talkative = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to listen."""
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(task) for task in (self._listen(ready), self._catch_up(), self._talk())
        ]
        self._house.tell_presence = self._tell
        await ready.wait()

    async def stop(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self, ready: asyncio.Event) -> None:
        """Hold a connection; after each new one everything in memory may be out of date."""
        while True:
            try:
                connection = await asyncpg.connect(self._address)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, self._noticed)
                await connection.add_listener(_PRESENCE, self._heard)
                for host in self._house.hosts():
                    self._changed[host.hosted.id] = None
                self._awake.set()
                ready.set()
                try:
                    await lost.wait()
                finally:
                    await connection.close(timeout=1)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                log.warning("not listening", extra={"error": str(error)[:200]})
            await asyncio.sleep(_RETRY_SECONDS)

    def _noticed(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self._changed[str(payload)] = None
        self._awake.set()

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        """Somebody is connected to another process: `PROCESS TABLE SEATS`."""
        process, table, seats = str(payload).split(" ")
        if process != self._process:
            self._house.present_elsewhere(table, process, seats=frozenset(map(int, seats)))

    def _tell(self, table: str) -> None:
        self._to_tell[table] = None
        self._talkative.set()

    async def _talk(self) -> None:
        while True:
            await self._talkative.wait()
            self._talkative.clear()
            tables, self._to_tell = list(self._to_tell), {}
            hosts = [host for table in tables if (host := self._house.noticed(table))]
            told = [
                {"channel": _PRESENCE, "told": f"{self._process} {host.hosted.id} {_digits(host)}"}
                for host in hosts
            ]
            try:
                if told:
                    async with self._house.store.engine.begin() as connection:
                        await connection.execute(_TELL, told)
            except Exception:
                log.exception("could not tell who is here")

    async def _catch_up(self) -> None:
        while True:
            await self._awake.wait()
            self._awake.clear()
            while self._changed:
                id_ = next(iter(self._changed))
                del self._changed[id_]
                await self._look_at(id_)

    async def _look_at(self, id_: str) -> None:
        host = self._house.noticed(id_)
        if host is None:
            return
        try:
            await self._house.catch_up(host)
        except Exception:
            self._house.metrics.failures.inc()
            host.stale = True
            log.exception("could not catch up", extra={"table": id_})


def _digits(host: Host) -> str:
    """The seats connected here, a digit each."""
    return "".join(map(str, sorted(host.connected_here())))
