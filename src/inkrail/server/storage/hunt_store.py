"""Storage of the marks of the maximum hunt."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from inkrail.server.rooms.hunt import Mark
from inkrail.server.storage.schema import hunts
from inkrail.server.storage.store import Store


class HuntStore:
    """The best boards that the house found, one a week."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, mark: Mark) -> None:
        """Store the mark of a week, unless it has one."""
        insert = postgresql.insert if self._store.shared else sqlite.insert
        values: dict[str, object] = {
            "week": mark.week,
            "total": mark.total,
            "bound": mark.bound,
            "record": mark.record,
        }
        await self._store.run([(insert(hunts).on_conflict_do_nothing(), [values])])

    async def mark(self, week: str) -> Mark | None:
        """The mark of a week, if it is known."""
        async with self._store.reading() as connection:
            row = (await connection.execute(sa.select(hunts).where(hunts.c.week == week))).first()
        return None if row is None else Mark(row.week, row.total, row.bound, row.record)
