"""Going on with a game that was begun at a server, or looking again at one that was finished there."""

from __future__ import annotations

from typing import Any

from inkrail.core.errors import Refusal
from inkrail.server.local.requests import Request, command_of
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.taking_along import rows_of
from inkrail.server.rooms.tokens import hashed, new_token
from inkrail.server.wire.seating import SeatGiven
from inkrail.server.wire.taking_along import parse_game_along


async def gone_along(
    rooms: Rooms, game: dict[str, Any], messages: list[Request], *, id_: str | None = None
) -> SeatGiven:
    """A table that goes on with a game; `messages` is what its player did after what the game includes.

    With an `id_` the same table is given again.
    """
    taken = parse_game_along(game)
    token = new_token()
    tokens = tuple(hashed(token if seat == taken.seat else new_token()) for seat in range(len(taken.names)))
    first = rows_of(taken, tokens=tokens)
    open_room = await rooms.adopt(id_ or rooms.new_id(), taken.spec, first, created=taken.created)
    if open_room is None:
        if id_ is not None:
            return {"table": id_, "seat": taken.seat, "token": ""}
        raise Refusal("server.busy")
    for message in messages:
        try:
            command = command_of(message, open_room.room.ruleset)
            await rooms.carry_out(open_room, command, seat=taken.seat, id_=str(message.get("id", "")))
        except Refusal:
            break  # the server may have refused it too, and what follows depends on it
    return {"table": open_room.room.id, "seat": taken.seat, "token": token}
