"""Reading the attempts at a day, a hunt, a challenge or a game of a league; they are written with the rows of their tables."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.storage.schema import attempts
from inkrail.server.storage.store import Store

_ORDER = (attempts.c.late, -attempts.c.score, attempts.c.errors, attempts.c.seconds, attempts.c.table_id)
"""Those in time first, then by score, errors, time; the id of the table makes it a strict order."""


class AttemptStore:
    """The attempts, by their contest: a day, the week of a hunt, a challenge, or a game of a league."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, contest: str, *, browser: str) -> Attempt | None:
        """The attempt of a browser."""
        query = sa.select(attempts).where(attempts.c.contest == contest, attempts.c.browser == browser)
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else _attempt(row)

    async def best(self, contest: str, *, limit: int) -> list[Attempt]:
        """The finished attempts, those in time first: by score, errors, then time."""
        query = sa.select(attempts).where(_finished(contest)).order_by(*_ORDER).limit(limit)
        async with self._store.reading() as connection:
            return [_attempt(row) for row in await connection.execute(query)]

    async def all(self, contest: str, *, limit: int) -> list[Attempt]:
        """All attempts: the finished ones, best first, then those that run."""
        running = attempts.c.score.is_(None)
        query = (
            sa.select(attempts).where(attempts.c.contest == contest).order_by(running, *_ORDER).limit(limit)
        )
        async with self._store.reading() as connection:
            return [_attempt(row) for row in await connection.execute(query)]

    async def among(self, contests: Collection[str], *, browsers: Collection[str]) -> list[Attempt]:
        """The attempts of these browsers at these contests."""
        query = sa.select(attempts).where(attempts.c.contest.in_(contests), attempts.c.browser.in_(browsers))
        async with self._store.reading() as connection:
            return [_attempt(row) for row in await connection.execute(query)]

    async def players(self, contest: str) -> int:
        """The number of finished attempts."""
        query = sa.select(sa.func.count()).where(_finished(contest))
        async with self._store.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def rank(self, attempt: Attempt) -> int:
        """The place of a finished attempt among all of its contest, from 1."""
        assert attempt.score is not None
        own = (attempt.late, -attempt.score, attempt.errors, attempt.seconds, attempt.table)
        values = (sa.literal(value, column.type) for value, column in zip(own, _ORDER, strict=True))
        better = sa.tuple_(*_ORDER) < sa.tuple_(*values)
        query = sa.select(sa.func.count()).where(_finished(attempt.contest), better)
        async with self._store.reading() as connection:
            return int((await connection.execute(query)).scalar_one()) + 1

    async def scores(self, contest: str) -> dict[int, int]:
        """How many finished attempts have each score, from the lowest."""
        score = attempts.c.score
        query = sa.select(score, sa.func.count()).where(_finished(contest)).group_by(score).order_by(score)
        async with self._store.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}


def _finished(contest: str) -> sa.ColumnElement[bool]:
    return sa.and_(attempts.c.contest == contest, attempts.c.score.is_not(None))


def _attempt(row: sa.Row[tuple[object, ...]]) -> Attempt:
    return Attempt(
        row.contest,
        row.browser,
        row.table_id,
        row.name,
        row.late,
        row.score,
        row.errors,
        row.seconds,
    )
