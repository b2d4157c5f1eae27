"""A room in memory: its lock, who is connected to it, and the bots that play there now."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from math import inf
from typing import Protocol

from inkrail.server.rooms.given_hints import HintKey
from inkrail.server.rooms.idle import idle_seats
from inkrail.server.rooms.interfaces import NO_OWNER, Bots, Hint
from inkrail.server.rooms.room import Room

PRESENCE_SECONDS = 20.0
"""The interval at which a process announces its connections; after three silent intervals it counts as gone."""
IDLE_LOOK_SECONDS = 60.0
"""The interval at which a room is checked for players who stayed away too long."""

Presence = tuple[tuple[int, ...], int]
"""The connected seats, here or on other processes, and the number of watchers here."""


Readiness = dict[int, int]
"""By seat how many percent ready its bot is."""


class Listener(Protocol):
    """A client connected to a room."""

    @property
    def seat(self) -> int | None:
        """The number of their seat; None for a watcher."""
        ...

    def wake(self) -> None:
        """Called when something changed in the room."""
        ...


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The seats connected to another process, and when it announced them."""

    seats: frozenset[int]
    at: float


class OpenRoom:
    """A room with the state around it that is not stored."""

    def __init__(self, room: Room, *, now: float, owner: str = NO_OWNER) -> None:
        self.room = room
        self.owner = owner
        """Who answers for the share of the machine that its bots take."""
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, Elsewhere] = {}
        """The connections to other processes, by process."""
        self.present: Presence = (), 0
        self.idle: frozenset[int] = frozenset()
        """The seats known to have kept the others waiting for too long."""
        self.getting_ready: Readiness = {}
        """The bots that the table waits for and that are getting ready."""
        self.used = now
        self.announced = now
        """When this process last announced its connections."""
        self.stale = False
        """Whether there may be stored rows that this process has not applied."""
        self.bots: dict[int, asyncio.Task[None]] = {}
        self.hints: dict[HintKey, asyncio.Task[Hint]] = {}
        """The latest hints, by what they were computed for."""
        self.value: float | None = None
        """What the end of a round that was tried again is worth, once it was asked for."""
        self.needs_bots = asyncio.Event()
        """Set while the table waits for bots only."""
        self.next_look = -inf
        """Before this monotonic time the sweep has nothing to do here, unless a row is applied."""
        self._looked = now
        self._arrangements = room.arrangements

    def connected(self) -> set[int]:
        """The connected seats, here or on other processes."""
        return self.connected_here().union(*(other.seats for other in self.elsewhere.values()))

    def connected_here(self) -> set[int]:
        """The seats connected to this process."""
        return {listener.seat for listener in self.listeners if listener.seat is not None}

    def was_arranged(self) -> bool:
        """Whether the seats may have other numbers than when this was last asked."""
        before, self._arrangements = self._arrangements, self.room.arrangements
        return before != self._arrangements

    def presence_changed(self) -> None:
        """Tell the listeners that a client connected or disconnected."""
        watchers = sum(listener.seat is None for listener in self.listeners)
        self.present = tuple(sorted(self.connected())), watchers
        self.wake()

    def wake(self) -> None:
        """Tell the listeners that something happened."""
        waiting = self.room.waiting
        if waiting.seats == waiting.bot_seats:
            self.needs_bots.set()
        else:
            self.needs_bots.clear()
        for listener in self.listeners:
            listener.wake()

    def look_for_idle(self, *, now: float) -> None:
        """Tell the listeners when a player may be replaced for staying away, since no event does."""
        if self.listeners and abs(now - self._looked) >= IDLE_LOOK_SECONDS:
            self._looked = now
            idle = idle_seats(self.room, now=now)
            if idle != self.idle:
                self.idle = idle
                self.wake()

    def look_at_bots(self, bots: Bots) -> None:
        """Tell the listeners how far the bots are that are getting ready while the table waits for them."""
        if not self.listeners:
            return
        room = self.room
        found = {
            seat: bots.getting_ready(room.bots[seat] or "", room.ruleset) for seat in room.waiting.bot_seats
        }
        getting_ready = {seat: percent for seat, percent in found.items() if percent is not None}
        if getting_ready != self.getting_ready:
            self.getting_ready = getting_ready
            self.wake()

    def begin_again(self, *, now: float) -> None:
        """If the machine's clock was set back, restart the table's wait, so that nobody loses time or waits longer."""
        waiting = self.room.waiting.begun_by(now)
        if waiting is not self.room.waiting:
            self.room.waiting = waiting
            self.wake()

    def forget_silent(self, *, now: float) -> None:
        """Forget processes that have not announced their connections for too long."""
        silent = [name for name, other in self.elsewhere.items() if now - other.at > 3 * PRESENCE_SECONDS]
        for name in silent:
            del self.elsewhere[name]
        if silent:
            self.presence_changed()

    @property
    def unused(self) -> bool:
        """Whether no client is connected and nothing is running."""
        return not self.listeners and not self.bots and not self.lock.locked()
