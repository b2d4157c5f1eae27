"""Sitting down: new tables, free seats and rematches, and the seat that a client gets."""

from __future__ import annotations

from inkrail.core.errors import Refusal
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Proposal
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.rematches import rematch_spec
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.tokens import hashed, new_token, require_seat
from inkrail.server.wire.typed_dict import TypedDict


class SeatGiven(TypedDict):
    """A seat at a table, and its secret token, which is sent only once."""

    table: str
    seat: int
    token: str


async def _seated(
    rooms: Rooms, spec: Spec, *, name: str, opener: str = "", id_: str = "", was: int | None = None
) -> SeatGiven | None:
    """A new table with its creator; None if the id is taken."""
    token = new_token()
    open_room = await rooms.create(
        id_ or rooms.new_id(),
        spec,
        name=clean_name(name),
        token=hashed(token),
        was=was,
        opened_by=opener,
    )
    if open_room is None:
        return None
    return {"table": open_room.room.id, "seat": spec.creator, "token": token}


async def seated(rooms: Rooms, spec: Spec, *, name: str, opener: str = "") -> SeatGiven:
    """A new table with its creator."""
    seat_given = await _seated(rooms, spec, name=name, opener=opener)
    if seat_given is None:
        raise Refusal("server.busy")
    return seat_given


async def joined(rooms: Rooms, open_room: OpenRoom, *, name: str, was: int | None = None) -> SeatGiven:
    """The first free seat, or at a rematch the one of a player who proved to have been `was`."""
    token, seat = new_token(), -1

    def propose(room: Room) -> Proposal:
        nonlocal seat
        seat, proposal = commands.join(room, name=name, token=hashed(token), was=was)
        return proposal

    await rooms.perform(open_room, propose)
    return {"table": open_room.room.id, "seat": seat, "token": token}


async def play_again(rooms: Rooms, table: str, *, token: str, opener: str = "") -> SeatGiven:
    """A rematch with the same people: the first to ask opens the table, the others have their seats held."""
    open_room = await rooms.fresh(table)
    room = open_room.room
    seat = require_seat(token, room.tokens)
    commands.require_over(room)
    new_id = rooms.new_id()
    await rooms.perform(open_room, lambda room: None if room.rematch else commands.rematch(room, new_id))
    id_ = room.rematch
    assert id_ is not None
    try:
        new = await rooms.open(id_)
    except Refusal:
        # It has not been opened yet, or the request that should have opened it was interrupted.
        spec = rematch_spec(room, opener=seat)
        seat_given = await _seated(rooms, spec, name=room.names[seat], opener=opener, id_=id_, was=seat)
        if seat_given:
            return seat_given
        new = await rooms.open(id_)
    return await joined(rooms, new, name=room.names[seat], was=seat)
