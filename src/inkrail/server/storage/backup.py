"""Copies everything a server stored while it runs, between SQLite and PostgreSQL in any direction."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from inkrail.core.errors import Refusal
from inkrail.server.storage import schema
from inkrail.server.storage.store import Store, database_name, database_url

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Copied:
    """What a backup contains."""

    tables: int
    rows: int


async def backup(database: str, *, to: str, force: bool = False) -> Copied:
    """Copy the database, as it is at one moment, into a file or an empty PostgreSQL database.

    A server can run on the copy. A file that exists is replaced only if `force` is given, and only by a whole copy.
    """
    source = Store(_source(database))
    try:
        if not await source.inspect():
            raise Refusal("backup.no_database", database=database_name(source.url))
        with _target(to, source=source.url, force=force) as url:
            return await _copy_all(source, url)
    finally:
        await source.close()


async def _copy_all(source: Store, url: sa.URL) -> Copied:
    copy = Store(url)
    try:
        await copy.open()
        isolation = "REPEATABLE READ" if source.shared else "SERIALIZABLE"
        async with source.engine.connect() as connection, copy.engine.begin() as writing:
            await _require_empty(writing, copy.url)
            reading = await connection.execution_options(isolation_level=isolation)
            counts = {table.name: await _copy(reading, writing, table) for table in _in_order()}
    finally:
        await copy.close()
    return Copied(counts[schema.game_tables.name], counts[schema.rows.name])


def _source(database: str) -> sa.URL:
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise Refusal("backup.no_database", database=url.database)
    return url


@contextmanager
def _target(to: str, *, source: sa.URL, force: bool) -> Iterator[sa.URL]:
    """Where to copy to: for a file another one beside it, which takes its place if the block succeeds."""
    url = database_url(to)
    if url.get_backend_name() == "postgresql":
        yield url
        return
    file = Path(url.database or "")
    _check_file(file, source=source, force=force)
    handle, name = mkstemp(dir=file.parent, prefix=f".{file.name}.")
    os.close(handle)
    try:
        yield url.set(database=name)
        Path(name).replace(file)
    finally:
        for suffix in ("", "-wal", "-shm"):
            Path(name + suffix).unlink(missing_ok=True)


def _check_file(file: Path, *, source: sa.URL, force: bool) -> None:
    if not file.parent.is_dir():
        raise Refusal("database.no_folder", database=str(file), folder=str(file.parent))
    if file.is_dir():
        raise Refusal("database.is_folder", database=str(file))
    if not file.exists():
        return
    if source.get_backend_name() == "sqlite" and file.samefile(source.database or ""):
        raise Refusal("backup.itself", file=str(file))
    if not force:
        raise Refusal("backup.exists", file=str(file))
    if any(file.with_name(f"{file.name}-{log}").exists() for log in ("wal", "journal")):
        # SQLite would apply the old file's log to the new file.
        raise Refusal("backup.in_use", file=str(file))


async def _require_empty(writing: AsyncConnection, url: sa.URL) -> None:
    for table in _in_order():
        if (await writing.execute(sa.select(sa.literal(1)).select_from(table).limit(1))).first():
            raise Refusal("backup.not_empty", database=database_name(url))


def _in_order() -> Iterable[sa.Table]:
    return schema.metadata.sorted_tables


async def _copy(reading: AsyncConnection, writing: AsyncConnection, table: sa.Table) -> int:
    count = 0
    rows = await reading.stream(sa.select(table))
    async for chunk in rows.mappings().partitions(_CHUNK):
        await writing.execute(table.insert(), [dict(row) for row in chunk])
        count += len(chunk)
    return count
