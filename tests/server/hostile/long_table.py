"""A table with more history than a game can have."""

from __future__ import annotations

from tests.server.playing import next_action
from tests.server.stored_room import BEGUN, StoredRoom

from inkrail.server.rooms.interfaces import Write
from inkrail.server.rooms.rooms import state_of
from inkrail.server.rooms.row_text import parse_row
from inkrail.server.rooms.rows import Spec
from inkrail.server.storage import schema
from inkrail.server.storage.store import Store, database_url

_AT_ONCE = 5_000
"""Rows in one command: few enough for PostgreSQL's time limit."""


async def store_long_table(database: str, table: str, *, rows: int) -> None:
    """Store a running game of one person who drew and took back until there were this many rows."""
    stored = StoredRoom(Spec(rules="base", bots=(None,)))
    state = state_of(stored.room.waiting)
    drawing = next_action(stored.view(0))
    stored.act(0, drawing)
    stored.act(0, f"take-back {drawing.split()[2]}")
    first, *both = [text for text, _ in stored.rows]
    later = [
        {"table_id": table, "at": BEGUN, "number": number, "row": both[number % 2]}
        for number in range(2, rows + 1)
    ]
    ruleset, spec = stored.room.ruleset, stored.room.spec
    store = Store(database_url(database))
    try:
        await store.open()
        row = parse_row(first, ruleset)
        await store.commit([Write(table, 1, BEGUN, row, ruleset, spec=spec, state=state)])
        async with store.engine.begin() as connection:
            for start in range(0, len(later), _AT_ONCE):
                await connection.execute(schema.rows.insert(), later[start : start + _AT_ONCE])
    finally:
        await store.close()
