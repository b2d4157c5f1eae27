"""Storage in a SQLite file or in PostgreSQL. Once `commit` returns, its rows are on disk."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from inkrail.core.errors import Refusal
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.interfaces import (
    ROWS_AT_ONCE,
    Counter,
    Due,
    StoredRow,
    StoredTable,
    TryAgain,
    Write,
)
from inkrail.server.rooms.row_text import parse_rows, parse_spec
from inkrail.server.rooms.tokens import new_token
from inkrail.server.storage import schema
from inkrail.server.storage.faults import FAULTS, fault_text, faults_refused
from inkrail.server.storage.ownership import (
    created_privately,
    inspect_file,
    inspect_postgresql,
    migration_config,
)
from inkrail.server.storage.sqlite_writer import Statement, Writer, write_through
from inkrail.server.storage.statements import (
    INSERT_FREE_ROWS,
    NOTIFY,
    POSTPONE,
    appending,
    columns_of,
    following,
    notifying,
    opening,
)

LOBBY = "lobby"
"""The status of a table whose game has not started."""
LISTED_OF_ONE = 5
"""The most tables that lists show of those that one address opened."""
CONNECT_SECONDS = 5.0
COMMAND_SECONDS = 10.0
"""Seconds after which PostgreSQL counts as away: to connect, and for a command or a free pooled connection."""
_MIGRATION_LOCK = 471_104_711

RowKey = tuple[str, int]
"""A table, and the number of a row."""


def database_url(text: str) -> sa.URL:
    """The URL of the database, given a PostgreSQL address or the path of a SQLite file."""
    if text.startswith(("postgresql:", "postgres:", "postgresql+asyncpg:")):
        try:
            return make_url(text).set(drivername="postgresql+asyncpg")
        except (ArgumentError, ValueError):
            raise _no_address(text) from None
    file = text.removeprefix("sqlite:///")
    if "://" in file:
        raise _no_address(text)
    return sa.URL.create("sqlite+aiosqlite", database=file)


def database_name(url: sa.URL) -> str:
    """The database as people write it: the path of a file, or an address without its password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def _no_address(text: str) -> Refusal:
    return Refusal("database.address", database=re.sub(r"(?<=:)[^/@][^@]*(?=@)", "***", text))


