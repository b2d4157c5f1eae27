"""Who sits where at a rematch, and for whom its seats are held."""

from __future__ import annotations

import pytest
from tests.server.stored_room import StoredRoom, refusal

from inkrail.core.errors import Refusal
from inkrail.server.rooms import commands, rows
from inkrail.server.rooms.rematches import rematch_spec
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rows import Spec


def rematch(opener: int = 2, *, people: int = 3) -> StoredRoom:
    """A rematch of Ann, Bob and Cid that one of them opened."""
    previous = StoredRoom(Spec(rules="base", bots=(None,) * people))
    for name in ("Bob", "Cid")[: people - 1]:
        previous.join(name)
    stored = StoredRoom(rematch_spec(previous.room, opener=opener))
    stored.room.formerly[opener] = stored.room.spec.creator
    return stored


def come(stored: StoredRoom, was: int | None) -> int:
    seat, proposal = commands.join(stored.room, name="somebody", token="t", was=was)
    stored.store(proposal)
    return seat


def test_the_opener_of_a_rematch_is_its_creator_and_has_one_seat() -> None:
    room = Room("table", Spec(rules="base", bots=("greedy", None, None)), created=0)
    row = commands.sit_first(room, name="Bob", token="b", was=2).row
    assert row.steps == (rows.Join(seat=1, name="Bob", token="b", was=2),)
    room.apply(row, at=0)
    seat, proposal = commands.join(room, name="Bob", token="new", was=2)
    assert (seat, proposal.row.steps) == (1, (rows.Reissue(seat=1, token="new"),))


def test_at_a_rematch_everyone_has_their_seat_and_the_opener_changes_with_the_creator() -> None:
    stored = rematch(opener=2)
    assert stored.room.reserved == [None, "Bob", "Ann"]
    assert (come(stored, 0), come(stored, 1)) == (2, 1)
    assert stored.room.reserved == [None, None, None]
    stored = rematch(opener=0)
    assert (come(stored, 2), come(stored, 1)) == (2, 1)


def test_a_stranger_gets_no_seat_that_is_held() -> None:
    stored = rematch()
    assert not stored.room.has_free_seat
    with pytest.raises(Refusal, match=r"^table\.reserved"):
        come(stored, None)
    come(stored, 0)
    with pytest.raises(Refusal, match=r"^table\.reserved"):
        come(stored, None)
    come(stored, 1)
    with pytest.raises(Refusal, match=r"^table\.full"):
        come(stored, None)


def test_the_creator_may_release_a_seat_for_anyone() -> None:
    stored = rematch()
    assert refusal(stored, 1, type="release", seat=1) == "table.not_creator"
    for seat in (0, 3):
        assert refusal(stored, 0, type="release", seat=seat) == "seat.not_reserved"
    stored.send(0, type="release", seat=1)
    assert stored.last_row.steps == (rows.Release(seat=1),)
    assert stored.room.reserved == stored.again().reserved == [None, None, "Ann"]
    assert stored.room.has_free_seat
    assert refusal(stored, 0, type="release", seat=1) == "seat.not_reserved"
    assert come(stored, None) == 1
    with pytest.raises(Refusal, match=r"^table\.reserved"):
        come(stored, 1)
    assert come(stored, 0) == 2
    with pytest.raises(Refusal, match=r"^table\.full"):
        come(stored, 1)


def test_a_refusal_counts_seats_from_one() -> None:
    with pytest.raises(Refusal) as caught:
        rematch().send(0, type="release", seat=4)
    assert caught.value.params == {"seat": 5}


def test_a_previous_player_takes_their_own_seat_before_one_that_was_released() -> None:
    stored = rematch()
    stored.send(0, type="release", seat=1)
    assert come(stored, 0) == 2
    assert come(stored, 1) == 1


def test_a_previous_player_whose_seat_was_taken_may_take_another_that_was_released() -> None:
    stored = rematch()
    for seat in (1, 2):
        stored.send(0, type="release", seat=seat)
    assert (come(stored, None), come(stored, 1)) == (1, 2)


def test_a_rematch_of_an_earlier_version_seats_people_as_they_come() -> None:
    """It did not store where its opener had sat, and held no seats."""
    stored = StoredRoom(Spec(rules="base", bots=(None,) * 4))
    assert (come(stored, 3), come(stored, 0), come(stored, None)) == (1, 2, 3)
