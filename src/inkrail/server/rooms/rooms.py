"""The house: all tables of one process, their locks, their bots, and whoever is connected."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from inkrail.core.errors import Refusal
from inkrail.game.table import Phase
from inkrail.rules.dealing import Seat
from inkrail.server.bots.runner import BotRunner
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.commands import Ordered, Orders
from inkrail.server.rooms.dice import DiceSource
from inkrail.server.rooms.room import HostedTable
from inkrail.server.rooms.rows import Row, Spec
from inkrail.server.rooms.waiting import Standing
from inkrail.server.storage.group_commit import Commits
from inkrail.server.storage.store import Result, State, Store, StoredRow, Try, Write
from inkrail.server.wire.views import Viewer

log = logging.getLogger("inkrail.house")

BOT_GRACE = 60.0
"""After so many seconds without a bot's move any process may ask the bot again."""
KEEP_SECONDS = 600.0
"""How long a table that nobody looks at stays in memory."""
PRESENCE_SECONDS = 20.0
"""How often a process repeats who is connected to it; one that stays silent three times as long is taken for gone."""
LOBBY_SECONDS = 14 * 24 * 3600.0
"""A table whose game never began is removed when nothing happened there for so long."""
LOBBY_LOOK_SECONDS = 3600.0
IDLE_LOOK_SECONDS = 60.0
"""How often a table is looked at for people who stayed away too long."""
_ATTEMPTS = 20
_SWEEP_LIMIT = 200


class Listener(Protocol):
    """Somebody who is connected to a table."""

    seat: int | None

    def wake(self) -> None:
        """Look at the table: something happened."""
        ...


Presence = tuple[tuple[int, ...], int]
"""The seats that somebody is connected for, here or elsewhere, and how many watch here."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The seats that another process holds connections for, and when it said so."""

    seats: frozenset[int]
    at: float


class Host:
    """A table in memory, with everything around it."""

    def __init__(self, hosted: HostedTable, *, secret: str, now: float) -> None:
        self.hosted = hosted
        self.orders = Orders(hosted, DiceSource(hosted.spec, secret=secret))
        self.viewer = Viewer(hosted)
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, Elsewhere] = {}
        """Who is connected to other processes, by process."""
        self.present: Presence = (), 0
        self.idle: frozenset[int] = frozenset()
        """The seats that were found to keep the others waiting for too long."""
        self.used = now
        self.told = now
        self.looked = now
        self.stale = False
        self.bots: dict[int, asyncio.Task[None]] = {}
        self.needs_bots = asyncio.Event()
        """Set while the table waits for nobody but bots."""

    def connected(self) -> set[int]:
        """The seats that somebody is connected for, here or elsewhere."""
        return self.connected_here().union(*(other.seats for other in self.elsewhere.values()))

    def connected_here(self) -> set[int]:
        """The seats that somebody is connected to this process for."""
        return {listener.seat for listener in self.listeners if listener.seat is not None}

    def presence_changed(self) -> None:
        """Somebody came or went."""
        watchers = sum(listener.seat is None for listener in self.listeners)
        self.present = tuple(sorted(self.connected())), watchers
        self.wake()

    def wake(self) -> None:
        """Tell everybody."""
        standing = self.hosted.standing
        if standing.waited_for == standing.waiting_bots:
            self.needs_bots.set()
        else:
            self.needs_bots.clear()
        for listener in self.listeners:
            listener.wake()


