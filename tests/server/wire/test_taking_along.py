"""Games that are taken along, on the wire."""

from __future__ import annotations

from tests.server.stored_room import StoredRoom

from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.taking_along import take_along
from inkrail.server.wire.taking_along import game_along, parse_game_along


def test_a_game_arrives_as_it_was_sent() -> None:
    taken = take_along(StoredRoom(Spec(rules="river", seed="along")).room, 0, bots={})
    assert parse_game_along(dict(game_along(taken))) == taken
