"""A database that belongs to another program is refused, and not one byte of it changes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
from tests.server.storage.writes import first

from inkrail.core.errors import Refusal
from inkrail.server.storage.backup import backup
from inkrail.server.storage.store import Store, database_url

NOTES = ("CREATE TABLE notes (text VARCHAR(20))", "INSERT INTO notes VALUES ('mine')")
OTHERS_ALEMBIC = (
    "CREATE TABLE alembic_version (version_num VARCHAR(32))",
    "INSERT INTO alembic_version VALUES ('0005')",
)
VIEW = ("CREATE VIEW answers AS SELECT 42 AS answer",)
FOREIGN = {"a table": NOTES, "another program's migrations": (*OTHERS_ALEMBIC, *NOTES), "a view": VIEW}


@pytest.fixture(params=FOREIGN)
def statements(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return FOREIGN[request.param]


@pytest.fixture(params=["closed", "closed with a log", "in use"])
def foreign_file(
    request: pytest.FixtureRequest, tmp_path: Path, statements: tuple[str, ...]
) -> Iterator[Path]:
    """Another program's SQLite file; all of one in use is in the log beside it."""
    file = tmp_path / "theirs" / "notes.sqlite3"
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        if request.param != "closed":
            connection.execute("PRAGMA journal_mode=WAL")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        if request.param == "in use":
            yield file
            return
    yield file


def contents(folder: Path) -> dict[str, bytes]:
    """The files, except the locks that readers of a file in use take."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


async def refusal_to_open(database: str) -> str:
    store = Store(database_url(database))
    try:
        with pytest.raises(Refusal) as caught:
            await store.open()
    finally:
        await store.close()
    return caught.value.code


async def test_a_foreign_file_is_refused_and_left_alone(foreign_file: Path, tmp_path: Path) -> None:
    before = contents(foreign_file.parent)
    assert await refusal_to_open(str(foreign_file)) == "database.foreign"
    with pytest.raises(Refusal, match=r"^database\.foreign"):
        await backup(str(foreign_file), to=str(tmp_path / "copy.sqlite3"))
    assert contents(foreign_file.parent) == before
    assert not (tmp_path / "copy.sqlite3").exists()


async def test_a_text_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no database\n" * 100)
    assert await refusal_to_open(str(text)) == "database.unusable"
    assert contents(tmp_path) == {"notes.txt": b"no database\n" * 100}


async def relations(address: str) -> list[str]:
    connection = await asyncpg.connect(address)
    try:
        query = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname"
        return [row["relname"] for row in await connection.fetch(query)]
    finally:
        await connection.close()


async def test_a_foreign_postgresql_database_is_refused_and_left_alone(
    statements: tuple[str, ...], new_postgres: Callable[[], str]
) -> None:
    address = new_postgres()
    connection = await asyncpg.connect(address)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()
    before = await relations(address)
    assert await refusal_to_open(address) == "database.foreign"
    assert await relations(address) == before


async def test_a_database_that_was_shared_before_is_still_served(tmp_path: Path) -> None:
    """Earlier versions adopted any database; whoever relied on that keeps their games."""
    file = str(tmp_path / "games.sqlite3")
    store = Store(database_url(file))
    await store.open()
    await store.commit([first("a")])
    await store.close()
    with closing(sqlite3.connect(file)) as connection:
        for statement in NOTES:
            connection.execute(statement)
        connection.commit()
    store = Store(database_url(file))
    try:
        await store.open()
        assert await store.table("a") is not None
    finally:
        await store.close()
