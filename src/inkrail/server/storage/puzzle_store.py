"""Storage of puzzles: those made ahead, the puzzle of each day, and last rounds that people send to each other."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from inkrail.server.rooms.puzzles import StoredPuzzle
from inkrail.server.storage.schema import puzzles
from inkrail.server.storage.store import Store

_OFFERED = sa.and_(puzzles.c.public, puzzles.c.day.is_(None))


class PuzzleStore:
    """The puzzles of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, new: Iterable[StoredPuzzle], *, now: float) -> None:
        """Store puzzles, except those that are stored already."""
        if values := [_values(puzzle, now=now) for puzzle in new]:
            await self._store.add(puzzles, values)

    async def puzzle(self, id_: str) -> StoredPuzzle | None:
        """The puzzle with this id."""
        return await self._first(puzzles.c.id == id_)

    async def one(
        self, rules: str, level: int, *, start: str, without: Collection[str] = ()
    ) -> StoredPuzzle | None:
        """A puzzle of a level, the first whose id follows `start`, in a cycle; None if there is none but those left out."""
        wanted = sa.and_(
            _OFFERED,
            puzzles.c.rules == rules,
            puzzles.c.level == level,
            puzzles.c.id.not_in(without),
        )
        return await self._first(wanted, puzzles.c.id >= start) or await self._first(wanted)

    async def counts(self) -> dict[tuple[str, int], int]:
        """How many puzzles are offered of each ruleset and level."""
        query = (
            sa.select(puzzles.c.rules, puzzles.c.level, sa.func.count().label("number"))
            .where(_OFFERED)
            .group_by(puzzles.c.rules, puzzles.c.level)
        )
        async with self._store.reading() as connection:
            return {(row.rules, row.level): row.number for row in await connection.execute(query)}

    async def of_day(self, day: str) -> StoredPuzzle | None:
        """The puzzle of a day, if it was chosen."""
        return await self._first(puzzles.c.day == day)

    async def choose(self, id_: str, *, day: str) -> None:
        """Make a puzzle that of a day, unless the day has one or the puzzle has a day."""
        statement = (
            sa.update(puzzles)
            .where(puzzles.c.id == sa.bindparam("of"), puzzles.c.day.is_(None))
            .values(day=sa.bindparam("chosen"))
        )
        with suppress(IntegrityError):  # another process chose first
            await self._store.run([(statement, [{"of": id_, "chosen": day}])])

    async def _first(self, *conditions: sa.ColumnElement[bool]) -> StoredPuzzle | None:
        query = sa.select(puzzles).where(*conditions).order_by(puzzles.c.id).limit(1)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else _puzzle(row)


def _values(puzzle: StoredPuzzle, *, now: float) -> dict[str, object]:
    body = {"opening": puzzle.opening, "second": puzzle.second, "actions": puzzle.actions}
    return {
        "id": puzzle.id,
        "rules": puzzle.rules,
        "level": puzzle.level,
        "total": puzzle.total,
        "body": json.dumps(body, separators=(",", ":")),
        "public": puzzle.public,
        "day": puzzle.day,
        "made": now,
    }


def _puzzle(row: Any) -> StoredPuzzle:
    body = json.loads(row.body)
    return StoredPuzzle(
        id=row.id,
        rules=row.rules,
        level=row.level,
        total=row.total,
        second=body["second"],
        actions=tuple(body["actions"]),
        opening=body["opening"],
        public=row.public,
        day=row.day,
    )
