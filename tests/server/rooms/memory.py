"""Rooms without a database and without worker processes, for tests that decide when a write ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count

from tests.server.conftest import FakeClock

from inkrail.bots.playing import play_turn
from inkrail.bots.random_bot import RandomBot
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.actions import format_action
from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import (
    ROWS_AT_ONCE,
    BotTurn,
    Due,
    Hint,
    Origin,
    State,
    StoredRow,
    StoredTable,
    TryAgain,
    Write,
)
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.row_text import format_row, format_spec, parse_rows, parse_spec
from inkrail.server.rooms.rows import Spec


class MemoryStorage:
    """Storage and journal in one; it keeps text, as a database does. Several `Rooms` may share it."""

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared
        self.writes: list[Write] = []
        """All that were stored."""
        self.states: dict[str, State] = {}
        self.reads = 0
        self.pages: list[list[Due]] = []
        """The answers to the sweep's questions for tables that are due."""
        self.released = asyncio.Event()
        """While this is cleared, rows are stored but not confirmed, and tables are not read."""
        self.released.set()
        self._specs: dict[str, tuple[float, str]] = {}
        self._rows: dict[str, list[tuple[float, str]]] = {}

    async def write(self, write: Write) -> bool:
        rows = self._rows.setdefault(write.table, [])
        if write.number != len(rows) + 1:
            return False
        if write.spec:
            self._specs[write.table] = write.at, format_spec(write.spec)
        if write.state:
            self.states[write.table] = write.state
        rows.append((write.at, format_row(write.row, write.ruleset)))
        self.writes.append(write)
        await self.released.wait()
        return True

    async def table(self, id_: str) -> StoredTable | None:
        self.reads += 1
        await self.released.wait()
        if id_ not in self._specs:
            return None
        created, text = self._specs[id_]
        spec = parse_spec(text)
        return StoredTable(id_, created, spec, await self.rows_after(id_, 0, ruleset=spec.ruleset()))

    async def rows_after(self, id_: str, number: int, *, ruleset: Ruleset) -> tuple[StoredRow, ...]:
        self.reads += 1
        stored = enumerate(self._rows.get(id_, ()), start=1)
        after = [(one, at, text) for one, (at, text) in stored if one > number][:ROWS_AT_ONCE]
        parsed = parse_rows((text for _, _, text in after), ruleset)
        return tuple(StoredRow(one, at, row) for (one, at, _), row in zip(after, parsed, strict=True))

    async def due(self, now: float, *, limit: int, after: Due | None = None) -> list[Due]:
        states = self.states.items()
        due = sorted((state.due, id_) for id_, state in states if state.due is not None and state.due <= now)
        rest = [Due(at, id_) for at, id_ in due if after is None or (at, id_) > (after.at, after.table)]
        self.pages.append(rest[:limit])
        return rest[:limit]

    async def postpone(self, tables: Mapping[str, float | None], *, now: float) -> None:
        for id_, due in tables.items():
            state = self.states[id_]
            if state.due is not None and state.due <= now:
                self.states[id_] = replace(state, due=due)

    async def abandoned(self, since: float, *, limit: int, after: str = "") -> list[str]:
        lobbies = sorted(id_ for id_, state in self.states.items() if state.status == "lobby" and id_ > after)
        return [id_ for id_ in lobbies if self._rows[id_][-1][0] <= since][:limit]

    async def remove_lobby(self, id_: str, *, since: float) -> bool:
        if self.states[id_].status != "lobby" or self._rows[id_][-1][0] > since:
            return False
        del self._specs[id_], self._rows[id_], self.states[id_]
        return True


class BotsAtOnce:
    """Every bot plays at random in the test's own process, once `released`."""

    def __init__(self) -> None:
        self.expected: list[str] = []
        self.asked: list[tuple[str, int]] = []
        self.origins: list[Origin] = []
        self.refused: set[str] = set()
        """The owners whose games may not start."""
        self.can_hint = True
        """Whether hints can be computed."""
        self.percent: dict[str, int] = {}
        """How far the bots are that are getting ready, each with the ruleset that it gets ready for."""
        self.needed: asyncio.Event | None = None
        self.released = asyncio.Event()
        self.released.set()
        self.hinted: list[tuple[int, Table]] = []
        """The seats that wanted hints, and what they had before them."""
        self._numbers = count()

    async def hint(self, table: Table, *, seat: int, origin: Origin) -> Hint:
        """A hint that does as a random bot."""
        self.hinted.append((seat, table))
        self.origins.append(origin)
        await self.released.wait()
        if origin.owner in self.refused:
            raise TryAgain("hint.too_slow")
        _, actions = play_turn(table, Seat(seat), bot=RandomBot(), rng=SeededRng("hint"))
        texts = [format_action(action, table.ruleset) for action in actions]
        return Hint(40.5, 41.0, tuple(text for text in texts if text != "done"))

    def require_room(self, bots: Iterable[str], *, owner: str) -> None:
        if owner in self.refused and list(bots):
            raise Refusal("bot.queue_full")

    def require_playable(self, bots: Iterable[str | None], *, hints: bool) -> None:
        if "nobody" in bots:
            raise Refusal("bot.unknown", bot="nobody")
        if hints and not self.can_hint:
            raise Refusal("hint.not_allowed")

    def expect(self, bots: Iterable[str], ruleset: Ruleset, *, owner: str) -> None:
        self.expected += [f"{bot} {ruleset.name} {owner}".rstrip() for bot in bots]

    def getting_ready(self, bot: str, ruleset: Ruleset) -> int | None:
        return self.percent.get(f"{bot} {ruleset.name}")

    async def play(
        self, bot: str, table: Table, *, seat: int, origin: Origin, needed: asyncio.Event | None = None
    ) -> BotTurn:
        self.asked.append((bot, seat))
        self.origins.append(origin)
        self.needed = needed
        await self.released.wait()
        rng = SeededRng("bots at once", next(self._numbers))
        _, actions = play_turn(table, Seat(seat), bot=RandomBot(), rng=rng)
        return BotTurn(actions)


class Process:
    """The rooms of one process, with everything around them in memory."""

    def __init__(self, storage: MemoryStorage, *, clock: FakeClock) -> None:
        self.storage = storage
        self.metrics = Metrics()
        self.bots = BotsAtOnce()
        self.clock = clock
        self.rooms = Rooms(storage, journal=storage, bots=self.bots, meters=self.metrics, clock=clock)
        self.announced: list[str] = []

    def announce(self) -> None:
        """Start announcing this process's connections to the others."""
        self.rooms.announce = self.announced.append

    async def opened(self, spec: Spec, id_: str = "table", *, owner: str = "") -> OpenRoom:
        open_room = await self.rooms.create(id_, spec, name="Ann", token="a", opened_by=owner)
        assert open_room is not None
        return open_room

    def counted(self, name: str) -> float | None:
        return self.metrics.registry.get_sample_value(f"inkrail_{name}")


async def settle() -> None:
    """Run everything that is ready to run."""
    for _ in range(50):
        await asyncio.sleep(0)
