"""The statements of a commit."""

from __future__ import annotations

from tests.server.storage.writes import RULESET, SPEC, first, move

from inkrail.server.rooms.interfaces import Attempt, Result, State
from inkrail.server.rooms.row_text import format_row, format_spec
from inkrail.server.storage.sqlite_writer import INSERT_ROW
from inkrail.server.storage.statements import (
    CHANNEL,
    appending,
    columns_of,
    following,
    notifying,
    opening,
)

ATTEMPT = Attempt("2026-11-15", "browser", "a", "Ann", late=True)


def test_rows_are_appended_by_one_statement() -> None:
    writes = [move("a", 2), move("b", 7)]
    assert opening(writes) == following(writes) == []
    statement, values = appending(writes)
    assert statement is INSERT_ROW
    assert values == [
        {"table_id": one.table, "number": one.number, "at": one.at, "row": format_row(one.row, RULESET)}
        for one in writes
    ]
    assert columns_of(writes) == {name: [row[name] for row in values] for name in values[0]}


def test_a_table_comes_before_its_attempt() -> None:
    table, attempt = opening([first("a", attempt=ATTEMPT, opened_by="somebody")])
    assert table[1] == [
        {
            "id": "a",
            "created": 10.0,
            "spec": format_spec(SPEC),
            "public": True,
            "status": "lobby",
            "due": None,
            "opened_by": "somebody",
        }
    ]
    (values,) = attempt[1]
    assert (values["contest"], values["browser"], values["table_id"], values["late"]) == (
        "2026-11-15",
        "browser",
        "a",
        True,
    )


def test_states_and_results_change_what_is_there() -> None:
    writes = [move("a", 2, state=State("over", 5.0), result=Result(40, 3, 90, late=False)), move("b", 2)]
    state, result = following(writes)
    assert state[1] == [{"table_id": "a", "new_status": "over", "new_due": 5.0}]
    assert result[1] == [
        {"of_table": "a", "new_score": 40, "new_errors": 3, "new_seconds": 90, "new_late": False}
    ]


def test_all_processes_are_told_which_tables_have_new_rows() -> None:
    (notify,) = notifying([move("a", 2), move("b", 2)])
    assert notify[1] == [{"channel": CHANNEL, "payload": "a 2"}, {"channel": CHANNEL, "payload": "b 2"}]
