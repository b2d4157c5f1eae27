"""What happened at a table, as the room tells it."""

from __future__ import annotations

from tests.server.stored_room import StoredRoom, started, two

from inkrail.game.events import Finished, Picked, Rolled
from inkrail.rules.dealing import Seat
from inkrail.server.rooms.commands import rematch
from inkrail.server.rooms.events import (
    ClosedRound,
    Ended,
    HandedOver,
    Joined,
    Reacted,
    Released,
    RematchOpened,
    Started,
    StoodIn,
)
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.rooms.rows import Spec


def test_a_lobby_tells_who_came_and_when_the_game_began() -> None:
    stored = two("base+draft", starter=1)
    stored.send(1, type="react", reaction="wave")
    stored.send(0, type="start")
    told = stored.room.history(None)
    assert told[:4] == [Joined(0, "Ann"), Joined(1, "Bob"), Reacted(1, "wave"), Started(1)]
    assert isinstance(told[4], Rolled)
    stored.act(1, "pick 2")
    assert told[5] == Picked(Seat(1), 2, told[4].faces[2:4])


def test_a_seat_that_is_no_longer_held_is_told() -> None:
    stored = StoredRoom(Spec(rules="base", bots=(None, None), reserved=(None, "Bob")))
    stored.send(0, type="release", seat=1)
    assert [stored.room.history(seat)[-1] for seat in (0, 1, None)] == [Released(1)] * 3


def test_a_closed_round_holds_the_dice_and_boards_of_all_seats() -> None:
    stored = started()
    assert stored.room.game is not None
    faces = stored.room.game.deal.faces
    stored.play_round()
    done, closed, rolled = stored.room.history(None)[-3:]
    assert isinstance(done, Finished)
    assert isinstance(closed, ClosedRound)
    assert (closed.number, closed.faces, closed.hands) == (1, faces, (faces, faces))
    assert [position.boards[0].filled.bit_count() for position in closed.seats] == [4, 4]
    assert isinstance(rolled, Rolled)
    assert closed is stored.room.closed[0]


def test_equal_rounds_are_two_events() -> None:
    """Closed rounds are cache keys, so they compare by identity."""
    one, other = (ClosedRound(1, (), (), ()) for _ in range(2))
    assert one != other
    assert len({one, other}) == 2


def test_the_end_tells_totals_and_winners() -> None:
    stored = started()
    stored.play_out()
    totals = tuple(sheet.total for sheet in stored.room.sheets())
    assert stored.room.history(1)[-1] == Ended(totals, stored.room.winners, early=False)
    stored.store(rematch(stored.room, "next"))
    assert stored.room.history(1)[-1] == RematchOpened("next")


def test_a_seat_that_was_handed_over_and_an_early_end_are_told() -> None:
    stored = started()
    stored.now += IDLE_SECONDS
    stored.send(0, type="hand_over", seat=1)
    assert stored.room.history(None)[-1] == HandedOver(1, "greedy")
    ended = started()
    ended.now += IDLE_SECONDS
    ended.send(0, type="end_game")
    assert ended.room.history(None)[-1] == Ended((0, 0), (), early=True)


def test_a_stand_in_is_told_before_what_it_did() -> None:
    stored = StoredRoom(Spec(rules="base", clock=60))
    before = len(stored.room.history(0))
    stored.time_out()
    assert stored.room.history(0)[before] == StoodIn(0, 1, None, "clock")
