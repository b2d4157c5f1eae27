"""All rooms of one process: opening, loading, carrying out commands, presence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from inkrail.core.errors import Refusal
from inkrail.game.table import Phase
from inkrail.server.rooms import commands, requests
from inkrail.server.rooms.bot_turns import BotTurns
from inkrail.server.rooms.clock import Clock
from inkrail.server.rooms.commands import Command, Proposal, Propose
from inkrail.server.rooms.interfaces import (
    Attempt,
    Bots,
    Journal,
    Meters,
    Result,
    State,
    Storage,
    StoredRow,
    TryAgain,
    Write,
)
from inkrail.server.rooms.open_room import PRESENCE_SECONDS, Elsewhere, Listener, OpenRoom
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Row, Spec
from inkrail.server.rooms.waiting import Waiting

BOT_GRACE = 60.0
"""After so many seconds without a bot's move any process may ask the bot again."""
_ATTEMPTS = 20


class Rooms:
    """All rooms of a process. `clock` says what time it is."""

    def __init__(
        self, storage: Storage, *, journal: Journal, bots: Bots, meters: Meters, clock: Clock
    ) -> None:
        self.storage = storage
        self.meters = meters
        self.clock = clock
        self.secret = ""
        """What the daily dice are made from; set before the first room is opened."""
        self.bot_turns = BotTurns(bots, perform=self.perform, failures=meters.failures)
        self.announce: Callable[[str], None] | None = None
        """Lets other processes know who is connected here, if there are any."""
        self._journal = journal
        self._open: dict[str, OpenRoom] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    # Rooms.

    async def create(
        self, id_: str, spec: Spec, *, name: str, token: str, attempt: Attempt | None = None
    ) -> OpenRoom | None:
        """Open a table and store it; None if the id or the attempt is there already."""
        now = self.clock()
        room = Room(id_, spec, created=now, secret=self.secret)
        proposal = commands.sit_first(room, name=name, token=token)
        room.apply(proposal.row, at=now, stages=proposal.stages)
        state = state_of(room.waiting)
        write = Write(id_, 1, now, proposal.row, room.ruleset, spec=spec, state=state, attempt=attempt)
        if not await self._journal.write(write):
            return None
        return self._add(room)

    async def open(self, id_: str) -> OpenRoom:
        """The room of this id, from memory or from the database."""
        open_room = self._open.get(id_)
        if open_room is None:
            try:
                async with self._loading.setdefault(id_, asyncio.Lock()):
                    open_room = self._open.get(id_) or await self._load(id_)
            finally:
                self._loading.pop(id_, None)
        open_room.used = self.clock.monotonic()
        return open_room

    async def fresh(self, id_: str) -> OpenRoom:
        """The room with everything that other processes stored."""
        open_room = await self.open(id_)
        if self.storage.shared:
            await self.catch_up(open_room)
        return open_room

    async def _load(self, id_: str) -> OpenRoom:
        stored = await self.storage.table(id_)
        if stored is None:
            raise Refusal("table.unknown")
        room = Room(id_, stored.spec, created=stored.created, secret=self.secret)
        _apply(room, stored.rows)
        return self._add(room)

    def _add(self, room: Room) -> OpenRoom:
        """The room in memory: there is one of each, also when it was created and loaded at the same time."""
        if known := self._open.get(room.id):
            return known
        open_room = self._open[room.id] = OpenRoom(room, now=self.clock.monotonic())
        self.bot_turns.expect(room)
        self.bot_turns.run(open_room)
        return open_room

    async def close(self) -> None:
        """Stop the bots; rows on their way are stored by the journal."""
        await self.bot_turns.stop(self.all_in_memory())

    async def catch_up(self, open_room: OpenRoom, *, number: int | None = None) -> None:
        """Apply what other processes stored, unless all rows up to this number are here: they were stored by this one."""
        async with open_room.lock:
            if number is None or open_room.stale or open_room.room.number < number:
                await self._catch_up(open_room)

    async def _catch_up(self, open_room: OpenRoom) -> None:
        room = open_room.room
        stored = await self.storage.rows_after(room.id, room.number, ruleset=room.ruleset)
        open_room.stale = False
        if stored:
            _apply(room, stored)
            open_room.wake()

    def in_memory(self, id_: str) -> OpenRoom | None:
        """The room, if this process has it in memory."""
        return self._open.get(id_)

    def all_in_memory(self) -> tuple[OpenRoom, ...]:
        """All rooms that this process has in memory."""
        return tuple(self._open.values())

    def forget(self, id_: str) -> None:
        """Drop a room from memory; it is loaded again when somebody asks for it."""
        self._open.pop(id_, None)

    # Presence.

    def enter(self, open_room: OpenRoom, listener: Listener) -> None:
        """Somebody connected."""
        open_room.listeners.add(listener)
        self._presence_changed(open_room)

    def leave(self, open_room: OpenRoom, listener: Listener) -> None:
        """Somebody disconnected."""
        open_room.listeners.discard(listener)
        self._presence_changed(open_room)

    def _presence_changed(self, open_room: OpenRoom) -> None:
        open_room.presence_changed()
        if self.announce:
            self.announce(open_room.room.id)

    def present_elsewhere(self, id_: str, process: str, *, seats: frozenset[int]) -> None:
        """Another process said who is connected there; one that says so for the first time is answered."""
        open_room = self._open.get(id_)
        if open_room is None:
            return
        known = open_room.elsewhere.get(process)
        open_room.elsewhere[process] = Elsewhere(seats, self.clock.monotonic())
        if known is None and open_room.listeners and self.announce:
            self.announce(id_)
        if known is None or known.seats != seats:
            open_room.presence_changed()

    def refresh_presence(self, open_room: OpenRoom, *, now: float) -> None:
        """Forget processes that fell silent, and say again who is connected here."""
        open_room.forget_silent(now=now)
        if self.announce and open_room.listeners and now - open_room.announced > PRESENCE_SECONDS:
            open_room.announced = now
            self.announce(open_room.room.id)

    # Commands.

    async def carry_out(self, open_room: OpenRoom, command: Command, *, seat: int, id_: str) -> int:
        """Carry out a seat's command, once for each request id; the number of the last event it led to."""

        def propose(room: Room) -> Proposal | None:
            return requests.propose_once(room, command, seat=seat, id_=id_, now=self.clock())

        await self.perform(open_room, propose)
        return requests.last_event(open_room.room, seat=seat, id_=id_)

    async def perform(self, open_room: OpenRoom, propose: Propose) -> bool:
        """Store the proposed row and tell everybody; False if there was nothing to do.

        Where another process was faster with the same row number, its row is applied and the proposal made again.
        """
        async with open_room.lock:
            for _ in range(_ATTEMPTS):
                if open_room.stale:
                    await self._catch_up(open_room)
                proposal = propose(open_room.room)
                if proposal is None:
                    return False
                if await self._store(open_room, proposal):
                    break
                self.meters.conflicts.inc()
                open_room.stale = True
            else:
                raise TryAgain("server.busy")
        open_room.wake()
        self.bot_turns.run(open_room)
        return True

    async def _store(self, open_room: OpenRoom, proposal: Proposal) -> bool:
        room, row, stages = open_room.room, proposal.row, proposal.stages
        now = self.clock()
        waiting = room.waiting.after(row.steps, stages, at=now)
        # A write cut short may or may not be on the disk, so the rows must be read again.
        open_room.stale = True
        if not await self._journal.write(_write(room, row, waiting=waiting, now=now)):
            return False
        room.apply(row, at=now, stages=stages, waiting=waiting)
        open_room.stale = False
        open_room.used = self.clock.monotonic()
        return True


def _write(room: Room, row: Row, *, waiting: Waiting, now: float) -> Write:
    """The row, with what changes beside it."""
    state = state_of(waiting)
    result = None
    game = waiting.game
    if room.spec.daily and room.spec.counted and room.phase != "over" and game and game.phase is Phase.OVER:
        sheet = game.sheets()[0]
        result = Result(sheet.total, sheet.errors, max(0, round(now - room.created)))
    changed = state if state != state_of(room.waiting) else None
    return Write(room.id, room.number + 1, now, row, room.ruleset, state=changed, result=result)


def state_of(waiting: Waiting) -> State:
    """What is stored beside the rows of a table that waits so."""
    status = waiting.phase if waiting.phase in ("lobby", "over") else "running"
    due = waiting.deadline
    if waiting.bot_seats:
        soon = waiting.since + BOT_GRACE
        due = soon if due is None else min(due, soon)
    return State(status, due)


def _apply(room: Room, stored: tuple[StoredRow, ...]) -> None:
    for one in stored:
        if one.number == room.number + 1:
            room.apply(one.row, at=one.at)
