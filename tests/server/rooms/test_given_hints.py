"""Which hints the seats of a table were given."""

from __future__ import annotations

from tests.server.stored_room import started

from inkrail.server.rooms.given_hints import GivenHints, hint_key


def test_steps_count_once_for_what_a_seat_has_before_it() -> None:
    game = started().room.game
    assert game
    keys = [hint_key(game, seat) for seat in (0, 1)]
    hints = GivenHints(2)
    for key, step in ((keys[0], 1), (keys[0], 3), (keys[1], 2)):
        hints.give(key, step=step)
    assert (hints.used, [hints.step(key) for key in keys]) == ([3, 2], [3, 2])
    hints.begin_round()
    assert (hints.used, [hints.step(key) for key in keys]) == ([3, 2], [0, 0])
