"""Rows in the browser's database."""

from __future__ import annotations

import pytest
from tests.server.local.browser import MemoryDatabase

from inkrail.server.local.storage import BrowserStorage
from inkrail.server.rooms.interfaces import ROWS_AT_ONCE, TryAgain, Write
from inkrail.server.rooms.rows import React, Row, Spec

SPEC = Spec(rules="lake", bots=(None, "greedy"), seed="abc")


def write(number: int) -> Write:
    row = Row(by=0, id=str(number), steps=(React(seat=0, reaction="clap"),))
    return Write("t", number, 100.5 + number, row, SPEC.ruleset(), spec=SPEC if number == 1 else None)


async def test_a_table_and_its_rows_are_read_as_they_were_written() -> None:
    storage = BrowserStorage(MemoryDatabase())
    assert await storage.table("t") is None
    for number in range(1, ROWS_AT_ONCE + 11):
        assert await storage.write(write(number))
    stored = await storage.table("t")
    assert stored is not None
    assert (stored.spec, stored.created, len(stored.rows)) == (SPEC, 101.5, ROWS_AT_ONCE)
    rest = await storage.rows_after("t", ROWS_AT_ONCE, ruleset=SPEC.ruleset())
    assert [one.number for one in rest] == list(range(ROWS_AT_ONCE + 1, ROWS_AT_ONCE + 11))
    assert rest[0].row == write(ROWS_AT_ONCE + 1).row


async def test_a_number_is_given_once() -> None:
    storage = BrowserStorage(MemoryDatabase())
    assert await storage.write(write(1))
    assert not await storage.write(write(1))


@pytest.mark.parametrize("outcome", ["full", "failed"])
async def test_a_browser_that_cannot_save_is_asked_again_later(outcome: str) -> None:
    database = MemoryDatabase()
    database.outcome = outcome
    with pytest.raises(TryAgain, match=rf"storage\.{outcome}"):
        await BrowserStorage(database).write(write(1))
