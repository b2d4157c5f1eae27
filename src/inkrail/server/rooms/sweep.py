"""The sweep: what has to be done at tables although nobody asks for it."""

from __future__ import annotations

import logging

from inkrail.server.rooms import commands
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.rooms.rooms import Rooms

log = logging.getLogger("inkrail.rooms")

KEEP_SECONDS = 600.0
"""How long a room that nobody looks at stays in memory."""
LOBBY_SECONDS = 14 * 24 * 3600.0
"""A table whose game never began is removed when nothing happened there for so long."""
LOBBY_LOOK_SECONDS = 3600.0
_LIMIT = 200


class Sweep:
    """Looks after clocks that ran out, late bots, rooms that nobody uses, and abandoned lobbies."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._lobbies_cleared = 0.0

    async def run(self) -> None:
        """Sweep once."""
        now = self._rooms.clock()
        self._tidy_memory(now)
        await self._play_on(now)
        await self._catch_up()
        if now - self._lobbies_cleared >= LOBBY_LOOK_SECONDS:
            self._lobbies_cleared = now
            await self._clear_lobbies(now)

    async def _play_on(self, now: float) -> None:
        """Play on at tables whose clock ran out or whose bots are late."""
        rooms = self._rooms
        for id_ in await rooms.storage.due(now, limit=_LIMIT):
            try:
                open_room = await rooms.fresh(id_)
                if not await rooms.perform(open_room, lambda room: commands.time_out(room, now=now)):
                    rooms.bot_turns.run(open_room)
            except TryAgain:
                raise
            except Exception:
                rooms.meters.failures.inc()
                log.exception("sweep failed", extra={"table": id_})

    async def _catch_up(self) -> None:
        """Read again what a write that was cut short may have stored: those who are connected may wait for it."""
        for open_room in self._rooms.all_in_memory():
            if open_room.stale and not open_room.lock.locked():
                await self._rooms.catch_up(open_room)

    def _tidy_memory(self, now: float) -> None:
        rooms = self._rooms
        for open_room in rooms.all_in_memory():
            rooms.refresh_presence(open_room, now=now)
            open_room.look_for_idle(now=now)
            if open_room.unused and now - open_room.used > KEEP_SECONDS:
                rooms.forget(open_room.room.id)
        rooms.meters.tables.set(len(rooms.all_in_memory()))

    async def _clear_lobbies(self, now: float) -> None:
        """Remove tables that were opened and left; those that somebody is still connected to stay."""
        storage = self._rooms.storage
        for id_ in await storage.abandoned(now - LOBBY_SECONDS, limit=_LIMIT):
            open_room = self._rooms.in_memory(id_)
            if open_room is None or not (open_room.listeners or open_room.lock.locked()):
                self._rooms.forget(id_)
                if await storage.remove_lobby(id_):
                    log.info("lobby removed", extra={"table": id_})
