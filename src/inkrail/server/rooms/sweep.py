"""The sweep: periodic work at tables that no request triggers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from math import inf

from inkrail.server.rooms import commands
from inkrail.server.rooms.interfaces import Due, TryAgain
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.rooms import BOT_GRACE, Rooms, due_again, state_of

log = logging.getLogger("inkrail.rooms")

KEEP_SECONDS = 60.0
"""How many seconds an unused room stays in memory: long enough for somebody who reloads the page or lost the connection."""
MOST_UNUSED = 300
SHORTLY = 10.0
"""Of more unused rooms than this the oldest stay only this many seconds: who asks for one table after the other fills no more.

No request takes longer from opening a room to changing it.
"""
LOBBY_SECONDS = 14 * 24 * 3600.0
"""A table whose game never started is removed after this many seconds without activity."""
LOBBY_LOOK_SECONDS = 3600.0
PAGE = 50
"""How many stored tables are looked at before those in memory, whose players may be watching, have their turn again."""
AT_ONCE = 10
"""How many tables are looked at together, so that their rows share a commit."""
_STRIDE = 100
"""How many rooms are inspected before others may use the loop."""


class Sweep:
    """Handles expired clocks, late bots, unused rooms and abandoned lobbies."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._lobbies_cleared = -inf
        self._one_load = asyncio.Lock()

    async def run(self) -> None:
        """Sweep once."""
        now, passed = self._rooms.clock(), self._rooms.clock.monotonic()
        await self._tidy_memory(now, passed=passed)
        await self._play_on(now)
        await self._catch_up()
        if passed - self._lobbies_cleared >= LOBBY_LOOK_SECONDS:
            self._lobbies_cleared = passed
            await self._clear_lobbies(now)

    async def _each(self) -> AsyncIterator[OpenRoom]:
        """Every room in memory; others may use the loop in between."""
        open_rooms = self._rooms.all_in_memory()
        for start in range(0, len(open_rooms), _STRIDE):
            for open_room in open_rooms[start : start + _STRIDE]:
                yield open_room
            await asyncio.sleep(0)

    # Clocks and bots.

    async def _play_on(self, until: float) -> None:
        """Continue at all tables whose clock ran out or whose bots are late.

        The tables in memory come first and again after each page of the others, so that a clock that people watch runs
        out in time although the sweep has hundreds of tables to load.
        """
        last: Due | None = None
        while True:
            await self._look_at(await self._due_in_memory())
            page = await self._rooms.storage.due(until, after=last, limit=PAGE)
            await self._look_at([due.table for due in page])
            if len(page) < PAGE:
                return
            last = page[-1]

    async def _due_in_memory(self) -> list[str]:
        """Tables in memory that are due; their stored due times are too late if the clock was set back."""
        now, passed = self._rooms.clock(), self._rooms.clock.monotonic()
        due: list[str] = []
        async for open_room in self._each():
            at = state_of(open_room.room.waiting).due
            if at is not None and at <= now and passed >= open_room.next_look:
                due.append(open_room.room.id)
        return due

    async def _look_at(self, ids: Sequence[str]) -> None:
        """Continue at these tables. Those where nothing can be done yet are due again later, in every process."""
        for start in range(0, len(ids), AT_ONCE):
            now = self._rooms.clock()
            some = ids[start : start + AT_ONCE]
            looks = await asyncio.gather(*(self._look(id_, now=now) for id_ in some), return_exceptions=True)
            later: dict[str, float | None] = {}
            for look in looks:
                if isinstance(look, BaseException):
                    raise look
                later |= look
            if later:
                await self._rooms.storage.postpone(later, now=now)

    async def _look(self, id_: str, *, now: float) -> dict[str, float | None]:
        """Continue at a table, or return when it is due again, by its id."""
        rooms = self._rooms
        try:
            async with self._one_load:
                await rooms.open(id_)
            open_room = await rooms.fresh(id_)
            if await rooms.perform(open_room, lambda room: commands.time_out(room, now=now)):
                return {}
            rooms.bot_turns.run(open_room)
            due = due_again(open_room.room.waiting, now=now)
        except TryAgain as refusal:
            if refusal.code == "server.storage":
                raise
            log.warning("table skipped", extra={"table": id_, "code": refusal.code})
            return {}
        except Exception:
            rooms.meters.failures.inc()
            log.exception("sweep failed", extra={"table": id_})
            due = now + BOT_GRACE
        if (looked := rooms.in_memory(id_)) and due is not None:
            looked.next_look = rooms.clock.monotonic() + due - now
        return {id_: due}

    async def _catch_up(self) -> None:
        """Reload rows that an interrupted write may have stored, because connected clients may wait for them."""
        for open_room in self._rooms.all_in_memory():
            if open_room.stale and not open_room.lock.locked():
                await self._rooms.catch_up(open_room)

    # Tidying up.

    async def _tidy_memory(self, now: float, *, passed: float) -> None:
        rooms, unused = self._rooms, list[OpenRoom]()
        async for open_room in self._each():
            rooms.refresh_presence(open_room, now=passed)
            open_room.begin_again(now=now)
            open_room.look_for_idle(now=now)
            open_room.look_at_bots(rooms.bots)
            if open_room.unused:
                unused.append(open_room)
        unused.sort(key=lambda open_room: open_room.used)
        for place, open_room in enumerate(unused, start=MOST_UNUSED - len(unused)):
            if open_room.unused and passed - open_room.used > (SHORTLY if place < 0 else KEEP_SECONDS):
                rooms.forget(open_room.room.id)
        rooms.meters.tables.set(len(rooms.all_in_memory()))

    async def _clear_lobbies(self, now: float) -> None:
        """Remove abandoned tables, unless a client is still connected."""
        storage, since, last = self._rooms.storage, now - LOBBY_SECONDS, ""
        while ids := await storage.abandoned(since, after=last, limit=PAGE):
            for id_ in ids:
                open_room = self._rooms.in_memory(id_)
                in_use = open_room is not None and (open_room.listeners or open_room.lock.locked())
                if not in_use and await storage.remove_lobby(id_, since=since):
                    self._rooms.forget(id_)
                    log.info("lobby removed", extra={"table": id_})
            last = ids[-1]
