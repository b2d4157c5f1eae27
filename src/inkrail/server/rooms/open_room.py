"""A room in memory: its lock, who is connected to it, and the bots that play there now."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from inkrail.server.rooms.idle import idle_seats
from inkrail.server.rooms.room import Room

PRESENCE_SECONDS = 20.0
"""How often a process repeats who is connected to it; one that stays silent three times as long is taken for gone."""
IDLE_LOOK_SECONDS = 60.0
"""How often a room is looked at for players who stayed away too long."""

Presence = tuple[tuple[int, ...], int]
"""The seats that somebody is connected for, here or elsewhere, and how many watch here."""


class Listener(Protocol):
    """Somebody who is connected to a room."""

    seat: int | None

    def wake(self) -> None:
        """Look at the room: something happened."""
        ...


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The seats that another process holds connections for, and when it said so."""

    seats: frozenset[int]
    at: float


class OpenRoom:
    """A room with everything around it that is not stored."""

    def __init__(self, room: Room, *, now: float) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, Elsewhere] = {}
        """Who is connected to other processes, by process."""
        self.present: Presence = (), 0
        self.idle: frozenset[int] = frozenset()
        """The seats that were found to keep the others waiting for too long."""
        self.used = now
        self.announced = now
        """When this process last said who is connected here."""
        self.stale = False
        """Whether there may be stored rows that this process has not applied."""
        self.bots: dict[int, asyncio.Task[None]] = {}
        self.needs_bots = asyncio.Event()
        """Set while the table waits for nobody but bots."""
        self._looked = now

    def connected(self) -> set[int]:
        """The seats that somebody is connected for, here or elsewhere."""
        return self.connected_here().union(*(other.seats for other in self.elsewhere.values()))

    def connected_here(self) -> set[int]:
        """The seats that somebody is connected to this process for."""
        return {listener.seat for listener in self.listeners if listener.seat is not None}

    def presence_changed(self) -> None:
        """Tell the listeners that somebody came or went."""
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
        """Let people know that they need not wait for a player any longer, which no event tells them."""
        if self.listeners and abs(now - self._looked) >= IDLE_LOOK_SECONDS:
            self._looked = now
            idle = idle_seats(self.room, now=now)
            if idle != self.idle:
                self.idle = idle
                self.wake()

    def begin_again(self, *, now: float) -> None:
        """Where the machine's clock was set back, give the table its whole time from now on: nobody loses or waits more."""
        waiting = self.room.waiting.begun_by(now)
        if waiting is not self.room.waiting:
            self.room.waiting = waiting
            self.wake()

    def forget_silent(self, *, now: float) -> None:
        """Forget processes that have not said for too long who is connected to them."""
        silent = [name for name, other in self.elsewhere.items() if now - other.at > 3 * PRESENCE_SECONDS]
        for name in silent:
            del self.elsewhere[name]
        if silent:
            self.presence_changed()

    @property
    def unused(self) -> bool:
        """Whether nobody is connected and nothing is going on."""
        return not self.listeners and not self.bots and not self.lock.locked()
