"""Tables: opening, joining, listing, records, pictures, replays."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import PlainTextResponse
from starlette.responses import Response

from inkrail.core.errors import Refusal
from inkrail.game.record import format_record
from inkrail.render.svg import position_svg
from inkrail.rules.position import Position
from inkrail.server.http.dependencies import PROBLEMS, Server, SomeToken, TableId, Token, bounded, paced
from inkrail.server.http.headers import PICTURE_POLICY
from inkrail.server.http.services import Running
from inkrail.server.rooms.commands import Ordered, Orders
from inkrail.server.rooms.daily import require_shown
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.opening import challenge_spec, rematch_spec, spec_of
from inkrail.server.rooms.rooms import Host, House
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.tokens import find_seat, hashed, new_table_id, new_token, require_seat
from inkrail.server.wire.bodies import NameBody, NewTable, Replay, SeatGiven, TableList
from inkrail.server.wire.messages import TableSummary
from inkrail.server.wire.views import closed_positions, summary

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)

_LISTED = 50
_STATUS = {"open": "lobby", "running": "running"}


def _as(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Describes an answer that is no JSON."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}, "description": "The text"}}


async def _seated(house: House, spec: Spec, *, name: str, id_: str = "") -> SeatGiven | None:
    """A new table with its creator; None if the id is taken."""
    token = new_token()
    host = await house.create(id_ or new_table_id(), spec, name=clean_name(name), token=hashed(token))
    if host is None:
        return None
    return {"table": host.hosted.id, "seat": host.orders.creator, "token": token}


async def seated(house: House, spec: Spec, *, name: str) -> SeatGiven:
    """A new table with its creator."""
    given = await _seated(house, spec, name=name)
    if given is None:
        raise Refusal("server.busy")
    return given


@router.post("", status_code=201, dependencies=[Depends(paced)])
async def create(body: NewTable, server: Server) -> SeatGiven:
    """Open a table and take its first seat; a game without other people begins at once."""
    return await seated(server.house, spec_of(body), name=body.name)


@router.get("", dependencies=[Depends(bounded)])
async def listed(server: Server, which: Literal["open", "running"] = "open") -> TableList:
    """Public tables, the newest first."""
    found = []
    for id_ in await server.store.public_tables(_STATUS[which], limit=_LISTED):
        host = await server.house.host(id_)
        found.append(summary(host.hosted, connected=host.connected()))
    return {"tables": found}


@router.get("/{table}", dependencies=[Depends(bounded)])
async def one(table: TableId, server: Server) -> TableSummary:
    """One table."""
    host = await _fresh(server.house, table)
    return summary(host.hosted, connected=host.connected())


async def _fresh(house: House, table: str) -> Host:
    """The table with everything that other processes stored."""
    host = await house.host(table)
    if house.store.shared:
        await house.catch_up(host)
    return host


async def _shown(server: Running, table: str, token: str | None) -> Host:
    """The table, if whoever asks may see its dice."""
    host = await _fresh(server.house, table)
    seat = find_seat(token, host.hosted.tokens) if token else None
    require_shown(host.hosted.spec, seat=seat, now=server.clock())
    return host


@router.post("/{table}/join", dependencies=[Depends(paced)])
async def join(table: TableId, body: NameBody, server: Server) -> SeatGiven:
    """Take the first free seat."""
    host = await server.house.host(table)
    return await _join(server.house, host, name=clean_name(body.name), was=None)


async def _join(house: House, host: Host, *, name: str, was: int | None) -> SeatGiven:
    token, taken = new_token(), -1

    def order(orders: Orders) -> Ordered:
        nonlocal taken
        former = None if was is None else orders.hosted.formerly.get(was)
        if former is not None:
            taken = former
            return orders.reissue(former, token=hashed(token))
        taken, ordered = orders.join(name=name, token=hashed(token), was=was)
        return ordered

    await house.perform(host, order)
    return {"table": host.hosted.id, "seat": taken, "token": token}


@router.post("/{table}/rematch", dependencies=[Depends(paced)])
async def rematch(table: TableId, token: Token, server: Server) -> SeatGiven:
    """Play again with the same people: who asks first opens the table, the others join it."""
    house = server.house
    host = await _fresh(house, table)
    seat = require_seat(token, host.hosted.tokens)
    name = host.hosted.names[seat]
    host.orders.require_over()
    wanted = new_table_id()
    await house.perform(host, lambda orders: None if orders.hosted.rematch else orders.rematch(wanted))
    id_ = host.hosted.rematch
    assert id_ is not None
    spec = rematch_spec(host.hosted)
    try:
        new = await house.host(id_)
    except Refusal:
        # Nobody opened it yet, or whoever wanted to was cut short.
        given = await _seated(house, spec, name=name, id_=id_)
        if given:
            return given
        new = await house.host(id_)
    return await _join(house, new, name=name, was=seat)


@router.post("/{table}/challenge", status_code=201, dependencies=[Depends(paced)])
async def challenge(table: TableId, body: NameBody, server: Server) -> SeatGiven:
    """Play the dice of a finished game oneself; it is not counted."""
    host = await _shown(server, table, None)
    return await seated(server.house, challenge_spec(host.hosted), name=body.name)


@router.get(
    "/{table}/record", response_model=None, responses=_as("text/plain"), dependencies=[Depends(bounded)]
)
async def record(table: TableId, server: Server, token: SomeToken) -> Response:
    """The record; while the game runs only its closed rounds. Today's daily dice need the token of the seat."""
    host = await _shown(server, table, token)
    return PlainTextResponse(format_record(host.hosted.record()))


@router.get(
    "/{table}/replay",
    response_model=None,
    responses={200: {"model": Replay}},
    dependencies=[Depends(bounded)],
)
async def replay(table: TableId, server: Server, token: SomeToken) -> Response:
    """The closed rounds with everybody's boards and scores. Today's daily dice need the token of the seat."""
    host = await _shown(server, table, token)
    # Large, and made of types that were checked when they were written: it goes out as it is.
    return Response(host.viewer.replay(connected=host.connected()), media_type="application/json")


@router.get(
    "/{table}/boards/{seat}.svg",
    response_model=None,
    responses=_as("image/svg+xml"),
    dependencies=[Depends(bounded)],
)
async def picture(
    table: TableId,
    seat: Annotated[int, Path(ge=0, le=5)],
    server: Server,
    *,
    token: SomeToken,
    round_: Annotated[int | None, Query(alias="round", ge=0, le=14)] = None,
    theme: Literal["light", "dark", "auto"] = "auto",
) -> Response:
    """The boards of a seat at the end of a closed round, by default the last."""
    host = await _shown(server, table, token)
    position = _closed(host, seat, round_)
    title = host.hosted.names[seat] or host.hosted.bots[seat] or ""
    drawn = position_svg(position.boards, theme=theme, title=title)
    headers = {"content-security-policy": PICTURE_POLICY}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


def _closed(host: Host, seat: int, round_: int | None) -> Position:
    hosted = host.hosted
    if seat >= hosted.seats or (round_ or 0) > len(hosted.closed):
        raise Refusal("board.unknown")
    if round_ is None:
        return closed_positions(hosted)[seat]
    return hosted.closed[round_ - 1].seats[seat] if round_ else hosted.ruleset.set_up()
