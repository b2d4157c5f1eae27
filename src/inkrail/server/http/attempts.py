"""One counted attempt per browser at a game with the same dice for all: begun, resumed, finished."""

from __future__ import annotations

from typing import Literal

from inkrail.server.http.services import Services
from inkrail.server.rooms import commands
from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.tokens import hashed, new_table_id, new_token
from inkrail.server.wire.seating import SeatGiven


def played(attempt: Attempt | None) -> Literal["no", "running", "over"]:
    """How far a browser is with its attempt."""
    if attempt is None:
        return "no"
    return "running" if attempt.score is None else "over"


async def begin(
    server: Services, contest: str, spec: Spec, *, name: str, browser: str, opener: str
) -> SeatGiven | None:
    """A table for the attempt of a browser; None if it has begun one meanwhile."""
    token, id_ = new_token(), new_table_id()
    open_room = await server.rooms.create(
        id_,
        spec,
        name=name,
        token=hashed(token),
        opened_by=opener,
        attempt=Attempt(contest, browser, id_, name, late=False),
    )
    return {"table": id_, "seat": 0, "token": token} if open_room else None


async def resume(server: Services, attempt: Attempt) -> SeatGiven:
    """The seat of an attempt, with a new token."""
    token = new_token()
    open_room = await server.rooms.open(attempt.table)
    await server.rooms.perform(open_room, lambda room: commands.reissue(room, 0, token=hashed(token)))
    return {"table": attempt.table, "seat": 0, "token": token}
