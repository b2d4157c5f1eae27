"""The SQL statements of a commit, batched over its rows."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from inkrail.server.rooms.interfaces import Attempt, Result, State, Write
from inkrail.server.rooms.row_text import format_row, format_spec
from inkrail.server.rooms.rows import Spec
from inkrail.server.storage import schema
from inkrail.server.storage.sqlite_writer import INSERT_ROW, Statement

CHANNEL = "inkrail"
"""The channel on which PostgreSQL notifies all processes of a table's new row: `TABLE NUMBER`."""

_INSERT_TABLE = schema.game_tables.insert()
_INSERT_ATTEMPT = schema.attempts.insert()
_SET_STATE = (
    schema.game_tables.update()
    .where(schema.game_tables.c.id == sa.bindparam("table_id"))
    .values(status=sa.bindparam("new_status"), due=sa.bindparam("new_due"))
)
POSTPONE = (
    schema.game_tables.update()
    .where(
        schema.game_tables.c.id == sa.bindparam("table_id"), schema.game_tables.c.due <= sa.bindparam("now")
    )
    .values(due=sa.bindparam("new_due"))
)
"""Says when a table is due again, unless it is not due now."""
_SET_RESULT = (
    schema.attempts.update()
    .where(schema.attempts.c.table_id == sa.bindparam("of_table"))
    .values(
        score=sa.bindparam("new_score"),
        errors=sa.bindparam("new_errors"),
        seconds=sa.bindparam("new_seconds"),
        late=sa.bindparam("new_late"),
    )
)
NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)")
INSERT_FREE_ROWS = sa.text(
    """
    INSERT INTO game_rows (table_id, number, at, "row")
    SELECT * FROM unnest(
        CAST(:table_id AS text[]), CAST(:number AS integer[]), CAST(:at AS float8[]), CAST(:row AS text[])
    )
    ON CONFLICT DO NOTHING RETURNING table_id, number
    """
)
"""Inserts the rows whose numbers are free, and returns which (PostgreSQL).

That another process was first is normal. As an error it would undo the group, and each row would need a transaction of its own.
"""


def opening(writes: Sequence[Write]) -> list[Statement]:
    """The statements that open tables: they come before the rows, and fail if an id or an attempt is taken."""
    return _needed(
        (_INSERT_TABLE, [_table_values(write, write.spec) for write in writes if write.spec]),
        (_INSERT_ATTEMPT, [_attempt_values(write.attempt) for write in writes if write.attempt]),
    )


def appending(writes: Sequence[Write]) -> Statement:
    """The statement that appends the rows, and fails if a number is taken."""
    return INSERT_ROW, [_row_values(write) for write in writes]


def columns_of(writes: Sequence[Write]) -> dict[str, list[object]]:
    """The values for INSERT_FREE_ROWS."""
    values = [_row_values(write) for write in writes]
    return {column.name: [row[column.name] for row in values] for column in schema.rows.c}


def following(writes: Sequence[Write]) -> list[Statement]:
    """The statements for what follows from rows that are stored."""
    changed = [(write, write.state) for write in writes if write.state and not write.spec]
    return _needed(
        (_SET_STATE, [_state_values(write, state) for write, state in changed]),
        (_SET_RESULT, [_result_values(write, write.result) for write in writes if write.result]),
    )


def notifying(writes: Sequence[Write]) -> list[Statement]:
    """The statements that tell all processes of rows that are stored."""
    payloads = [f"{write.table} {write.number}" for write in writes]
    return _needed((NOTIFY, [{"channel": CHANNEL, "payload": payload} for payload in payloads]))


def _needed(*statements: Statement) -> list[Statement]:
    return [(statement, values) for statement, values in statements if values]


def _table_values(write: Write, spec: Spec) -> dict[str, object]:
    assert write.state is not None
    return {
        "id": write.table,
        "created": write.at,
        "spec": format_spec(spec),
        "public": spec.public,
        "status": write.state.status,
        "due": write.state.due,
        "opened_by": write.opened_by,
    }


def _row_values(write: Write) -> dict[str, object]:
    return {
        "table_id": write.table,
        "number": write.number,
        "at": write.at,
        "row": format_row(write.row, write.ruleset),
    }


def _state_values(write: Write, state: State) -> dict[str, object]:
    return {"table_id": write.table, "new_status": state.status, "new_due": state.due}


def _attempt_values(attempt: Attempt) -> dict[str, object]:
    return {
        "contest": attempt.contest,
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
        "new_late": result.late,
    }
