"""Tables whose rows are values, in both kinds of database."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
import sqlalchemy as sa

from inkrail.server.rooms.challenges import Challenge
from inkrail.server.rooms.hunt import Mark
from inkrail.server.rooms.leagues import League, Member
from inkrail.server.storage.schema import challenges, hunts, league_members, leagues
from inkrail.server.storage.store import Store
from inkrail.server.storage.value_table import ValueTable

MARK = Mark("2026-W47", 72, 83, "a record")
LATER = Mark("2026-W48", 70, None, "a record")


@pytest.mark.parametrize(
    ("table", "type_"),
    [(challenges, Challenge), (hunts, Mark), (leagues, League), (league_members, Member)],
)
def test_the_fields_of_a_value_are_the_columns_of_its_table(table: sa.Table, type_: type[Any]) -> None:
    short = [column.name.removesuffix("_id") for column in table.c]
    assert [field.name for field in fields(type_)] == short


async def test_a_value_is_stored_once_and_found_by_its_columns(store: Store) -> None:
    marks = ValueTable(store, hunts, Mark)
    assert await marks.one(hunts.c.week == MARK.week) is None
    for mark in (MARK, LATER, Mark(MARK.week, 99, None, "another")):
        await marks.add(mark)
    assert await marks.one(hunts.c.week == MARK.week) == MARK
    assert await marks.all(order=[hunts.c.week.desc()]) == [LATER, MARK]
    assert await marks.all(order=[hunts.c.week.desc()], limit=1) == [LATER]
    assert await marks.all(hunts.c.total > MARK.total) == []
    assert await marks.count() == len([MARK, LATER])
    assert await marks.count(hunts.c.bound.is_(None)) == 1
