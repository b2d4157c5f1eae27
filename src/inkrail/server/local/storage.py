"""Rows in the browser's database, as the server stores them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from inkrail.core.errors import Refusal
from inkrail.rules.ruleset import Ruleset
from inkrail.server.local.links import kind_of
from inkrail.server.local.shared_games import stored_game
from inkrail.server.rooms.interfaces import ROWS_AT_ONCE, Due, StoredRow, StoredTable, TryAgain, Write
from inkrail.server.rooms.row_text import format_row, format_spec, parse_row, parse_rows, parse_spec


class Database(Protocol):
    """The browser's database; tables and rows are JSON texts."""

    async def table(self, id_: str) -> str | None:
        """`{"created": …, "spec": …}`, or None if there is no such table."""
        ...

    async def rows(self, id_: str, after: int, limit: int) -> str:
        """The rows of a table after this number, `[{"number": …, "at": …, "text": …}, …]`."""
        ...

    async def append(self, id_: str, number: int, at: float, text: str, spec: str | None) -> str:  # noqa: PLR0917 - called across languages
        """Store a row, and the table itself with its first: `stored`, `taken` if the number is, `full` or `failed`."""
        ...


class BrowserStorage:
    """Reads and appends rows; another page of the same browser may write too."""

    shared = True

    def __init__(self, database: Database) -> None:
        self._database = database

    async def table(self, id_: str) -> StoredTable | None:
        """A table with its first rows; a link to a finished game is the id of its table."""
        if kind_of(id_) is not None:
            return stored_game(id_)
        stored = await self._database.table(id_)
        if stored is None:
            return None
        fields = json.loads(stored)
        spec = parse_spec(fields["spec"])
        rows = await self._rows(id_, 0)
        parsed = parse_rows((row["text"] for row in rows), spec.ruleset())
        first = tuple(StoredRow(row["number"], row["at"], one) for row, one in zip(rows, parsed, strict=True))
        return StoredTable(id_, fields["created"], spec, first)

    async def rows_after(self, id_: str, number: int, *, ruleset: Ruleset) -> tuple[StoredRow, ...]:
        """The rows of a table after this number."""
        rows = await self._rows(id_, number)
        return tuple(StoredRow(row["number"], row["at"], parse_row(row["text"], ruleset)) for row in rows)

    async def _rows(self, id_: str, after: int) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = json.loads(await self._database.rows(id_, after, ROWS_AT_ONCE))
        return rows

    async def write(self, write: Write) -> bool:
        """Store a row: False if its number is taken; refused if the browser has no room for it."""
        spec = None if write.spec is None else format_spec(write.spec)
        text = format_row(write.row, write.ruleset)
        outcome = await self._database.append(write.table, write.number, write.at, text, spec)
        if outcome == "full":
            raise TryAgain("storage.full")
        if outcome == "failed":
            raise TryAgain("storage.failed")
        return outcome == "stored"

    # A game for one person has neither clocks nor a lobby, so that no sweep looks at it.

    async def due(self, now: float, *, limit: int, after: Due | None = None) -> list[Due]:
        """No table is ever due."""
        raise Refusal("request.no_server")

    async def postpone(self, tables: Mapping[str, float | None], *, now: float) -> None:
        """No table is ever due."""
        raise Refusal("request.no_server")

    async def abandoned(self, since: float, *, limit: int, after: str = "") -> list[str]:
        """No table has a lobby."""
        raise Refusal("request.no_server")

    async def remove_lobby(self, id_: str, *, since: float) -> bool:
        """No table has a lobby."""
        raise Refusal("request.no_server")
