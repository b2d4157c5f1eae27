"""Storage of the marks of the maximum hunt."""

from __future__ import annotations

from inkrail.server.rooms.hunt import Mark
from inkrail.server.storage.schema import hunts
from inkrail.server.storage.store import Store
from inkrail.server.storage.value_table import ValueTable


class HuntStore(ValueTable[Mark]):
    """The best boards that the house found, one a week."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, hunts, Mark)

    async def mark(self, week: str) -> Mark | None:
        """The mark of a week, if it is known."""
        return await self.one(hunts.c.week == week)
