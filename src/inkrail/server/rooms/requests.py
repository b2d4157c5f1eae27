"""Repeated requests: a client that gets no answer sends its request again with the same id.

It is executed once and gets the same answer each time. Requests without an id are not recognized.
"""

from __future__ import annotations

from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Command, Proposal
from inkrail.server.rooms.room import Room


def propose_once(room: Room, command: Command, *, seat: int, id_: str, now: float) -> Proposal | None:
    """The row for a seat's request, or None if it was already executed."""
    if id_ and (room.places[seat], id_) in room.answered:
        return None
    return commands.carry_out(room, command, seat=seat, now=now, id_=id_)


def last_event(room: Room, *, seat: int, id_: str) -> int:
    """The number of the last event that an executed request led to, now or earlier."""
    return room.answered.get((room.places[seat], id_), len(room.history(seat)))