class House:
    """All tables. `clock` says what time it is."""

    def __init__(
        self, store: Store, *, commits: Commits, bots: BotRunner, metrics: Metrics, clock: Callable[[], float]
    ) -> None:
        self.store = store
        self.metrics = metrics
        self.clock = clock
        self._commits = commits
        self._bots = bots
        self._hosts: dict[str, Host] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._secret = ""
        self._closing = False
        self._looked_for_lobbies = 0.0
        self.tell_presence: Callable[[str], None] | None = None
        """Lets other processes know who is connected here, if there are any."""

    async def open(self, secret: str | None = None) -> None:
        """Get ready: the secret of the daily dice is in the database unless one is given."""
        self._secret = secret or await self.store.secret("daily")

    async def close(self) -> None:
        """Let bots stop; what is being stored is stored by `Commits`."""
        self._closing = True
        tasks = [task for host in self._hosts.values() for task in host.bots.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Tables.

    async def create(
        self, id_: str, spec: Spec, *, name: str, token: str, attempt: Try | None = None
    ) -> Host | None:
        """Open a table and store it; None if the id or the try is there already."""
        now = self.clock()
        hosted = HostedTable(id_, spec, created=now)
        host = Host(hosted, secret=self._secret, now=now)
        row, played = host.orders.open(name=name, token=token)
        hosted.take_in(row, at=now, played=played)
        write = Write(id_, 1, now, row, spec=spec, state=_state(hosted.standing), attempt=attempt)
        if not await self._commits.write(write):
            return None
        self._hosts[id_] = host
        self._settle(host)
        return host

    async def host(self, id_: str) -> Host:
        """The table of this id, from memory or from the database."""
        host = self._hosts.get(id_)
        if host is None:
            try:
                async with self._loading.setdefault(id_, asyncio.Lock()):
                    host = self._hosts.get(id_) or await self._load(id_)
            finally:
                self._loading.pop(id_, None)
        host.used = self.clock()
        return host

    async def _load(self, id_: str) -> Host:
        stored = await self.store.table(id_)
        if stored is None:
            raise Refusal("table.unknown")
        hosted = HostedTable(id_, stored.spec, created=stored.created)
        _take_in(hosted, stored.rows)
        host = self._hosts[id_] = Host(hosted, secret=self._secret, now=self.clock())
        self._settle(host)
        return host

    def _settle(self, host: Host) -> None:
        """Let the bots of a table that is new here get ready and play."""
        hosted = host.hosted
        if hosted.phase != "over":
            self._bots.expect((bot for bot in hosted.bots if bot), hosted.ruleset)
        self._run_bots(host)

    async def catch_up(self, host: Host) -> None:
        """Take in what other processes stored."""
        async with host.lock:
            await self._catch_up(host)

    async def _catch_up(self, host: Host) -> None:
        rows = await self.store.rows_after(host.hosted.id, host.hosted.number)
        host.stale = False
        if rows:
            _take_in(host.hosted, rows)
            host.wake()

    def noticed(self, id_: str) -> Host | None:
        """The table in memory that another process wrote to, if it is here."""
        return self._hosts.get(id_)

    def hosts(self) -> tuple[Host, ...]:
        """All tables in memory."""
        return tuple(self._hosts.values())

    # Who is there.

    def enter(self, host: Host, listener: Listener) -> None:
        """Somebody connected."""
        host.listeners.add(listener)
        self._presence_changed(host)

    def leave(self, host: Host, listener: Listener) -> None:
        """Somebody went away."""
        host.listeners.discard(listener)
        self._presence_changed(host)

    def _presence_changed(self, host: Host) -> None:
        host.presence_changed()
        if self.tell_presence:
            self.tell_presence(host.hosted.id)

    def present_elsewhere(self, id_: str, process: str, *, seats: frozenset[int]) -> None:
        """Another process said who is connected there; whoever says so for the first time is answered."""
        host = self._hosts.get(id_)
        if host is None:
            return
        known = host.elsewhere.get(process)
        host.elsewhere[process] = Elsewhere(seats, self.clock())
        if known is None and host.listeners and self.tell_presence:
            self.tell_presence(id_)
        if known is None or known.seats != seats:
            host.presence_changed()

    def _refresh_presence(self, host: Host, *, now: float) -> None:
        """Forget processes that fell silent, and do not fall silent oneself."""
        silent = [name for name, other in host.elsewhere.items() if now - other.at > 3 * PRESENCE_SECONDS]
        for name in silent:
            del host.elsewhere[name]
        if silent:
            host.presence_changed()
        if self.tell_presence and host.listeners and now - host.told > PRESENCE_SECONDS:
            host.told = now
            self.tell_presence(host.hosted.id)

    # Orders.

    async def perform(self, host: Host, order: Callable[[Orders], Ordered | None]) -> bool:
        """Do what is ordered: it is stored and told to everybody when this returns. False if there was nothing."""
        async with host.lock:
            for _ in range(_ATTEMPTS):
                if host.stale:
                    await self._catch_up(host)
                ordered = order(host.orders)
                if ordered is None:
                    return False
                if await self._store(host, ordered):
                    break
                self.metrics.conflicts.inc()
                host.stale = True
            else:
                raise Refusal("server.busy")
        host.wake()
        self._run_bots(host)
        return True

    async def _store(self, host: Host, ordered: Ordered) -> bool:
        hosted, (row, played) = host.hosted, ordered
        now = self.clock()
        standing = hosted.standing.after(row.steps, played, at=now)
        write = _write(hosted, row, standing=standing, now=now)
        # A write cut short may or may not be on the disk, so that the rows must be read again.
        host.stale = True
        if not await self._commits.write(write):
            return False
        hosted.take_in(row, at=now, played=played, standing=standing)
        host.stale = False
        host.used = now
        return True

    # Bots and the clock.

    def _run_bots(self, host: Host) -> None:
        for seat in host.hosted.standing.waiting_bots:
            if seat not in host.bots and not self._closing:
                task = asyncio.create_task(self._run_bot(host, seat), name=f"bot {host.hosted.id} {seat}")
                host.bots[seat] = task

    async def _run_bot(self, host: Host, seat: int) -> None:
        """Let a bot play as long as the table waits for it."""
        try:
            while seat in host.hosted.standing.waiting_bots:
                await self._bot_round(host, seat)
        except Exception:
            self.metrics.failures.inc()
            log.exception("bot stuck", extra={"table": host.hosted.id})
        finally:
            host.bots.pop(seat, None)

    async def _bot_round(self, host: Host, seat: int) -> None:
        bot, game = host.hosted.bots[seat], host.hosted.game
        assert bot is not None
        assert game is not None
        turn = await self._bots.play(bot, game.seen_by(Seat(seat)), seat=seat, needed=host.needs_bots)

        def moves(orders: Orders) -> Ordered | None:
            now = orders.hosted.game
            if now is None or seat not in orders.hosted.standing.waiting_bots or now.round_ != game.round_:
                return None  # somebody else made them meanwhile
            try:
                return orders.bot_moves(seat, turn.actions, stand_in=turn.stand_in)
            except Refusal:
                return orders.mandatory_moves(seat, why="failed")

        await self.perform(host, moves)

    async def sweep(self) -> None:
        """Look after tables whose clock ran out or whose bots are late, and forget those that nobody uses."""
        now = self.clock()
        for id_ in await self.store.due(now, limit=_SWEEP_LIMIT):
            try:
                host = await self.host(id_)
                if self.store.shared:
                    await self.catch_up(host)
                if not await self.perform(host, lambda orders: orders.run_out(now=now)):
                    self._run_bots(host)
            except Exception:
                self.metrics.failures.inc()
                log.exception("sweep failed", extra={"table": id_})
        for id_, host in list(self._hosts.items()):
            self._refresh_presence(host, now=now)
            _look_for_idle(host, now=now)
            if (
                not host.listeners
                and not host.bots
                and now - host.used > KEEP_SECONDS
                and not host.lock.locked()
            ):
                del self._hosts[id_]
        self.metrics.tables.set(len(self._hosts))
        if now - self._looked_for_lobbies >= LOBBY_LOOK_SECONDS:
            self._looked_for_lobbies = now
            await self._clear_lobbies(now)

    async def _clear_lobbies(self, now: float) -> None:
        """Remove tables that were opened and left; somebody who is still connected there keeps his."""
        for id_ in await self.store.abandoned(now - LOBBY_SECONDS, limit=_SWEEP_LIMIT):
            host = self._hosts.get(id_)
            if host is None or not (host.listeners or host.lock.locked()):
                self._hosts.pop(id_, None)
                if await self.store.remove_lobby(id_):
                    log.info("lobby removed", extra={"table": id_})


def _look_for_idle(host: Host, *, now: float) -> None:
    """Let people know that they need not wait for somebody any longer, which no event tells them."""
    if host.listeners and now - host.looked >= IDLE_LOOK_SECONDS:
        host.looked = now
        idle = frozenset(seat for seat in range(host.hosted.seats) if host.hosted.idle(seat, now=now))
        if idle != host.idle:
            host.idle = idle
            host.wake()


def _write(hosted: HostedTable, row: Row, *, standing: Standing, now: float) -> Write:
    """The row, with what changes beside it."""
    state = _state(standing)
    result = None
    game = standing.game
    if (
        hosted.spec.daily
        and hosted.spec.counted
        and hosted.phase != "over"
        and game
        and game.phase is Phase.OVER
    ):
        sheet = game.sheets()[0]
        result = Result(sheet.total, sheet.errors, round(now - hosted.created))
    changed = state if state != _state(hosted.standing) else None
    return Write(hosted.id, hosted.number + 1, now, row, state=changed, result=result)


def _state(standing: Standing) -> State:
    phase = standing.phase
    status = phase if phase in ("lobby", "over") else "running"
    due = standing.deadline
    if standing.waiting_bots:
        soon = standing.waiting_since + BOT_GRACE
        due = soon if due is None else min(due, soon)
    return State(status, due)


def _take_in(hosted: HostedTable, rows: tuple[StoredRow, ...]) -> None:
    for stored in rows:
        if stored.number == hosted.number + 1:
            hosted.take_in(stored.row, at=stored.at)
