"""Storage of the games that codes move to other devices."""

from __future__ import annotations

import sqlalchemy as sa

from inkrail.server.rooms.transfers import MOST_HELD, MOST_OF_ONE, Transfer
from inkrail.server.storage.schema import transfers
from inkrail.server.storage.store import Store
from inkrail.server.storage.value_table import ValueTable


class TransferStore(ValueTable[Transfer]):
    """The games of all codes; those whose time is over are neither given out nor counted, and soon deleted."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, transfers, Transfer)

    async def hold(self, transfer: Transfer, *, now: float) -> bool:
        """Store the games of a code; False if as many are held as may be, of this address or of all."""
        held = sa.select(sa.func.count()).select_from(transfers).where(transfers.c.until > now)
        of_one = held.where(transfers.c.opened_by == transfer.opened_by)
        values = [
            sa.literal(value, transfers.c[name].type) for name, value in self._columns(transfer).items()
        ]
        new = sa.select(*values).where(
            held.scalar_subquery() < MOST_HELD, of_one.scalar_subquery() < MOST_OF_ONE
        )
        await self._run(transfers.insert().from_select(transfers.c.keys(), new))
        return await self.count(transfers.c.code == transfer.code) > 0

    async def held(self, code: str, *, now: float) -> Transfer | None:
        """The games of a code."""
        return await self.one(transfers.c.code == code, transfers.c.until > now)

    async def remove(self, code: str) -> None:
        """Delete the games of a code."""
        await self._run(transfers.delete().where(transfers.c.code == code))

    async def forget(self, *, now: float) -> None:
        """Delete those whose time is over."""
        over = transfers.c.until <= now
        if await self.count(over):
            await self._run(transfers.delete().where(over))
