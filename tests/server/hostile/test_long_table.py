"""The long table that attackers ask for is one that a server can load."""

from __future__ import annotations

from pathlib import Path

from tests.server.hostile.long_table import store_long_table

from inkrail.server.rooms.room import Room
from inkrail.server.storage.store import Store, database_url


async def test_a_long_table_replays(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite3")
    await store_long_table(database, "long", rows=8)
    store = Store(database_url(database))
    stored = await store.table("long")
    await store.close()
    assert stored is not None
    room = Room("long", stored.spec, created=stored.created)
    for row in stored.rows:
        room.apply(row.row, at=row.at)
    assert (room.number, room.phase) == (8, "draw")
