"""Who is called, and at which tables."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.stored_room import StoredRoom, started, two

from inkrail.core.errors import Refusal
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.subscriptions import LONG_CLOCK, newly_awaited, require_long


def test_a_table_that_may_wait_for_long_calls() -> None:
    for clock in (None, LONG_CLOCK):
        require_long(two(clock=clock).room)


@pytest.mark.parametrize(
    "spec",
    [
        {"bots": (None, None), "clock": LONG_CLOCK - 1},
        {"bots": (None, "greedy")},
        {"bots": (None,)},
    ],
)
def test_others_do_not(spec: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match=r"^push\.short_clock"):
        require_long(StoredRoom(Spec(rules="base", **spec)).room)


def test_people_are_called_when_the_table_begins_to_wait_for_them() -> None:
    stored = two()
    before = stored.room.waiting
    stored.send(0, type="start")
    assert newly_awaited(before, stored.room.waiting) == (0, 1)
    assert newly_awaited(stored.room.waiting, stored.room.waiting) == ()


def test_in_a_draft_who_chooses_next_is_called() -> None:
    stored = started("base+draft", starter=0, seed="draft", counted=False)
    before = stored.room.waiting
    stored.act(0, "pick 1")
    assert newly_awaited(before, stored.room.waiting) == (1,)
