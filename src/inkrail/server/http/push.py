"""Web push: subscribing to the turns of a seat, and ending it."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import ec
from fastapi import APIRouter, Depends

from inkrail.core.errors import Refusal
from inkrail.server.http.dependencies import (
    PROBLEMS,
    Server,
    TableId,
    Token,
    limit_creations,
    limit_questions,
)
from inkrail.server.push.encryption import AUTH_BYTES, CURVE, POINT_BYTES, decode
from inkrail.server.push.endpoints import parse_endpoint, resolve
from inkrail.server.rooms.subscriptions import Subscription, require_long
from inkrail.server.rooms.tokens import hashed, require_seat
from inkrail.server.wire.push import PushKey, PushState, PushWanted

router = APIRouter(prefix="/api", tags=["push"], responses=PROBLEMS)


@router.get("/push", dependencies=[Depends(limit_questions)])
async def key(server: Server) -> PushKey:
    """The key that a browser subscribes with; the same for ever."""
    return {"key": server.push.key.public}


@router.put("/tables/{table}/push", dependencies=[Depends(limit_creations)])
async def subscribe(table: TableId, body: PushWanted, token: Token, *, server: Server) -> PushState:
    """Tell this browser when the table waits for a seat whose player is away, with the token of the seat."""
    room = (await server.rooms.fresh(table)).room
    seat = require_seat(token, room.tokens)
    require_long(room)
    _require_keys(body)
    await resolve(parse_endpoint(body.endpoint, permitted=server.push.permitted))
    subscription = Subscription(
        hashed(body.endpoint)[:32],
        table,
        room.places[seat],
        body.endpoint,
        body.p256dh,
        body.auth,
        body.language,
    )
    await server.subscriptions.add(subscription, now=server.clock())
    return {"told": True}


@router.delete("/tables/{table}/push", dependencies=[Depends(limit_creations)])
async def unsubscribe(table: TableId, token: Token, *, server: Server) -> PushState:
    """Tell no browser of this seat any more."""
    room = (await server.rooms.fresh(table)).room
    seat = require_seat(token, room.tokens)
    await server.subscriptions.remove_place(table, place=room.places[seat])
    return {"told": False}


def _require_keys(body: PushWanted) -> None:
    """Refuse what is no point of the curve, or no secret of the length that the standard says."""
    try:
        point, auth = decode(body.p256dh), decode(body.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        raise Refusal("push.keys") from None
    if len(point) != POINT_BYTES or len(auth) != AUTH_BYTES:
        raise Refusal("push.keys")
