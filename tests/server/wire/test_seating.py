"""Seats that clients get: of new tables, of free seats, of rematches."""

from __future__ import annotations

import pytest
from tests.server.local.browser import MemoryDatabase

from inkrail.core.errors import Refusal
from inkrail.server.local.bots import LocalBots
from inkrail.server.local.storage import BrowserStorage
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.clock import SystemClock
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.tokens import require_seat
from inkrail.server.wire.seating import joined, play_again, seated


@pytest.fixture
def rooms() -> Rooms:
    storage = BrowserStorage(MemoryDatabase())
    return Rooms(storage, journal=storage, bots=LocalBots(), meters=Metrics(), clock=SystemClock())


async def test_the_creator_and_who_joins_get_seats_that_their_tokens_prove(rooms: Rooms) -> None:
    first = await seated(rooms, Spec(rules="base", bots=(None, None)), name=" Ada  Lovelace ")
    open_room = await rooms.open(first["table"])
    second = await joined(rooms, open_room, name="Bob")
    room = open_room.room
    assert (first["seat"], second["seat"], room.names) == (0, 1, ["Ada Lovelace", "Bob"])
    assert require_seat(second["token"], room.tokens) == 1
    with pytest.raises(Refusal, match=r"table\.full"):
        await joined(rooms, open_room, name="Eve")


async def test_only_a_finished_game_is_played_again(rooms: Rooms) -> None:
    given = await seated(rooms, Spec(rules="base"), name="Ada")
    with pytest.raises(Refusal, match=r"table\.not_over"):
        await play_again(rooms, given["table"], token=given["token"])
    with pytest.raises(Refusal, match=r"seat\.wrong_token"):
        await play_again(rooms, given["table"], token="wrong" * 5)
