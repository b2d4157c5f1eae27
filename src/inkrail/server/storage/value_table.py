"""Tables of the database whose rows are values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Generic, TypeVar

import sqlalchemy as sa

from inkrail.server.storage.store import Store

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    T = TypeVar("T", bound=DataclassInstance)
else:
    T = TypeVar("T")


class ValueTable(Generic[T]):
    """The values of one dataclass, whose fields are the columns of the table in the same order."""

    def __init__(self, store: Store, table: sa.Table, type_: type[T]) -> None:
        self._store = store
        self._table = table
        self._type = type_

    async def add(self, value: T) -> None:
        """Store a value, unless something unique in it is taken."""
        await self._store.add(self._table, [self._columns(value)])

    async def one(self, *conditions: sa.ColumnElement[bool]) -> T | None:
        """The value for which this holds."""
        values = await self.all(*conditions, limit=1)
        return values[0] if values else None

    async def all(
        self,
        *conditions: sa.ColumnElement[bool],
        order: Sequence[sa.ColumnElement[object]] = (),
        limit: int | None = None,
    ) -> list[T]:
        """The values for which this holds."""
        query = sa.select(self._table).where(*conditions).order_by(*order).limit(limit)
        async with self._store.reading() as connection:
            return [self._type(*row) for row in await connection.execute(query)]

    async def count(self, *conditions: sa.ColumnElement[bool]) -> int:
        """For how many values this holds."""
        query = sa.select(sa.func.count()).select_from(self._table).where(*conditions)
        async with self._store.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def _run(self, *statements: sa.Executable) -> None:
        """Run statements that have their values in one transaction."""
        await self._store.run([(statement, [{}]) for statement in statements])

    def _columns(self, value: T) -> dict[str, object]:
        names = (field.name for field in fields(value))
        return {column.name: getattr(value, name) for column, name in zip(self._table.c, names, strict=True)}
