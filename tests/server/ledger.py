"""What servers acknowledged, which none of them may lose."""

from __future__ import annotations

import asyncio
from collections.abc import Sized
from dataclasses import dataclass, field

from tests.server.playing import Client
from tests.server.waiting import limited

_PAUSE = 0.05


@dataclass
class Promise:
    """A request that the server answered by an `ack`."""

    table: str
    seat: int
    id: str
    number: int


@dataclass
class Ledger:
    """What was acknowledged to whom, and what every client saw."""

    promises: list[Promise] = field(default_factory=list)
    seen: list[tuple[str, int, Client]] = field(default_factory=list)
    studies: set[str] = field(default_factory=set)
    """The ids of studies that a server promised."""
    daily_puzzles: set[tuple[str, str]] = field(default_factory=set)
    """The days and the ids of the puzzles that a server told."""
    marks: set[tuple[str, int]] = field(default_factory=set)
    """The weeks and the marks of hunts that a server told."""
    hunted: set[str] = field(default_factory=set)
    """The tables at which people draw for the hunt."""
    hints: dict[str, int] = field(default_factory=dict)
    """How many steps of hints the only player of a table was told to have been given."""
    leagues: set[tuple[str, str]] = field(default_factory=set)
    """The leagues, and the names of those who were told that they are in them."""
    codes: set[str] = field(default_factory=set)
    """The codes of games that a server promised to hold."""
    deleted_codes: set[str] = field(default_factory=set)
    """Those that a server said it has deleted."""
    called: dict[str, bool] = field(default_factory=dict)
    """The tables of which a server said that it calls a browser, or no longer does."""
    grown: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def add(self, promise: Promise) -> None:
        async with self.grown:
            self.promises.append(promise)
            self.grown.notify_all()

    async def wait_for(self, count: int) -> None:
        """Wait until this many requests were acknowledged."""
        async with limited(f"{count} requests to be answered"), self.grown:
            await self.grown.wait_for(lambda: len(self.promises) >= count)

    async def wait_for_visitors(self, *, hints: bool) -> None:
        """Wait until every kind of visitor was told something, which on a busy machine takes a while."""
        told: tuple[Sized, ...] = (self.studies, self.daily_puzzles, self.marks, self.hunted, self.leagues)
        told += (self.codes, self.called, *([self.hints] if hints else []))
        async with limited("all visitors to be answered"):
            while not all(map(len, told)):  # noqa: ASYNC110 - nothing tells
                await asyncio.sleep(_PAUSE)
