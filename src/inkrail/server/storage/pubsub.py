"""Wake-ups between the processes of one PostgreSQL database, by LISTEN and NOTIFY.

New rows and parts of studies are announced by the transaction that stores them (statements.py, study_store.py);
presence is announced here.
"""

from __future__ import annotations

import asyncio
import logging

import asyncpg  # type: ignore[import-untyped]  # it comes without types

from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.tokens import new_table_id
from inkrail.server.storage.faults import fault_text
from inkrail.server.storage.statements import CHANNEL
from inkrail.server.storage.store import CONNECT_SECONDS, Store
from inkrail.server.storage.study_store import STUDIES
from inkrail.server.studies.studies import Studies

log = logging.getLogger("inkrail.pubsub")

_RETRY_SECONDS = 1.0
_PRESENCE = f"{CHANNEL}_presence"


class PubSub:
    """Listens for tables and studies that other processes wrote to, and makes the rooms apply the new rows."""

    def __init__(self, rooms: Rooms, store: Store, *, studies: Studies) -> None:
        self._rooms = rooms
        self._studies = studies
        self._store = store
        self._address = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._changed: dict[str, int | None] = {}
        """Tables with new rows, and the number of the last one; None if that is not known."""
        self._awake = asyncio.Event()
        self._process = new_table_id()
        self._to_announce: dict[str, None] = {}
        self._announcing = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start listening."""
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(task)
            for task in (self._listen(ready), self._catch_up(), self._announce_all())
        ]
        self._rooms.announce = self._announce
        await ready.wait()

    async def stop(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self, ready: asyncio.Event) -> None:
        """Keep a connection open; after each reconnect everything in memory may be out of date."""
        while True:
            try:
                connection = await asyncpg.connect(self._address, timeout=CONNECT_SECONDS)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, self._on_rows)
                await connection.add_listener(_PRESENCE, self._on_presence)
                await connection.add_listener(STUDIES, self._on_study)
                for open_room in self._rooms.all_in_memory():
                    self._changed[open_room.room.id] = None
                self._awake.set()
                ready.set()
                try:
                    await lost.wait()
                finally:
                    await connection.close(timeout=1)
            except Exception as error:  # noqa: BLE001 - whatever it was, the next connection may work
                log.warning("not listening", extra={"error": fault_text(error)})
            await asyncio.sleep(_RETRY_SECONDS)

    def _on_rows(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        id_, _, number = str(payload).partition(" ")
        known = self._changed.get(id_, 0)
        self._changed[id_] = None if known is None or not number else max(known, int(number))
        self._awake.set()

    def _on_presence(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        """Apply another process's announcement of its connections: `PROCESS TABLE SEATS`."""
        process, table, seats = str(payload).split(" ")
        if process != self._process:
            self._rooms.present_elsewhere(table, process, seats=frozenset(map(int, seats)))

    def _on_study(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self._studies.changed(str(payload))

    def _announce(self, table: str) -> None:
        self._to_announce[table] = None
        self._announcing.set()

    async def _announce_all(self) -> None:
        while True:
            await self._announcing.wait()
            self._announcing.clear()
            tables, self._to_announce = list(self._to_announce), {}
            open_rooms = [open_room for table in tables if (open_room := self._rooms.in_memory(table))]
            payloads = [
                f"{self._process} {open_room.room.id} {_digits(open_room)}" for open_room in open_rooms
            ]
            try:
                if payloads:
                    await self._store.notify(_PRESENCE, payloads)
            except TryAgain:
                log.warning("presence not announced")  # it is announced again soon
            except Exception:
                self._rooms.meters.failures.inc()
                log.exception("could not announce who is connected")

    async def _catch_up(self) -> None:
        while True:
            await self._awake.wait()
            self._awake.clear()
            while self._changed:
                id_ = next(iter(self._changed))
                await self._apply_rows(id_, self._changed.pop(id_))

    async def _apply_rows(self, id_: str, number: int | None) -> None:
        open_room = self._rooms.in_memory(id_)
        if open_room is None:
            return
        try:
            await self._rooms.catch_up(open_room, number=number)
        except TryAgain:
            open_room.stale = True
        except Exception:
            self._rooms.meters.failures.inc()
            open_room.stale = True
            log.exception("could not catch up", extra={"table": id_})


def _digits(open_room: OpenRoom) -> str:
    """The seats connected here, one digit each."""
    return "".join(map(str, sorted(open_room.connected_here())))
