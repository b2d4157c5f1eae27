"""All rooms of one process: opening, loading, executing commands, presence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from math import inf
from weakref import WeakValueDictionary

from inkrail.core.errors import Refusal
from inkrail.game.table import Phase
from inkrail.server.rooms import commands, requests
from inkrail.server.rooms.bot_turns import BotTurns
from inkrail.server.rooms.clock import Clock
from inkrail.server.rooms.commands import Command, Proposal, Propose, Start
from inkrail.server.rooms.contests import is_blind
from inkrail.server.rooms.daily import counts_until
from inkrail.server.rooms.interfaces import (
    NO_OWNER,
    ROWS_AT_ONCE,
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
from inkrail.server.rooms.rows import Arrange, Row, Spec
from inkrail.server.rooms.subscriptions import newly_awaited
from inkrail.server.rooms.tokens import new_table_id
from inkrail.server.rooms.waiting import Waiting

BOT_GRACE = 60.0
"""After this many seconds without a bot's move, any process may run the bot again."""
_ATTEMPTS = 20


class Rooms:
    """All rooms of a process."""

    def __init__(
        self, storage: Storage, *, journal: Journal, bots: Bots, meters: Meters, clock: Clock
    ) -> None:
        self.storage = storage
        self.meters = meters
        self.clock = clock
        self.secret = ""
        """The secret behind the daily dice; set before the first room is opened."""
        self.prefix = ""
        """What the ids of tables opened here begin with, so that nobody takes them for those of another place."""
        self.bots = bots
        self.bot_turns = BotTurns(bots, perform=self.perform, failures=meters.failures)
        self.announce: Callable[[str], None] | None = None
        """Announces this process's connections to the other processes, if there are any."""
        self.moved_on: Callable[[OpenRoom, tuple[int, ...]], None] | None = None
        """Told when a table begins to wait for people, with their seats, or is over."""
        self.left: Callable[[OpenRoom, int, float], None] | None = None
        """Told when a client of a seat disconnects, with the monotonic time at which it was heard last."""
        self._journal = journal
        self._open: dict[str, OpenRoom] = {}
        self._entries: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # Rooms.

    def new_id(self) -> str:
        """An id for a new table."""
        return self.prefix + new_table_id()

    async def create(
        self,
        id_: str,
        spec: Spec,
        *,
        name: str,
        token: str,
        was: int | None = None,
        opened_by: str = NO_OWNER,
        attempt: Attempt | None = None,
    ) -> OpenRoom | None:
        """Open a table and store it; None if the id or the attempt already exists.

        `was` is the creator's seat at the previous table, if this is a rematch; `opened_by` stands for their address.
        """
        now = self.clock()
        room = Room(id_, spec, created=now, secret=self.secret)
        proposal = commands.sit_first(room, name=name, token=token, was=was)
        room.apply(proposal.row, at=now, stages=proposal.stages)
        state = state_of(room.waiting)
        write = Write(
            id_,
            1,
            now,
            proposal.row,
            room.ruleset,
            spec=spec,
            state=state,
            opened_by=opened_by,
            attempt=attempt,
        )
        if room.phase != "lobby":
            self.bot_turns.require_room(room, owner=opened_by)
        async with self._entry(id_):
            if not await self._journal.write(write):
                return None
            return self._add(room, owner=opened_by)

    async def adopt(self, id_: str, spec: Spec, first: Sequence[Row], *, created: float) -> OpenRoom | None:
        """Store a table whose first rows were played elsewhere; None if the id already exists."""
        ruleset = spec.ruleset()
        for number, row in enumerate(first, start=1):
            opened = spec if number == 1 else None
            if not await self._journal.write(Write(id_, number, created, row, ruleset, spec=opened)):
                return None
        return await self.fresh(id_)

    async def open(self, id_: str) -> OpenRoom:
        """The room with this id, from memory or from the database."""
        async with self._entry(id_):
            open_room = self._open.get(id_) or await self._load(id_)
        open_room.used = self.clock.monotonic()
        return open_room

    async def fresh(self, id_: str) -> OpenRoom:
        """The room, including everything that other processes stored."""
        open_room = await self.open(id_)
        if self.storage.shared:
            await self.catch_up(open_room)
        return open_room

    async def _load(self, id_: str) -> OpenRoom:
        stored = await self.storage.table(id_)
        if stored is None:
            raise Refusal("table.unknown")
        room = Room(id_, stored.spec, created=stored.created, secret=self.secret)
        await self._apply_all(room, stored.rows)
        return self._add(room)

    async def _apply_all(self, room: Room, stored: tuple[StoredRow, ...]) -> None:
        """Apply these rows and all that follow in the database, letting others run after each piece."""
        while _apply(room, stored) == ROWS_AT_ONCE:
            await asyncio.sleep(0)
            stored = await self.storage.rows_after(room.id, room.number, ruleset=room.ruleset)

    def _entry(self, id_: str) -> asyncio.Lock:
        """The lock under which a table is created or loaded, so that there is never a second copy of it in memory."""
        return self._entries.setdefault(id_, asyncio.Lock())

    def _add(self, room: Room, *, owner: str = NO_OWNER) -> OpenRoom:
        open_room = self._open[room.id] = OpenRoom(room, now=self.clock.monotonic(), owner=owner)
        self.bot_turns.expect(open_room)
        self.bot_turns.run(open_room)
        return open_room

    async def close(self) -> None:
        """Stop the bots; the journal still stores the pending rows."""
        await self.bot_turns.stop(self.all_in_memory())

    async def catch_up(self, open_room: OpenRoom, *, number: int | None = None) -> None:
        """Apply the rows that other processes stored; do nothing if all rows up to `number` are already applied."""
        async with open_room.lock:
            if number is None or open_room.stale or open_room.room.number < number:
                await self._catch_up(open_room)

    async def _catch_up(self, open_room: OpenRoom) -> None:
        room = open_room.room
        stored = await self.storage.rows_after(room.id, room.number, ruleset=room.ruleset)
        await self._apply_all(room, stored)
        open_room.stale = False
        if stored:
            open_room.next_look = -inf
            self._wake(open_room)

    def in_memory(self, id_: str) -> OpenRoom | None:
        """The room, if this process has it in memory."""
        return self._open.get(id_)

    def all_in_memory(self) -> tuple[OpenRoom, ...]:
        """All rooms that this process has in memory."""
        return tuple(self._open.values())

    def forget(self, id_: str) -> None:
        """Drop a room from memory; it is loaded again on request."""
        self._open.pop(id_, None)

    # Presence.

    def enter(self, open_room: OpenRoom, listener: Listener, *, owner: str = NO_OWNER) -> None:
        """Add a connected client; the first player to connect owns a table that was loaded from storage."""
        if listener.seat is not None:
            open_room.owner = open_room.owner or owner
        open_room.listeners.add(listener)
        self._presence_changed(open_room)

    def leave(self, open_room: OpenRoom, listener: Listener, *, heard: float = inf) -> None:
        """Remove a disconnected client, which was heard last at this monotonic time."""
        open_room.listeners.discard(listener)
        self._presence_changed(open_room)
        if self.left and listener.seat is not None:
            self.left(open_room, listener.seat, heard)

    def _presence_changed(self, open_room: OpenRoom) -> None:
        open_room.presence_changed()
        if self.announce:
            self.announce(open_room.room.id)

    def present_elsewhere(self, id_: str, process: str, *, seats: frozenset[int]) -> None:
        """Note another process's connections, and announce this one's to a process seen for the first time."""
        open_room = self._open.get(id_)
        if open_room is None:
            return
        previous = open_room.elsewhere.get(process)
        open_room.elsewhere[process] = Elsewhere(seats, self.clock.monotonic())
        if previous is None and open_room.listeners and self.announce:
            self.announce(id_)
        if previous is None or previous.seats != seats:
            open_room.presence_changed()

    def refresh_presence(self, open_room: OpenRoom, *, now: float) -> None:
        """Forget processes that fell silent, and announce this one's connections again."""
        open_room.forget_silent(now=now)
        if self.announce and open_room.listeners and now - open_room.announced > PRESENCE_SECONDS:
            open_room.announced = now
            self.announce(open_room.room.id)

    # Commands.

    async def carry_out(self, open_room: OpenRoom, command: Command, *, seat: int, id_: str) -> int:
        """Execute a seat's command, once per request id, and return the number of the last event it led to."""
        place = open_room.room.places[seat]

        def propose(room: Room) -> Proposal | None:
            proposal = requests.propose_once(
                room, command, seat=room.seat_at(place), id_=id_, now=self.clock()
            )
            if proposal and isinstance(command, Start):
                self.bot_turns.require_room(room, owner=open_room.owner)
            for step in proposal.row.steps if proposal else ():
                if isinstance(step, Arrange):
                    self.bots.require_playable(step.bots, hints=step.hints)
            return proposal

        if await self.perform(open_room, propose) and open_room.room.phase == "lobby":
            self.bot_turns.expect(open_room)
        return requests.last_event(open_room.room, seat=open_room.room.seat_at(place), id_=id_)

    async def perform(self, open_room: OpenRoom, propose: Propose) -> bool:
        """Store the proposed row and notify the listeners; False if there was nothing to do.

        On a row-number conflict with another process, its row is applied and the proposal is made again. If there is
        no such row, the table itself was removed.
        """
        async with open_room.lock:
            conflict_at: int | None = None
            for _ in range(_ATTEMPTS):
                if open_room.stale:
                    await self._catch_up(open_room)
                if open_room.room.number == conflict_at:
                    await self._require_stored(open_room)
                proposal = propose(open_room.room)
                if proposal is None:
                    return False
                if await self._store(open_room, proposal):
                    break
                self.meters.conflicts.inc()
                conflict_at, open_room.stale = open_room.room.number, True
            else:
                raise TryAgain("server.busy")
        self._wake(open_room)
        self.bot_turns.run(open_room)
        return True

    def _wake(self, open_room: OpenRoom) -> None:
        """Tell the listeners that something happened; after an arrangement also who is there, by the new numbers."""
        if open_room.was_arranged():
            self._presence_changed(open_room)
        else:
            open_room.wake()

    async def _require_stored(self, open_room: OpenRoom) -> None:
        """Forget a room whose table is no longer in the database, and refuse what was asked of it."""
        if await self.storage.table(open_room.room.id) is None:
            self.forget(open_room.room.id)
            raise Refusal("table.unknown")

    async def _store(self, open_room: OpenRoom, proposal: Proposal) -> bool:
        room, row, stages = open_room.room, proposal.row, proposal.stages
        now = self.clock()
        waiting = room.waiting.after(row.steps, stages, at=now)
        # An interrupted write may or may not be on disk, so the rows must be read again.
        open_room.stale = True
        if not await self._journal.write(_write(room, row, waiting=waiting, now=now)):
            return False
        awaited = newly_awaited(room.waiting, waiting)
        is_over = waiting.phase == "over" != room.phase
        room.apply(row, at=now, stages=stages, waiting=waiting)
        if self.moved_on and (awaited or is_over):
            self.moved_on(open_room, awaited)
        open_room.stale = False
        open_room.next_look = -inf
        open_room.used = self.clock.monotonic()
        return True


