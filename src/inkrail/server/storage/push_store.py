"""Storage of who wants to be told by web push."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import sqlalchemy as sa

from inkrail.server.rooms.subscriptions import MOST_OF_A_SEAT, Subscription
from inkrail.server.storage.schema import push_subscriptions as subscriptions
from inkrail.server.storage.store import Store


class PushStore:
    """The subscriptions, a few of each place at a table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, subscription: Subscription, *, now: float) -> None:
        """Store a subscription in place of the same browser's; the oldest of a place beyond the most are removed."""
        columns = subscriptions.c
        mine = sa.and_(columns.table_id == subscription.table, columns.place == subscription.place)
        values = {
            "id": subscription.id,
            "table_id": subscription.table,
            "place": subscription.place,
            "endpoint": subscription.endpoint,
            "browser_key": subscription.browser_key,
            "auth": subscription.auth,
            "language": subscription.language,
            "made": now,
        }
        newest = sa.select(columns.id).where(mine).order_by(columns.made.desc()).limit(MOST_OF_A_SEAT - 1)
        async with self._store.writing() as connection:
            await connection.execute(subscriptions.delete().where(mine, columns.id == subscription.id))
            await connection.execute(subscriptions.delete().where(mine, columns.id.not_in(newest)))
            await connection.execute(subscriptions.insert().values(values))

    async def of(self, table: str, *, places: Collection[int]) -> Sequence[Subscription]:
        """Those of some places at a table."""
        columns = subscriptions.c
        query = sa.select(subscriptions).where(columns.table_id == table, columns.place.in_(places))
        async with self._store.reading() as connection:
            rows = (await connection.execute(query.order_by(columns.made))).all()
        return [
            Subscription(
                row.id, row.table_id, row.place, row.endpoint, row.browser_key, row.auth, row.language
            )
            for row in rows
        ]

    async def remove(self, subscription: Subscription) -> None:
        """Remove one."""
        columns = subscriptions.c
        await self._delete(
            columns.table_id == subscription.table,
            columns.place == subscription.place,
            columns.id == subscription.id,
        )

    async def remove_place(self, table: str, *, place: int) -> None:
        """Remove all of a place."""
        await self._delete(subscriptions.c.table_id == table, subscriptions.c.place == place)

    async def remove_table(self, table: str) -> None:
        """Remove those of a table."""
        await self._delete(subscriptions.c.table_id == table)

    async def remove_old(self, *, before: float) -> None:
        """Remove those that were made before this time."""
        await self._delete(subscriptions.c.made < before)

    async def _delete(self, *conditions: sa.ColumnElement[bool]) -> None:
        async with self._store.writing() as connection:
            await connection.execute(subscriptions.delete().where(*conditions))
