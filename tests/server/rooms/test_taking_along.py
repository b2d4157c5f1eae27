"""Running games that go on elsewhere."""

from __future__ import annotations

import pytest
from tests.server.stored_room import StoredRoom

from inkrail.core.errors import Refusal
from inkrail.server.rooms.rows import Begin, Join, Spec
from inkrail.server.rooms.taking_along import rows_of, take_along


def test_the_rows_make_the_same_game_again() -> None:
    room = StoredRoom(Spec(rules="lake", seed="along")).room
    taken = take_along(room, 0, bots={})
    first, second = rows_of(taken, tokens=("hash",))
    assert [type(step) for step in first.steps] == [Join]
    assert isinstance(second.steps[0], Begin)
    assert len(second.steps) == 1 + len(taken.record.entries) == 2


def test_a_bot_that_plays_nowhere_else_keeps_the_game_at_its_server() -> None:
    room = StoredRoom(Spec(rules="base", bots=(None, "strong"))).room
    assert take_along(room, 0, bots={"strong": "plain"}).spec.bots == (None, "plain")
    with pytest.raises(Refusal, match="stays"):
        take_along(room, 0, bots={"greedy": "greedy"})
