"""Copies everything a server stored while it runs, between SQLite and PostgreSQL in any direction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from inkrail.core.errors import Refusal
from inkrail.server.storage import schema
from inkrail.server.storage.store import Store, database_url

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Copied:
    """What a backup contains."""

    tables: int
    rows: int


async def backup(database: str, *, to: str) -> Copied:
    """Copy the database, as it is at one moment, into a new file or an empty PostgreSQL database.

    A server can run on the copy.
    """
    source, copy = Store(_source(database)), Store(_target(to))
    try:
        if not await source.inspect():
            raise Refusal("backup.no_database", file=source.url.render_as_string(hide_password=True))
        await copy.open()
        isolation = "REPEATABLE READ" if source.shared else "SERIALIZABLE"
        async with source.engine.connect() as connection, copy.engine.begin() as writing:
            await _require_empty(writing, copy.url)
            reading = await connection.execution_options(isolation_level=isolation)
            counts = {table.name: await _copy(reading, writing, table) for table in _in_order()}
    finally:
        await source.close()
        await copy.close()
    return Copied(counts[schema.game_tables.name], counts[schema.rows.name])


def _source(database: str) -> sa.URL:
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise Refusal("backup.no_database", file=url.database)
    return url


def _target(to: str) -> sa.URL:
    url = database_url(to)
    if url.get_backend_name() == "sqlite" and Path(url.database or "").exists():
        raise Refusal("backup.exists", file=url.database)
    return url


async def _require_empty(writing: AsyncConnection, url: sa.URL) -> None:
    for table in _in_order():
        if (await writing.execute(sa.select(sa.literal(1)).select_from(table).limit(1))).first():
            raise Refusal("backup.not_empty", database=url.render_as_string(hide_password=True))


def _in_order() -> Iterable[sa.Table]:
    return schema.metadata.sorted_tables


async def _copy(reading: AsyncConnection, writing: AsyncConnection, table: sa.Table) -> int:
    count = 0
    rows = await reading.stream(sa.select(table))
    async for chunk in rows.mappings().partitions(_CHUNK):
        await writing.execute(table.insert(), [dict(row) for row in chunk])
        count += len(chunk)
    return count
