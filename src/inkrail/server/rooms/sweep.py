"""The sweep: periodic work at tables that no request triggers."""

from __future__ import annotations

import logging
from math import inf

from inkrail.server.rooms import commands
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.rooms.rooms import Rooms, state_of

log = logging.getLogger("inkrail.rooms")

KEEP_SECONDS = 600.0
"""How many seconds an unused room stays in memory."""
LOBBY_SECONDS = 14 * 24 * 3600.0
"""A table whose game never started is removed after this many seconds without activity."""
LOBBY_LOOK_SECONDS = 3600.0
_LIMIT = 200


class Sweep:
    """Handles expired clocks, late bots, unused rooms and abandoned lobbies."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._lobbies_cleared = -inf

    async def run(self) -> None:
        """Sweep once."""
        now, passed = self._rooms.clock(), self._rooms.clock.monotonic()
        self._tidy_memory(now, passed=passed)
        await self._play_on(now)
        await self._catch_up()
        if passed - self._lobbies_cleared >= LOBBY_LOOK_SECONDS:
            self._lobbies_cleared = passed
            await self._clear_lobbies(now)

    async def _play_on(self, now: float) -> None:
        """Continue at tables whose clock ran out or whose bots are late."""
        rooms = self._rooms
        stored = await rooms.storage.due(now, limit=_LIMIT)
        for id_ in dict.fromkeys((*stored, *self._due_in_memory(now))):
            try:
                open_room = await rooms.fresh(id_)
                if not await rooms.perform(open_room, lambda room: commands.time_out(room, now=now)):
                    rooms.bot_turns.run(open_room)
            except TryAgain:
                raise
            except Exception:
                rooms.meters.failures.inc()
                log.exception("sweep failed", extra={"table": id_})

    def _due_in_memory(self, now: float) -> list[str]:
        """Tables in memory that are due; their stored due times are too late if the clock was set back."""
        open_rooms = self._rooms.all_in_memory()
        due = ((open_room.room.id, state_of(open_room.room.waiting).due) for open_room in open_rooms)
        return [id_ for id_, at in due if at is not None and at <= now]

    async def _catch_up(self) -> None:
        """Reload rows that an interrupted write may have stored, because connected clients may wait for them."""
        for open_room in self._rooms.all_in_memory():
            if open_room.stale and not open_room.lock.locked():
                await self._rooms.catch_up(open_room)

    def _tidy_memory(self, now: float, *, passed: float) -> None:
        rooms = self._rooms
        for open_room in rooms.all_in_memory():
            rooms.refresh_presence(open_room, now=passed)
            open_room.begin_again(now=now)
            open_room.look_for_idle(now=now)
            if open_room.unused and passed - open_room.used > KEEP_SECONDS:
                rooms.forget(open_room.room.id)
        rooms.meters.tables.set(len(rooms.all_in_memory()))

    async def _clear_lobbies(self, now: float) -> None:
        """Remove abandoned tables, unless a client is still connected."""
        storage, since = self._rooms.storage, now - LOBBY_SECONDS
        for id_ in await storage.abandoned(since, limit=_LIMIT):
            open_room = self._rooms.in_memory(id_)
            in_use = open_room is not None and (open_room.listeners or open_room.lock.locked())
            if not in_use and await storage.remove_lobby(id_, since=since):
                self._rooms.forget(id_)
                log.info("lobby removed", extra={"table": id_})
