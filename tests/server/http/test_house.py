"""The house searches the mark of a week once."""

from __future__ import annotations

from fastapi import FastAPI
from tests.server.asking import services

from inkrail.game.record import Roll, parse_record
from inkrail.server.rooms.hunt import hunt_rolls

WEEK = "2027-W02"


async def test_the_mark_is_a_legal_board_with_the_dice_of_the_week(app: FastAPI) -> None:
    server = services(app)
    secret = server.rooms.secret
    assert await server.house.mark(WEEK, secret=secret) is None
    assert await server.house.mark(WEEK, secret=secret) is None
    await server.house.all_done()
    mark = await server.house.mark(WEEK, secret=secret)
    assert mark
    record, table = parse_record(mark.record)
    assert table.sheets()[0].total == mark.total
    rolls = tuple(entry.faces for entry in record.entries if isinstance(entry, Roll))
    assert rolls == hunt_rolls(secret, week=WEEK)
    assert mark.bound == 83
    assert mark.total >= 55
