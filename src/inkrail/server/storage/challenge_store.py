"""Storage of challenges."""

from __future__ import annotations

from inkrail.server.rooms.challenges import Challenge
from inkrail.server.storage.schema import attempts, challenges
from inkrail.server.storage.store import Store
from inkrail.server.storage.value_table import ValueTable


class ChallengeStore(ValueTable[Challenge]):
    """The challenges, at most one of each seat of a table."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, challenges, Challenge)

    async def of_id(self, id_: str) -> Challenge | None:
        """The challenge with this id."""
        return await self.one(challenges.c.id == id_)

    async def of_seat(self, table: str, seat: int) -> Challenge | None:
        """The challenge that was made of a seat's game."""
        return await self.one(challenges.c.table_id == table, challenges.c.seat == seat)

    async def remove(self, id_: str) -> None:
        """Remove a challenge, and the list of those who took it; their games stay."""
        await self._run(
            attempts.delete().where(attempts.c.contest == id_),
            challenges.delete().where(challenges.c.id == id_),
        )
