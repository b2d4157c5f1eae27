"""Moving a player's games to another device by a code."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode

from fastapi import APIRouter, Depends
from starlette.responses import Response

from inkrail.core.errors import Refusal
from inkrail.server.http.dependencies import PROBLEMS, Opener, Server, limit_creations
from inkrail.server.rooms.transfers import (
    HOLD_SECONDS,
    MOST_OF_ONE,
    Transfer,
    code_key,
    new_code,
    require_packed,
)
from inkrail.server.wire.summaries import iso
from inkrail.server.wire.transfers import TransferCode, TransferGames, TransferGiven, TransferWanted

router = APIRouter(
    prefix="/api/transfers",
    tags=["transfers"],
    responses=PROBLEMS,
    # Also who tries codes is slowed down by this.
    dependencies=[Depends(limit_creations)],
)


@router.post("", status_code=201)
async def hold(body: TransferWanted, server: Server, opener: Opener) -> TransferGiven:
    """Hold games for a day; the code is told only once."""
    try:
        games = b64decode(body.games, validate=True)
    except ValueError:
        raise Refusal("transfer.unusable") from None
    async with server.scoring:
        await asyncio.to_thread(require_packed, games)
    code, now = new_code(), server.clock()
    transfer = Transfer(code_key(code), games, now + HOLD_SECONDS, opener)
    if not await server.transfers.hold(transfer, now=now):
        raise Refusal("transfer.too_many", most=MOST_OF_ONE)
    return {"code": code, "until": iso(transfer.until)}


# A code is a secret as long as it is held, so it is not in the path, which logs have.
@router.post("/read")
async def read(body: TransferCode, server: Server) -> TransferGames:
    """The games of a code, as often as they are asked for."""
    transfer = await server.transfers.held(code_key(body.code), now=server.clock())
    if transfer is None:
        raise Refusal("transfer.unknown")
    return {"games": b64encode(transfer.games).decode()}


@router.post("/delete", status_code=204)
async def delete(body: TransferCode, server: Server) -> Response:
    """Delete the games of a code, if they are still held."""
    await server.transfers.remove(code_key(body.code))
    return Response(status_code=204)
