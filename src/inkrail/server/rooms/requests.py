"""Requests that are sent twice: a client that hears no answer repeats its request with the same id.

It is carried out once and answered each time alike. Requests without an id are not recognized.
"""

from __future__ import annotations

from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Command, Proposal
from inkrail.server.rooms.room import Room


def propose_once(room: Room, command: Command, *, seat: int, id_: str, now: float) -> Proposal | None:
    """The row that a seat's request leads to; None if it was carried out before."""
    if id_ and (seat, id_) in room.answered:
        return None
    return commands.carry_out(room, command, seat=seat, now=now, id_=id_)


def last_event(room: Room, *, seat: int, id_: str) -> int:
    """The number of the last event that a request led to which was carried out, now or before."""
    return room.answered.get((seat, id_), len(room.history(seat)))
