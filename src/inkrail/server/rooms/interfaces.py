"""What rooms need from outside: storage, bots and counters, and the values that pass between them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass
from typing import Protocol

from inkrail.core.errors import Refusal
from inkrail.game.actions import Action
from inkrail.game.table import Table
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.rows import Row, Spec, StandIn


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row as it was stored."""

    number: int
    at: float
    row: Row


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was stored."""

    id: str
    created: float
    spec: Spec
    rows: tuple[StoredRow, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A counted try at a daily game."""

    date: str
    browser: str
    table: str
    name: str
    late: bool
    score: int | None = None
    errors: int | None = None
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a counted try ended."""

    score: int
    errors: int
    seconds: int


@dataclass(frozen=True, slots=True)
class State:
    """What lists and the sweep ask for: lobby, running or over, and when the server must look at the table."""

    status: str
    due: float | None


@dataclass(frozen=True, slots=True)
class Write:
    """A row to append, with what changes beside it; all of it is stored, or nothing."""

    table: str
    number: int
    at: float
    row: Row
    ruleset: Ruleset
    spec: Spec | None = None
    """For the first row of a table."""
    state: State | None = None
    attempt: Attempt | None = None
    result: Result | None = None


class TryAgain(Refusal):
    """A refusal that passes: the same request may be accepted a moment later."""


class Storage(Protocol):
    """Where rows are kept. What it cannot do at the moment it refuses with TryAgain."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write too."""
        ...

    async def table(self, id_: str) -> StoredTable | None:
        """A table with all its rows."""
        ...

    async def rows_after(self, id_: str, number: int, *, ruleset: Ruleset) -> tuple[StoredRow, ...]:
        """The rows of a table after this number."""
        ...

    async def due(self, now: float, *, limit: int) -> list[str]:
        """The ids of tables that the server must look at."""
        ...

    async def abandoned(self, since: float, *, limit: int) -> list[str]:
        """The ids of tables whose game never began and where nothing happened since then."""
        ...

    async def remove_lobby(self, id_: str) -> bool:
        """Remove a table whose game never began; False if it is none."""
        ...


class Journal(Protocol):
    """Where rows are appended."""

    def write(self, write: Write) -> Awaitable[bool]:
        """Store a row: True once it is on the disk, False if its number is taken.

        After TryAgain it may be on the disk or not.
        """
        ...


@dataclass(frozen=True, slots=True)
class BotTurn:
    """The actions for a bot's round; `stand_in` says who chose them, and why, where it was not the bot itself."""

    actions: tuple[Action, ...]
    stand_in: StandIn | None = None


class Bots(Protocol):
    """Who plays for bots."""

    def expect(self, bots: Iterable[str], ruleset: Ruleset) -> None:
        """Get bots ready that a table is going to ask for."""
        ...

    async def play(
        self, bot: str, table: Table, *, seat: int, needed: asyncio.Event | None = None
    ) -> BotTurn:
        """The turn of a bot; it may take its time until it is `needed`."""
        ...


class Counter(Protocol):
    """Something that is counted."""

    def inc(self) -> None:
        """Count one more."""
        ...


class Gauge(Protocol):
    """Something that is measured."""

    def set(self, value: float) -> None:
        """What it is now."""
        ...


class Meters(Protocol):
    """What rooms count."""

    @property
    def conflicts(self) -> Counter:
        """Row-number conflicts with another process."""
        ...

    @property
    def failures(self) -> Counter:
        """Errors of the server itself."""
        ...

    @property
    def tables(self) -> Gauge:
        """Tables in memory."""
        ...
