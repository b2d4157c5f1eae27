"""Storage of challenges."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from inkrail.server.rooms.challenges import Challenge
from inkrail.server.storage.schema import challenges
from inkrail.server.storage.store import Store


class ChallengeStore:
    """The challenges, at most one of each seat of a table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, challenge: Challenge) -> Challenge:
        """Store a challenge, unless the seat has one; the one that it has now."""
        insert = postgresql.insert if self._store.shared else sqlite.insert
        values: dict[str, object] = {
            "id": challenge.id,
            "table_id": challenge.table,
            "seat": challenge.seat,
            "browser": challenge.browser,
        }
        await self._store.run([(insert(challenges).on_conflict_do_nothing(), [values])])
        stored = await self._one(
            challenges.c.table_id == challenge.table, challenges.c.seat == challenge.seat
        )
        assert stored is not None
        return stored

    async def of_id(self, id_: str) -> Challenge | None:
        """The challenge with this id."""
        return await self._one(challenges.c.id == id_)

    async def _one(self, *conditions: sa.ColumnElement[bool]) -> Challenge | None:
        async with self._store.reading() as connection:
            row = (await connection.execute(sa.select(challenges).where(*conditions))).first()
        return None if row is None else Challenge(row.id, row.table_id, row.seat, row.browser)
