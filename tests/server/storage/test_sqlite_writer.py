"""Writing to SQLite."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from inkrail.server.storage.store import Store, database_url


async def test_sqlite_writes_through_to_the_disk(tmp_path: Path) -> None:
    store = Store(database_url(str(tmp_path / "x.sqlite3")))
    await store.open()
    async with store.engine.connect() as connection:
        pragmas = [
            (await connection.execute(sa.text(f"PRAGMA {name}"))).scalar()
            for name in ("journal_mode", "synchronous")
        ]
    await store.close()
    assert pragmas == ["wal", 2]
