"""The interfaces that rooms depend on (storage, bots, counters), and the values passed to them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from inkrail.core.errors import Refusal
from inkrail.game.actions import Action
from inkrail.game.table import Table
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.rows import Row, Spec, StandIn

ROWS_AT_ONCE = 50
"""The most rows that are read and applied in one piece, so that a long game does not block the others."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A stored row."""

    number: int
    at: float
    row: Row


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A stored table with its first rows."""

    id: str
    created: float
    spec: Spec
    rows: tuple[StoredRow, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A counted attempt at a day, a hunt, a challenge or a game of a league; `late` is settled when it is finished."""

    contest: str
    """The day, the week, the id of the challenge, or that of the league and the number of its game."""
    browser: str
    table: str
    name: str
    late: bool
    score: int | None = None
    errors: int | None = None
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a counted attempt."""

    score: int
    errors: int
    seconds: int
    late: bool


@dataclass(frozen=True, slots=True)
class State:
    """The columns that lists and the sweep query: lobby, running or over, and when the table is due."""

    status: str
    due: float | None


@dataclass(frozen=True, slots=True)
class Due:
    """A table, and when the sweep should look at it."""

    at: float
    table: str


@dataclass(frozen=True, slots=True)
class Write:
    """A row to append with the changes that belong to it, stored atomically."""

    table: str
    number: int
    at: float
    row: Row
    ruleset: Ruleset
    spec: Spec | None = None
    """Set for the first row of a table."""
    state: State | None = None
    opened_by: str = ""
    """Stands for whoever opened the table, for the first row of a table."""
    attempt: Attempt | None = None
    result: Result | None = None


class TryAgain(Refusal):
    """A temporary refusal: the same request may be accepted a moment later."""


class Storage(Protocol):
    """Reads stored rows; raises TryAgain when the database is unavailable."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write too."""
        ...

    async def table(self, id_: str) -> StoredTable | None:
        """A table with its first rows, at most ROWS_AT_ONCE."""
        ...

    async def rows_after(self, id_: str, number: int, *, ruleset: Ruleset) -> tuple[StoredRow, ...]:
        """The rows of a table after this number, at most ROWS_AT_ONCE."""
        ...

    async def due(self, now: float, *, limit: int, after: Due | None = None) -> list[Due]:
        """The tables that are due for the sweep, the longest due first, from the one that follows `after`."""
        ...

    async def postpone(self, tables: Mapping[str, float | None], *, now: float) -> None:
        """Set when tables are due again, except those that are not due now because a row was stored meanwhile."""
        ...

    async def abandoned(self, since: float, *, limit: int, after: str = "") -> list[str]:
        """The ids, from the one that follows `after`, of tables that never started and had no activity since then."""
        ...

    async def remove_lobby(self, id_: str, *, since: float) -> bool:
        """Remove a table whose game never started and that has had no activity since then; False if it is not so."""
        ...


class Journal(Protocol):
    """Appends rows."""

    def write(self, write: Write) -> Awaitable[bool]:
        """Store a row: True once it is on disk, False if its number is taken.

        After TryAgain the row may or may not be on disk.
        """
        ...


NO_OWNER = ""
"""The owner of tables that were loaded from storage, until one of their players connects."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Whom a bot plays for: the table, and who answers for its share of the machine.

    An owner is any text; in practice it stands for the network address of the client that opened the table.
    """

    owner: str
    table: str


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot's actions for a round; `stand_in` says who chose them and why, if not the bot itself."""

    actions: tuple[Action, ...]
    stand_in: StandIn | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """The best end of the running round from where a seat stands, as actions in the notation of records.

    `value` is what it is expected to bring in the end, `restart` what the best end from the start of the round would.
    """

    value: float
    restart: float
    actions: tuple[str, ...]


class Bots(Protocol):
    """Runs bots."""

    def require_room(self, bots: Iterable[str], *, owner: str) -> None:
        """Refuse a game with these bots if too many turns of bots wait already, of this owner or in all."""
        ...

    def require_playable(self, bots: Iterable[str | None], *, hints: bool) -> None:
        """Refuse bots that cannot play here, and hints where none can be computed."""
        ...

    def expect(self, bots: Iterable[str], ruleset: Ruleset, *, owner: str) -> None:
        """Start getting ready the bots that a table will need."""
        ...

    def getting_ready(self, bot: str, ruleset: Ruleset) -> int | None:
        """How many percent ready a bot is that is getting ready; None for any other."""
        ...

    async def play(
        self, bot: str, table: Table, *, seat: int, origin: Origin, needed: asyncio.Event | None = None
    ) -> BotTurn:
        """The turn of a bot, which has until the event `needed` is set to get ready."""
        ...

    async def hint(self, table: Table, *, seat: int, origin: Origin) -> Hint:
        """A hint for a seat; `TryAgain` if that takes too long now, or too many wait for one."""
        ...


class Counter(Protocol):
    """A counter."""

    def inc(self) -> None:
        """Add one."""
        ...


class Gauge(Protocol):
    """A gauge."""

    def set(self, value: float) -> None:
        """Set the current value."""
        ...


class Meters(Protocol):
    """The metrics that rooms update."""

    @property
    def conflicts(self) -> Counter:
        """Row-number conflicts with another process."""
        ...

    @property
    def failures(self) -> Counter:
        """Internal server errors."""
        ...

    @property
    def tables(self) -> Gauge:
        """Tables in memory."""
        ...
