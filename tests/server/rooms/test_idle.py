"""Players who stay away."""

from __future__ import annotations

import pytest
from tests.server.playing import next_action
from tests.server.stored_room import started

from inkrail.core.errors import Refusal
from inkrail.server.rooms.idle import IDLE_SECONDS, idle_seats, is_idle, require_idle


def test_a_seat_is_idle_after_seven_days_in_which_the_table_waited_for_it() -> None:
    stored = started()
    assert idle_seats(stored.room, now=stored.now + IDLE_SECONDS - 1) == frozenset()
    assert idle_seats(stored.room, now=stored.now + IDLE_SECONDS) == {0, 1}


def test_a_move_begins_the_seven_days_again() -> None:
    stored = started()
    stored.now += 10
    stored.act(0, next_action(stored.view(0)))
    assert idle_seats(stored.room, now=stored.now + IDLE_SECONDS - 10) == {1}
    assert is_idle(stored.room, 0, now=stored.now + IDLE_SECONDS)


def test_nobody_is_idle_where_a_clock_runs_or_a_bot_plays() -> None:
    clocked = started(clock=60)
    assert idle_seats(clocked.room, now=clocked.now + 2 * IDLE_SECONDS) == frozenset()
    stored = started()
    stored.now += IDLE_SECONDS
    stored.send(0, type="hand_over", seat=1)
    assert idle_seats(stored.room, now=stored.now + 2 * IDLE_SECONDS) == {0}


@pytest.mark.parametrize(
    ("other", "code"), [(0, "seat.not_idle"), (5, "seat.unknown"), (None, "seat.not_idle")]
)
def test_going_on_without_somebody_who_is_not_idle_is_refused(other: int | None, code: str) -> None:
    stored = started()
    with pytest.raises(Refusal) as caught:
        require_idle(stored.room, other, by=0, now=stored.now)
    assert caught.value.code == code
    later = stored.now + IDLE_SECONDS
    require_idle(stored.room, None, by=0, now=later)
    require_idle(stored.room, 1, by=0, now=later)
    with pytest.raises(Refusal, match=r"seat\.not_idle"):
        require_idle(stored.room, 0, by=0, now=later)
