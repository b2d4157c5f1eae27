"""Players who stay away: after seven days without a clock the others may go on without them."""

from __future__ import annotations

from inkrail.core.errors import Refusal
from inkrail.server.rooms.room import Room

IDLE_SECONDS = 7 * 24 * 3600


def is_idle(room: Room, seat: int, *, now: float) -> bool:
    """Whether this player has kept the table waiting so long that the others may go on without them."""
    if room.spec.clock is not None or room.bots[seat] or seat not in room.waiting.seats:
        return False
    return now - max(room.waiting.since, room.last_move[seat]) >= IDLE_SECONDS


def idle_seats(room: Room, *, now: float) -> frozenset[int]:
    """All seats that have kept the table waiting for too long."""
    return frozenset(seat for seat in range(room.seats) if is_idle(room, seat, now=now))


def require_idle(room: Room, other: int | None, *, by: int, now: float) -> None:
    """Refuse unless this player has stayed away too long; None means any of the other players."""
    for seat in range(room.seats) if other is None else (other,):
        if seat >= room.seats:
            raise Refusal("seat.unknown", seat=seat + 1)
        if seat != by and is_idle(room, seat, now=now):
            return
    if other is not None and room.bots[other]:
        raise Refusal("seat.is_a_bot")
    raise Refusal("seat.not_idle")
