"""Storage: SQLite in one file, or PostgreSQL. What `commit` has answered is on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from inkrail.server.rooms.rows import Row, Spec
from inkrail.server.rooms.tokens import new_token
from inkrail.server.storage import schema
from inkrail.server.storage.sqlite_writer import INSERT_ROW, Statement, Writer, write_through

CHANNEL = "inkrail"
"""Where PostgreSQL tells all processes that a table has new rows."""
LOBBY = "lobby"
"""The status of a table whose game has not begun."""
_MIGRATION_LOCK = 471_104_711


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row as it is stored."""

    number: int
    at: float
    row: Row


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored."""

    id: str
    created: float
    spec: Spec
    rows: tuple[StoredRow, ...]


@dataclass(frozen=True, slots=True)
class Try:
    """A counted try at a day's game."""

    date: str
    browser: str
    table: str
    name: str
    late: bool
    score: int | None = None
    errors: int | None = None
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a counted try ended."""

    score: int
    errors: int
    seconds: int


@dataclass(frozen=True, slots=True)
class State:
    """What lists and the sweep ask for: lobby, running or over, and when the server must look at the table."""

    status: str
    due: float | None


@dataclass(frozen=True, slots=True)
class Write:
    """A row to append, with what changes beside it; all of it is stored, or nothing."""

    table: str
    number: int
    at: float
    row: Row
    spec: Spec | None = None
    """For the first row of a table."""
    state: State | None = None
    attempt: Try | None = None
    result: Result | None = None


def database_url(text: str) -> sa.URL:
    """The address of the database: a PostgreSQL address, or the path of a SQLite file."""
    if text.startswith(("postgresql:", "postgres:", "postgresql+asyncpg:")):
        return make_url(text).set(drivername="postgresql+asyncpg")
    return sa.URL.create("sqlite+aiosqlite", database=text.removeprefix("sqlite:///"))


def make_engine(url: sa.URL) -> AsyncEngine:
    """The engine, set to write through to the disk with each commit."""
    if url.get_backend_name() == "postgresql":
        return create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True)
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url)
    sa.event.listen(engine.sync_engine, "connect", write_through)
    return engine


class Store:
    """The database of a server."""

    def __init__(self, url: sa.URL) -> None:
        self.url = url
        self.engine = make_engine(url)
        self._writer = None if self.shared else Writer(url)

    @property
    def shared(self) -> bool:
        """Whether other processes may write too."""
        return self.url.get_backend_name() == "postgresql"

    async def open(self) -> None:
        """Bring the database into its present form."""
        async with self.engine.begin() as connection:
            if self.shared:
                await connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        """Let the connections go."""
        if self._writer:
            self._writer.close()
        await self.engine.dispose()

    async def ping(self) -> None:
        """Fail if the database does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(sa.text("SELECT 1"))

    async def secret(self, name: str) -> str:
        """A secret of this server, made up when it is first asked for."""
        async with self.engine.begin() as connection:
            query = sa.select(schema.secrets.c.value).where(schema.secrets.c.name == name)
            found = (await connection.execute(query)).scalar()
            if found:
                return str(found)
        try:
            async with self.engine.begin() as connection:
                await connection.execute(schema.secrets.insert().values(name=name, value=new_token()))
        except IntegrityError:  # another process was faster
            pass
        return await self.secret(name)

    # Writing.

    async def commit(self, writes: Sequence[Write]) -> list[bool]:
        """Store the rows, all in one transaction; False for those whose number another process took first."""
        # One order for everybody, so that two processes never wait for each other.
        statements = _statements(sorted(writes, key=lambda write: write.table), shared=self.shared)
        try:
            if self._writer:
                await self._writer.commit(statements)
            else:
                async with self.engine.begin() as connection:
                    for statement, values in statements:
                        await connection.execute(statement, values)
        except IntegrityError:
            if len(writes) == 1:
                return [False]
            return [stored for write in writes for stored in await self.commit((write,))]
        return [True] * len(writes)

    async def remove_lobby(self, id_: str) -> bool:
        """Remove a table whose game never began; False if it is none."""
        tables, rows = schema.game_tables, schema.rows
        waiting = sa.select(tables.c.id).where(tables.c.id == id_, tables.c.status == LOBBY)
        async with self.engine.begin() as connection:
            # Whoever would start the game at this moment waits, and then finds no table.
            await connection.execute(waiting.with_for_update())
            await connection.execute(rows.delete().where(rows.c.table_id.in_(waiting)))
            gone = await connection.execute(tables.delete().where(tables.c.id.in_(waiting)))
        return bool(gone.rowcount)

    # Reading.

    async def abandoned(self, since: float, *, limit: int) -> list[str]:
        """The ids of tables whose game never began and where nothing happened since then."""
        tables, rows = schema.game_tables, schema.rows
        alive = sa.exists().where(rows.c.table_id == tables.c.id, rows.c.at > since)
        query = (
            sa.select(tables.c.id)
            .where(tables.c.status == LOBBY, tables.c.created <= since, ~alive)
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return [str(id_) for id_ in (await connection.execute(query)).scalars()]

    async def table(self, id_: str) -> StoredTable | None:
        """A table with all its rows."""
        tables = schema.game_tables
        async with self.engine.connect() as connection:
            query = sa.select(tables.c.created, tables.c.spec).where(tables.c.id == id_)
            found = (await connection.execute(query)).first()
            if found is None:
                return None
            rows = await _rows_after(connection, id_, 0)
        return StoredTable(id_, found.created, Spec.model_validate_json(found.spec), rows)

    async def rows_after(self, id_: str, number: int) -> tuple[StoredRow, ...]:
        """The rows of a table after this number."""
        async with self.engine.connect() as connection:
            return await _rows_after(connection, id_, number)

    async def public_tables(self, status: str, *, limit: int) -> list[str]:
        """The ids of the newest public tables in this state."""
        tables = schema.game_tables
        query = (
            sa.select(tables.c.id)
            .where(tables.c.public, tables.c.status == status)
            .order_by(tables.c.created.desc())
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return [str(id_) for id_ in (await connection.execute(query)).scalars()]

    async def due(self, now: float, *, limit: int) -> list[str]:
        """The ids of tables that the server must look at."""
        tables = schema.game_tables
        query = sa.select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(limit)
        async with self.engine.connect() as connection:
            return [str(id_) for id_ in (await connection.execute(query)).scalars()]

    async def attempt(self, *, date: str, browser: str) -> Try | None:
        """The counted try of a browser."""
        tries = schema.daily_tries
        found = await self._tries(sa.and_(tries.c.date == date, tries.c.browser == browser), limit=1)
        return found[0] if found else None

    async def best(self, date: str, *, limit: int) -> list[Try]:
        """The finished counted tries of a day, the best first: by score, errors, then time."""
        tries = schema.daily_tries
        return await self._tries(sa.and_(tries.c.date == date, tries.c.score.is_not(None)), limit=limit)

    async def players(self, date: str) -> int:
        """How many finished a counted try of a day."""
        tries = schema.daily_tries
        query = sa.select(sa.func.count()).where(tries.c.date == date, tries.c.score.is_not(None))
        async with self.engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def _tries(self, condition: sa.ColumnElement[bool], *, limit: int) -> list[Try]:
        tries = schema.daily_tries
        order = (tries.c.score.desc(), tries.c.errors, tries.c.seconds, tries.c.table_id)
        query = sa.select(tries).where(condition).order_by(*order).limit(limit)
        async with self.engine.connect() as connection:
            return [
                Try(
                    row.date,
                    row.browser,
                    row.table_id,
                    row.name,
                    row.late,
                    row.score,
                    row.errors,
                    row.seconds,
                )
                for row in await connection.execute(query)
            ]


async def _rows_after(connection: AsyncConnection, id_: str, number: int) -> tuple[StoredRow, ...]:
    rows = schema.rows
    query = (
        sa.select(rows.c.number, rows.c.at, rows.c.row)
        .where(rows.c.table_id == id_, rows.c.number > number)
        .order_by(rows.c.number)
    )
    found = await connection.execute(query)
    return tuple(StoredRow(row.number, row.at, Row.model_validate_json(row.row)) for row in found)


_INSERT_TABLE = schema.game_tables.insert()
_INSERT_TRY = schema.daily_tries.insert()
_SET_STATE = (
    schema.game_tables.update()
    .where(schema.game_tables.c.id == sa.bindparam("table_id"))
    .values(status=sa.bindparam("new_status"), due=sa.bindparam("new_due"))
)
_SET_RESULT = (
    schema.daily_tries.update()
    .where(schema.daily_tries.c.table_id == sa.bindparam("of_table"))
    .values(
        score=sa.bindparam("new_score"),
        errors=sa.bindparam("new_errors"),
        seconds=sa.bindparam("new_seconds"),
    )
)
_NOTIFY = sa.text("SELECT pg_notify(:channel, :table)")


def _statements(writes: Sequence[Write], *, shared: bool) -> list[Statement]:
    """All statements of a commit, each once for all writes that need it."""
    statements: list[Statement] = [
        (_INSERT_TABLE, [_table_values(write, write.spec) for write in writes if write.spec]),
        (_INSERT_TRY, [_try_values(write.attempt) for write in writes if write.attempt]),
        (INSERT_ROW, [_row_values(write) for write in writes]),
        (
            _SET_STATE,
            [_state_values(write, write.state) for write in writes if write.state and not write.spec],
        ),
        (_SET_RESULT, [_result_values(write, write.result) for write in writes if write.result]),
    ]
    if shared:
        statements.append((_NOTIFY, [{"channel": CHANNEL, "table": write.table} for write in writes]))
    return [(statement, values) for statement, values in statements if values]


def _table_values(write: Write, spec: Spec) -> dict[str, object]:
    assert write.state is not None
    return {
        "id": write.table,
        "created": write.at,
        "spec": spec.model_dump_json(exclude_defaults=True),
        "public": spec.public,
        "status": write.state.status,
        "due": write.state.due,
    }


def _row_values(write: Write) -> dict[str, object]:
    return {
        "table_id": write.table,
        "number": write.number,
        "at": write.at,
        "row": write.row.model_dump_json(),
    }


def _state_values(write: Write, state: State) -> dict[str, object]:
    return {"table_id": write.table, "new_status": state.status, "new_due": state.due}


def _try_values(attempt: Try) -> dict[str, object]:
    return {
        "date": attempt.date,
        "browser": attempt.browser,
        "table_id": attempt.table,
        "name": attempt.name,
        "late": attempt.late,
    }


def _result_values(write: Write, result: Result) -> dict[str, object]:
    return {
        "of_table": write.table,
        "new_score": result.score,
        "new_errors": result.errors,
        "new_seconds": result.seconds,
    }


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
