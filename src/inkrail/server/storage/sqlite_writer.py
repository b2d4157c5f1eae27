"""Writing to SQLite: one connection in its own thread."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from inkrail.server.storage import schema

Statement = tuple[sa.Executable, list[dict[str, object]]]
"""A statement, and the values of each execution."""

INSERT_ROW = schema.rows.insert()
_ROW_COLUMNS = tuple(schema.rows.c.keys())


def write_through(connection: Any, _record: object) -> None:
    """Configure a SQLite connection so that a commit is on disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Writer:
    """The only connection that writes to SQLite, in its own thread.

    Whenever the thread returns from SQLite it must wait for the busy event loop to release the GIL. So a commit is one
    call to the thread and, if it only appends rows, as nearly all do, one statement, which SQLite commits by itself.
    """

    def __init__(self, url: sa.URL) -> None:
        self._engine = sa.create_engine(url.set(drivername="sqlite"), isolation_level="AUTOCOMMIT")
        sa.event.listen(self._engine, "connect", write_through)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="commits")
        self._connection: sa.Connection | None = None

    async def commit(self, statements: Sequence[Statement]) -> None:
        """Run the statements in one transaction."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, statements)

    def _commit(self, statements: Sequence[Statement]) -> None:
        connection = self._connection = self._connection or self._engine.connect()
        if len(statements) == 1 and _is_single(statements[0]):
            _run(connection, statements[0])
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                _run(connection, statement)
            connection.exec_driver_sql("COMMIT")
        except BaseException:
            # After some errors SQLite has already rolled back.
            with suppress(sa.exc.OperationalError):
                connection.exec_driver_sql("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the connection and stop the thread."""
        self._thread.shutdown()
        if self._connection:
            self._connection.close()
        self._engine.dispose()


def _run(connection: sa.Connection, statement: Statement) -> None:
    what, values = statement
    if what is INSERT_ROW:
        _insert_rows(connection, values)
    elif len(values) == 1:
        connection.execute(what, values[0])
    else:
        connection.execute(what, values)


def _is_single(statement: Statement) -> bool:
    """Whether SQLite executes this as one statement, which needs no transaction around it."""
    what, values = statement
    return what is INSERT_ROW or len(values) == 1


def _insert_rows(connection: sa.Connection, values: Sequence[dict[str, object]]) -> None:
    """Insert all rows with one statement: between two statements the thread would wait for the GIL again."""
    marks = ",".join(["?"] * len(_ROW_COLUMNS))
    text = f"INSERT INTO {schema.rows.name} ({','.join(map(_quoted, _ROW_COLUMNS))}) VALUES "  # noqa: S608
    rows = ",".join([f"({marks})"] * len(values))
    connection.exec_driver_sql(text + rows, tuple(row[name] for row in values for name in _ROW_COLUMNS))


def _quoted(name: str) -> str:
    return f'"{name}"'