def _write(room: Room, row: Row, *, waiting: Waiting, now: float) -> Write:
    """The row, with the changes stored alongside it."""
    state = state_of(waiting)
    result = None
    game = waiting.game
    until = counts_until(room.spec)
    is_attempt = until is not None or is_blind(room.spec)
    if is_attempt and room.phase != "over" and game and game.phase is Phase.OVER:
        sheet = game.sheets()[0]
        result = Result(
            sheet.total,
            sheet.errors,
            max(0, round(now - room.created)),
            late=until is not None and now >= until,
        )
    changed = state if state != state_of(room.waiting) else None
    return Write(room.id, room.number + 1, now, row, room.ruleset, state=changed, result=result)


def state_of(waiting: Waiting) -> State:
    """The indexed state of a table that waits like this."""
    status = waiting.phase if waiting.phase in ("lobby", "over") else "running"
    due = waiting.deadline
    if waiting.bot_seats:
        soon = waiting.since + BOT_GRACE
        due = soon if due is None else min(due, soon)
    return State(status, due)


def due_again(waiting: Waiting, *, now: float) -> float | None:
    """When a table that waits like this is due again after the sweep has looked at it and left it as it is."""
    due = state_of(waiting).due
    if due is None or due > now:
        return due
    # Its bots are late, and still play or wait for a worker.
    return now + BOT_GRACE if waiting.deadline is None else min(now + BOT_GRACE, waiting.deadline)


def _apply(room: Room, stored: tuple[StoredRow, ...]) -> int:
    """Apply the rows that follow on the room's last one, and return how many did."""
    before = room.number
    for one in stored:
        if one.number == room.number + 1:
            room.apply(one.row, at=one.at)
    return room.number - before