def make_engine(url: sa.URL) -> AsyncEngine:
    """The engine, configured so that each commit is on disk when it returns."""
    if url.get_backend_name() == "postgresql":
        # asyncpg takes `sslmode` from an address, but SQLAlchemy hands over its parameters one by one.
        ssl = {"ssl": url.query["sslmode"]} if "sslmode" in url.query else {}
        limits = {"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS, **ssl}
        return create_async_engine(
            url.difference_update_query(["sslmode"]),
            pool_size=10,
            max_overflow=0,
            pool_pre_ping=True,
            pool_timeout=COMMAND_SECONDS,
            connect_args=limits,
        )
    engine = create_async_engine(url)
    sa.event.listen(engine.sync_engine, "connect", write_through)
    return engine


class Store:
    """The database of a server. Temporary faults are counted and refused with `server.storage`."""

    def __init__(self, url: sa.URL, *, failures: Counter | None = None) -> None:
        self.url = url
        self._failures = failures
        self.engine = make_engine(url)
        self._writer = None if self.shared else Writer(url)
        self._users = 0
        self._unused = asyncio.Event()
        self._unused.set()
        self._is_closed = False

    @property
    def shared(self) -> bool:
        """Whether other processes may write too."""
        return self.url.get_backend_name() == "postgresql"

    async def open(self) -> None:
        """Migrate the database to the current schema, or refuse it unchanged if it is not a server's."""
        await self.inspect()
        with self._unusable_refused():
            if self.shared:
                await self._migrate()
            else:
                with created_privately(self._file):
                    await self._migrate()

    async def _migrate(self) -> None:
        async with self.engine.begin() as connection:
            if self.shared:
                await connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            await connection.run_sync(_migrate)

    async def inspect(self) -> bool:
        """Whether this is a server's database, False if it is empty; refuse any other. Only reads."""
        with self._unusable_refused():
            if not self.shared:
                return await asyncio.to_thread(inspect_file, self._file, database=self._name)
            async with self.engine.connect() as connection:
                return await connection.run_sync(inspect_postgresql, database=self._name)

    @property
    def _name(self) -> str:
        return database_name(self.url)

    @property
    def _file(self) -> Path:
        return Path(self.url.database or "")

    @contextmanager
    def _unusable_refused(self) -> Iterator[None]:
        """Turn the errors of a database that cannot be used into a refusal."""
        try:
            yield
        except (TypeError, SQLAlchemyError, sqlite3.Error, *FAULTS) as error:
            # asyncpg raises a TypeError for a parameter in the address that it does not know.
            if self.shared and isinstance(error, OSError):
                raise Refusal("database.unreachable", database=self._name, error=fault_text(error)) from error
            raise Refusal("database.unusable", database=self._name, error=fault_text(error)) from error

    async def close(self) -> None:
        """Close the connections once nobody uses them: one that comes back to a closed pool would stay open."""
        self._is_closed = True
        await self._unused.wait()
        if self._writer:
            self._writer.close()
        await self.engine.dispose()

    @contextmanager
    def _used(self) -> Iterator[None]:
        """Keeps the database open."""
        if self._is_closed:
            raise TryAgain("server.storage")
        self._users += 1
        self._unused.clear()
        try:
            yield
        finally:
            self._users -= 1
            if not self._users:
                self._unused.set()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from."""
        with self._used(), faults_refused(self._failures):
            async with self.engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed on exit."""
        with self._used(), faults_refused(self._failures):
            async with self.engine.begin() as connection:
                yield connection

    async def ping(self) -> None:
        """Refuse if the database does not answer."""
        async with self.reading() as connection:
            await connection.execute(sa.text("SELECT 1"))

    async def secret(self, name: str) -> str:
        """A secret of this server, generated on first use."""
        async with self.reading() as connection:
            query = sa.select(schema.secrets.c.value).where(schema.secrets.c.name == name)
            value = (await connection.execute(query)).scalar()
            if value:
                return str(value)
        try:
            async with self.writing() as connection:
                await connection.execute(schema.secrets.insert().values(name=name, value=new_token()))
        except IntegrityError:  # another process generated it first
            pass
        return await self.secret(name)

    # Writing.

    async def run(self, statements: Sequence[Statement]) -> None:
        """Run the statements in one transaction."""
        if self._writer:
            with faults_refused(self._failures):
                await self._writer.commit(statements)
        else:
            async with self.writing() as connection:
                await _execute(connection, statements)

    async def add(self, table: sa.Table, rows: list[dict[str, object]]) -> None:
        """Insert rows, except those in which something unique is taken."""
        insert = postgresql.insert if self.shared else sqlite.insert
        await self.run([(insert(table).on_conflict_do_nothing(), rows)])

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        """Store the rows, all in one transaction; False for those whose number was taken before."""
        first: dict[RowKey, Write] = {}
        for write in writes:
            first.setdefault(_key(write), write)
        try:
            stored = await self._store_all(sorted(first.values(), key=_key))
        except IntegrityError:  # the id of a new table or its attempt is taken, or the table of a row is gone
            if len(writes) == 1:
                return [False]
            return [stored for write in writes for stored in await self.commit((write,))]
        return [first[_key(write)] is write and _key(write) in stored for write in writes]

    async def _store_all(self, writes: Sequence[Write]) -> set[RowKey]:
        """Store the rows in one transaction, and return the keys of those whose number was free.

        All processes write in the same order, so that they cannot deadlock.
        """
        if self._writer:
            await self.run([*opening(writes), appending(writes), *following(writes)])
            return {_key(write) for write in writes}
        async with self.writing() as connection:
            await _execute(connection, opening(writes))
            free = await connection.execute(INSERT_FREE_ROWS, columns_of(writes))
            stored = {(row.table_id, row.number) for row in free}
            done = [write for write in writes if _key(write) in stored]
            await _execute(connection, [*following(done), *notifying(done)])
        return stored

    async def postpone(self, tables: Mapping[str, float | None], *, now: float) -> None:
        """Set when tables are due again, except those that are not due now because a row was stored meanwhile."""
        # In the same order as `commit`, so that processes cannot deadlock.
        values: list[dict[str, object]] = [
            {"table_id": id_, "now": now, "new_due": tables[id_]} for id_ in sorted(tables)
        ]
        await self.run([(POSTPONE, values)])

    async def remove_lobby(self, id_: str, *, since: float) -> bool:
        """Remove a table whose game never started and that has had no activity since then; False if it is not so."""
        tables, rows = schema.game_tables, schema.rows
        waiting = sa.select(tables.c.id).where(tables.c.id == id_, tables.c.status == LOBBY, ~_active(since))
        async with self.writing() as connection:
            # A process that tries to start the game now waits, and then finds no table.
            await connection.execute(waiting.with_for_update())
            pushes = schema.push_subscriptions
            for belonging in (rows, pushes):
                await connection.execute(belonging.delete().where(belonging.c.table_id.in_(waiting)))
            gone = await connection.execute(tables.delete().where(tables.c.id.in_(waiting)))
        return bool(gone.rowcount)

    async def notify(self, channel: str, payloads: Sequence[str]) -> None:
        """Notify all listening processes of a PostgreSQL database."""
        async with self.writing() as connection:
            await connection.execute(NOTIFY, [{"channel": channel, "payload": text} for text in payloads])

    # Reading.

    async def abandoned(self, since: float, *, limit: int, after: str = "") -> list[str]:
        """The ids, from the one that follows `after`, of tables that never started and had no activity since then."""
        tables = schema.game_tables
        query = (
            sa.select(tables.c.id)
            .where(tables.c.status == LOBBY, tables.c.created <= since, tables.c.id > after, ~_active(since))
            .order_by(tables.c.id)
            .limit(limit)
        )
        async with self.reading() as connection:
            return [str(id_) for id_ in (await connection.execute(query)).scalars()]

    async def table(self, id_: str) -> StoredTable | None:
        """A table with its first rows."""
        tables = schema.game_tables
        async with self.reading() as connection:
            query = sa.select(tables.c.created, tables.c.spec).where(tables.c.id == id_)
            stored = (await connection.execute(query)).first()
            if stored is None:
                return None
            spec = parse_spec(stored.spec)
            rows = await _rows_after(connection, id_, 0, ruleset=spec.ruleset())
        return StoredTable(id_, stored.created, spec, rows)

    async def rows_after(self, id_: str, number: int, *, ruleset: Ruleset) -> tuple[StoredRow, ...]:
        """The rows of a table after this number, at most ROWS_AT_ONCE."""
        async with self.reading() as connection:
            return await _rows_after(connection, id_, number, ruleset=ruleset)

    async def public_tables(self, status: str, *, limit: int) -> list[str]:
        """The ids of public tables in this state: everyone's newest, then everyone's second, up to LISTED_OF_ONE."""
        tables = schema.game_tables
        nth = sa.func.row_number().over(partition_by=tables.c.opened_by, order_by=tables.c.created.desc())
        public = (
            sa.select(tables.c.id, tables.c.created, nth.label("nth"))
            .where(tables.c.public, tables.c.status == status)
            .subquery()
        )
        query = (
            sa.select(public.c.id)
            .where(public.c.nth <= LISTED_OF_ONE)
            .order_by(public.c.nth, public.c.created.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            return [str(id_) for id_ in (await connection.execute(query)).scalars()]

    async def due(self, now: float, *, limit: int, after: Due | None = None) -> list[Due]:
        """The tables that are due for the sweep, the longest due first, from the one that follows `after`."""
        id_, at = schema.game_tables.c.id, schema.game_tables.c.due
        query = sa.select(at, id_).where(at <= now).order_by(at, id_).limit(limit)
        if after:
            query = query.where(sa.tuple_(at, id_) > sa.tuple_(after.at, after.table))
        async with self.reading() as connection:
            return [Due(row.due, row.id) for row in await connection.execute(query)]


def _key(write: Write) -> RowKey:
    return write.table, write.number


async def _execute(connection: AsyncConnection, statements: Sequence[Statement]) -> None:
    for statement, values in statements:
        await connection.execute(statement, values)


def _active(since: float) -> sa.ColumnElement[bool]:
    """Whether a table has rows that are newer."""
    rows = schema.rows
    return sa.exists().where(rows.c.table_id == schema.game_tables.c.id, rows.c.at > since)


async def _rows_after(
    connection: AsyncConnection, id_: str, number: int, *, ruleset: Ruleset
) -> tuple[StoredRow, ...]:
    rows = schema.rows
    query = (
        sa.select(rows.c.number, rows.c.at, rows.c.row)
        .where(rows.c.table_id == id_, rows.c.number > number)
        .order_by(rows.c.number)
        .limit(ROWS_AT_ONCE)
    )
    stored = (await connection.execute(query)).all()
    parsed = parse_rows((one.row for one in stored), ruleset)
    return tuple(StoredRow(one.number, one.at, row) for one, row in zip(stored, parsed, strict=True))


def _migrate(connection: sa.Connection) -> None:
    config = migration_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
