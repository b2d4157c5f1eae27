"""A table with more history than a game can have."""

from __future__ import annotations

from tests.server.playing import next_action
from tests.server.stored_room import BEGUN, StoredRoom

from inkrail.server.rooms.row_text import format_spec
from inkrail.server.rooms.rows import Spec
from inkrail.server.storage import schema
from inkrail.server.storage.store import Store, database_url

_AT_ONCE = 5_000
"""Rows in one command: few enough for PostgreSQL's time limit."""


async def store_long_table(database: str, table: str, *, rows: int) -> None:
    """Store a running game of one person who drew and took back until there were this many rows."""
    stored = StoredRoom(Spec(rules="base", bots=(None,)))
    drawing = next_action(stored.view(0))
    stored.act(0, drawing)
    stored.act(0, f"take-back {drawing.split()[2]}")
    texts = [text for text, _ in stored.rows]
    texts += texts[-2:] * ((rows - len(texts)) // 2)
    columns = {"id": table, "created": BEGUN, "spec": format_spec(stored.room.spec), "public": False}
    all_values = [
        {"table_id": table, "at": BEGUN, "number": number, "row": text}
        for number, text in enumerate(texts, start=1)
    ]
    store = Store(database_url(database))
    try:
        await store.open()
        async with store.engine.begin() as connection:
            await connection.execute(
                schema.game_tables.insert(), [{**columns, "status": "running", "due": None}]
            )
            for start in range(0, rows, _AT_ONCE):
                await connection.execute(schema.rows.insert(), all_values[start : start + _AT_ONCE])
    finally:
        await store.close()
