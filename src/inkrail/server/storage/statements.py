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
_INSERT_ATTEMPT = schema.daily_attempts.insert()
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
    schema.daily_attempts.update()
    .where(schema.daily_attempts.c.table_id == sa.bindparam("of_table"))
    .values(
        score=sa.bindparam("new_score"),
        errors=sa.bindparam("new_errors"),
        seconds=sa.bindparam("new_seconds"),
        late=sa.bindparam("new_late"),
    )
)
NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)")


def statements_of(writes: Sequence[Write], *, shared: bool) -> list[Statement]:
    """All statements of a commit, each listed once with the values of all writes that need it."""
    statements: list[Statement] = [
        (_INSERT_TABLE, [_table_values(write, write.spec) for write in writes if write.spec]),
        (_INSERT_ATTEMPT, [_attempt_values(write.attempt) for write in writes if write.attempt]),
        (INSERT_ROW, [_row_values(write) for write in writes]),
        (
            _SET_STATE,
            [_state_values(write, write.state) for write in writes if write.state and not write.spec],
        ),
        (_SET_RESULT, [_result_values(write, write.result) for write in writes if write.result]),
    ]
    if shared:
        statements.append(
            (NOTIFY, [{"channel": CHANNEL, "payload": f"{write.table} {write.number}"} for write in writes])
        )
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
        "date": attempt.date,
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
