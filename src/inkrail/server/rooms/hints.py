"""Hints while drawing: computed once for what a seat has before it, and told step by step."""

from __future__ import annotations

import asyncio

from inkrail.rules.dealing import Seat
from inkrail.server.rooms import commands
from inkrail.server.rooms.interfaces import Bots, Hint, Origin
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.rooms import Rooms

KEPT_HINTS = 8
"""How many hints a room keeps, so that the next step, or the same after a drawing was taken back, costs nothing."""


async def give_hint(rooms: Rooms, open_room: OpenRoom, *, seat: int, step: int) -> Hint:
    """The hint for a seat; that it was given up to this step is stored before it is told."""
    key = commands.require_hints(open_room.room, seat)
    if key not in open_room.hints:
        open_room.hints[key] = asyncio.create_task(_compute(rooms.bots, open_room, seat=seat))
        for old in [*open_room.hints][:-KEPT_HINTS]:
            del open_room.hints[old]
    computing = open_room.hints[key]
    try:
        found = await asyncio.shield(computing)
    except BaseException:
        if computing.done():
            open_room.hints.pop(key, None)
        raise
    await rooms.perform(open_room, lambda room: commands.hint(room, seat, step=step, key=key))
    return found


async def _compute(bots: Bots, open_room: OpenRoom, *, seat: int) -> Hint:
    room = open_room.room
    assert room.game is not None
    origin = Origin(open_room.owner, room.id)
    return await bots.hint(room.game.seen_by(Seat(seat)), seat=seat, origin=origin)
