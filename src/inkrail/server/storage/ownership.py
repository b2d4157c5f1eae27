"""Whose database it is, found out before anything in it changes, and files that only their owner can read."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from inkrail.core.errors import Refusal
from inkrail.server.settings import default_database

_OURS = frozenset({"alembic_version", "game_tables", "game_rows"})
"""Tables that every version of the server has."""
_REVISION = "SELECT version_num FROM alembic_version"
_SQLITE_NAMES = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
_POSTGRESQL_NAMES = """
    SELECT relname FROM pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind IN ('r', 'p', 'v', 'm', 'f')
    AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
    )
"""
"""Tables and views, except those that belong to an extension."""


def migration_config() -> Config:
    """The configuration of the migrations."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def is_ours(names: Collection[str], *, database: str) -> bool:
    """Whether tables of these names are a server's; False for an empty database, a refusal for any other."""
    if not names:
        return False
    if not _OURS.issubset(names):
        raise Refusal("database.foreign", database=database)
    return True


def check_revision(revisions: Collection[str], *, database: str) -> None:
    """Refuse a database of another version of the server."""
    known = {script.revision for script in ScriptDirectory.from_config(migration_config()).walk_revisions()}
    if not known.issuperset(revisions):
        raise Refusal("database.other_version", database=database)


def inspect_file(file: Path, *, database: str) -> bool:
    """Whether a SQLite file is a server's, of a version that can be migrated; False if it is empty or missing.

    The file is only read. Without a write-ahead log it is opened as immutable, because SQLite would otherwise leave
    new files beside it.
    """
    if file.is_dir():
        raise Refusal("database.is_folder", database=database)
    if not file.exists() or not file.stat().st_size:
        return False
    log = file.with_name(f"{file.name}-wal")
    how = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?{how}", uri=True)) as connection:
        if not is_ours([name for (name,) in connection.execute(_SQLITE_NAMES)], database=database):
            return False
        check_revision([revision for (revision,) in connection.execute(_REVISION)], database=database)
    return True


def inspect_postgresql(connection: sa.Connection, *, database: str) -> bool:
    """The same for the current schema of a PostgreSQL database."""
    if not is_ours([row[0] for row in connection.exec_driver_sql(_POSTGRESQL_NAMES)], database=database):
        return False
    check_revision([row[0] for row in connection.exec_driver_sql(_REVISION)], database=database)
    return True


@contextmanager
def created_privately(file: Path) -> Iterator[None]:
    """Create a file for its owner alone, if there is none; SQLite gives its logs the same mode.

    The folder must be there, except that of the default database. If the block fails a new file is removed again.
    """
    if file == Path(default_database()):
        _create_folders(file.parent)
    if not file.parent.is_dir():
        raise Refusal("database.no_folder", database=str(file), folder=str(file.parent))
    new = not file.exists()
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    try:
        yield
    except BaseException:
        if new:
            for suffix in ("", "-wal", "-shm"):
                file.with_name(file.name + suffix).unlink(missing_ok=True)
        raise


def _create_folders(folder: Path) -> None:
    """Create the missing folders of a path for their owner alone."""
    for missing in reversed([folder, *folder.parents]):
        if not missing.exists():
            missing.mkdir(0o700, exist_ok=True)
