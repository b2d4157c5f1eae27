"""One attempt of this browser at a day or a challenge: its table has an id that follows from what is played."""

from __future__ import annotations

from typing import Literal, TypeAlias

from inkrail.core.errors import Refusal
from inkrail.server.rooms import commands
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.tokens import hashed, new_token
from inkrail.server.wire.seating import SeatGiven

Played: TypeAlias = Literal["no", "running", "over"]


async def attempt_at(rooms: Rooms, id_: str) -> Room | None:
    """The room of an attempt, if it was begun."""
    try:
        return (await rooms.fresh(id_)).room
    except Refusal as refusal:
        if refusal.code != "table.unknown":
            raise
        return None


def played(room: Room | None) -> Played:
    """How far an attempt is."""
    if room is None:
        return "no"
    return "over" if room.phase == "over" else "running"


async def begin(rooms: Rooms, id_: str, spec: Spec, *, name: str) -> SeatGiven:
    """A table for the attempt, or the seat at the one that was begun, with a new token."""
    token = new_token()
    begun = await rooms.create(id_, spec, name=clean_name(name), token=hashed(token))
    if begun is None:
        open_room = await rooms.fresh(id_)
        await rooms.perform(open_room, lambda room: commands.reissue(room, spec.creator, token=hashed(token)))
    return {"table": id_, "seat": spec.creator, "token": token}
