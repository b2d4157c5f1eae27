"""How SQLite is written to: one connection in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from inkrail.server.storage import schema

Statement = tuple[sa.Executable, list[dict[str, object]]]
"""A statement, and the values of each of its runs."""

INSERT_ROW = schema.rows.insert()
_ROW_COLUMNS = tuple(schema.rows.c.keys())


def write_through(connection: Any, _record: object) -> None:
    """Set a connection to SQLite so that a commit is on the disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Writer:
    """The one connection that writes to SQLite, in a thread of its own.

    Whenever the thread comes back from SQLite it must wait until the busy loop lets it go on. So a commit is one call to
    the thread, and where it only appends rows, as nearly all do, one statement, which SQLite commits by itself.
    """

    def __init__(self, url: sa.URL) -> None:
        self._engine = sa.create_engine(url.set(drivername="sqlite"), isolation_level="AUTOCOMMIT")
        sa.event.listen(self._engine, "connect", write_through)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="commits")
        self._connection: sa.Connection | None = None

    async def commit(self, statements: Sequence[Statement]) -> None:
        """Run the statements, all of them or none."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, statements)

    def _commit(self, statements: Sequence[Statement]) -> None:
        connection = self._connection = self._connection or self._engine.connect()
        if len(statements) == 1:
            _run(connection, statements[0])
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                _run(connection, statement)
            connection.exec_driver_sql("COMMIT")
        except BaseException:
            # After some errors SQLite has done that already.
            with suppress(sa.exc.OperationalError):
                connection.exec_driver_sql("ROLLBACK")
            raise

    def close(self) -> None:
        """Let the thread and the connection go."""
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


def _insert_rows(connection: sa.Connection, values: Sequence[dict[str, object]]) -> None:
    """All rows by one statement: between two of them the thread would wait for its turn in Python again."""
    marks = ",".join(["?"] * len(_ROW_COLUMNS))
    text = f"INSERT INTO {schema.rows.name} ({','.join(map(_quoted, _ROW_COLUMNS))}) VALUES "  # noqa: S608
    rows = ",".join([f"({marks})"] * len(values))
    connection.exec_driver_sql(text + rows, tuple(row[name] for row in values for name in _ROW_COLUMNS))


def _quoted(name: str) -> str:
    return f'"{name}"'
