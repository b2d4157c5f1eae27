"""Tables: opening, joining, listing, records, pictures, replays."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import PlainTextResponse
from starlette.responses import Response

from inkrail.bots.registry import plain_bots
from inkrail.core.errors import Refusal
from inkrail.game.record import format_record
from inkrail.render.svg import position_svg
from inkrail.rules.position import Position
from inkrail.server.http.dependencies import (
    PROBLEMS,
    STRANGER,
    Asking,
    Client,
    Opener,
    Server,
    TableId,
    Token,
    limit_creations,
    limit_questions,
)
from inkrail.server.http.headers import PICTURE_POLICY
from inkrail.server.http.new_table import can_hint, spec_of
from inkrail.server.http.services import Services
from inkrail.server.rooms.contests import contest_of, require_shown
from inkrail.server.rooms.hints import give_hint
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.specs import play_on_spec
from inkrail.server.rooms.taking_along import take_along
from inkrail.server.rooms.tokens import find_seat, require_seat
from inkrail.server.wire.bodies import NameBody, NewTable, PlayOn, TableList
from inkrail.server.wire.encode import to_json
from inkrail.server.wire.hints import HintGiven, HintWanted, hint_view
from inkrail.server.wire.seating import SeatGiven, joined, play_again, seated
from inkrail.server.wire.summaries import Replay, TableSummary, summary
from inkrail.server.wire.summaries import replay as replay_of
from inkrail.server.wire.taking_along import GameAlong, game_along

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)

_LISTED = 50
_STATUS = {"open": "lobby", "running": "running"}


def as_media(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Describes a response that is not JSON."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}, "description": "The text"}}


@router.post("", status_code=201, dependencies=[Depends(limit_creations)])
async def create(body: NewTable, server: Server, opener: Opener) -> SeatGiven:
    """Open a table and take its first seat; a game without other people begins at once."""
    return await seated(server.rooms, spec_of(body, programs=server.programs), name=body.name, opener=opener)


@router.get("", dependencies=[Depends(limit_questions)])
async def listed(server: Server, which: Literal["open", "running"] = "open") -> TableList:
    """Public tables, a few of each address: everyone's newest first."""
    tables: list[TableSummary] = []
    for id_ in await server.store.public_tables(_STATUS[which], limit=_LISTED):
        try:
            open_room = await server.rooms.open(id_)
        except TryAgain:
            raise
        except Refusal:
            continue  # it was removed meanwhile, or cannot be read
        if which == "running" or open_room.room.has_free_seat:
            tables.append(summary(open_room.room, connected=open_room.connected()))
    return {"tables": tables}


@router.get("/{table}", dependencies=[Depends(limit_questions)])
async def one(table: TableId, server: Server) -> TableSummary:
    """One table."""
    open_room = await server.rooms.fresh(table)
    return summary(open_room.room, connected=open_room.connected())


async def shown(server: Services, table: str, client: Client) -> OpenRoom:
    """The room, if the client may see its dice, or a refusal."""
    open_room = await server.rooms.fresh(table)
    room = open_room.room
    seat = find_seat(client.token, room.tokens) if client.token else None
    if seat is None and not await _has_finished(server, room, client):
        require_shown(room.spec, seat=None, now=server.clock())
    return open_room


async def _has_finished(server: Services, room: Room, client: Client) -> bool:
    """Whether the client's browser has finished its own game with the dice of a finished table."""
    contest = contest_of(room.spec)
    if contest is None or client.browser is None or room.phase != "over":
        return False
    if room.spec.purpose == "challenge":
        challenge = await server.challenges.of_id(contest)
        if challenge and challenge.browser == client.browser:
            return True
    attempt = await server.attempts.of(contest, browser=client.browser)
    return attempt is not None and attempt.score is not None


@router.post("/{table}/join", dependencies=[Depends(limit_creations)])
async def join(table: TableId, body: NameBody, server: Server) -> SeatGiven:
    """Take the first free seat."""
    open_room = await server.rooms.open(table)
    return await joined(server.rooms, open_room, name=clean_name(body.name))


@router.post("/{table}/rematch", dependencies=[Depends(limit_creations)])
async def rematch(table: TableId, token: Token, server: Server, *, opener: Opener) -> SeatGiven:
    """Play again with the same people: the first to ask opens the table, the others have their seats held."""
    return await play_again(server.rooms, table, token=token, opener=opener)


@router.post("/{table}/play-on", status_code=201, dependencies=[Depends(limit_creations)])
async def play_on(table: TableId, body: PlayOn, server: Server, *, opener: Opener) -> SeatGiven:
    """Play on from a round of a finished game that was not drafted; the new game is not counted."""
    room = (await shown(server, table, STRANGER)).room
    spec = play_on_spec(room, seat=body.seat, round_=body.round, same_dice=body.dice == "same")
    spec = replace(spec, hints=can_hint(spec))
    return await seated(server.rooms, spec, name=body.name, opener=opener)


@router.get("/{table}/along", dependencies=[Depends(limit_questions)])
async def along(table: TableId, token: Token, server: Server) -> GameAlong:
    """A running game of one person as its player knows it, for going on with it in a browser without a connection."""
    room = (await server.rooms.fresh(table)).room
    taken = take_along(room, require_seat(token, room.tokens), bots=plain_bots())
    return await asyncio.to_thread(game_along, taken)


@router.post("/{table}/hint", dependencies=[Depends(limit_creations)])
async def hint(table: TableId, body: HintWanted, token: Token, *, server: Server) -> HintGiven:
    """A hint for the running round, with the token of a seat, where the table allows hints."""
    open_room = await server.rooms.fresh(table)
    seat = require_seat(token, open_room.room.tokens)
    found = await give_hint(server.rooms, open_room, seat=seat, step=body.step)
    return hint_view(found, open_room.room, seat=seat, step=body.step)


@router.get(
    "/{table}/record",
    response_model=None,
    responses=as_media("text/plain"),
    dependencies=[Depends(limit_questions)],
)
async def record(table: TableId, server: Server, client: Asking) -> Response:
    """The record, with closed rounds only while the game runs. A day that is not closed needs the seat's token, or a browser that has finished it."""
    open_room = await shown(server, table, client)
    closed = open_room.room.record()
    async with server.scoring:
        return PlainTextResponse(await asyncio.to_thread(format_record, closed))


@router.get(
    "/{table}/replay",
    response_model=None,
    responses={200: {"model": Replay}},
    dependencies=[Depends(limit_questions)],
)
async def replay(table: TableId, server: Server, client: Asking) -> Response:
    """The closed rounds with all boards and scores. A day that is not closed needs the seat's token, or a browser that has finished it."""
    open_room = await shown(server, table, client)
    # Large, and already type-checked: pydantic need not validate it again.
    rounds = replay_of(open_room.room, connected=open_room.connected())
    return Response(to_json(rounds), media_type="application/json")


@router.get(
    "/{table}/boards/{seat}.svg",
    response_model=None,
    responses=as_media("image/svg+xml"),
    dependencies=[Depends(limit_questions)],
)
async def picture(
    table: TableId,
    seat: Annotated[int, Path(ge=0, le=5)],
    server: Server,
    *,
    client: Asking,
    round_: Annotated[int | None, Query(alias="round", ge=0, le=14)] = None,
    theme: Literal["light", "dark", "auto"] = "auto",
) -> Response:
    """The boards of a seat at the end of a closed round, by default the last."""
    open_room = await shown(server, table, client)
    room = open_room.room
    position = _closed(room, seat, round_)
    title = room.names[seat] or room.bots[seat] or ""
    drawn = position_svg(position.boards, theme=theme, title=title)
    headers = {"content-security-policy": PICTURE_POLICY}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


def _closed(room: Room, seat: int, round_: int | None) -> Position:
    if seat >= room.seats or (round_ or 0) > len(room.closed):
        raise Refusal("board.unknown")
    if round_ is None:
        return room.last_closed.seats[seat]
    return room.closed[round_ - 1].seats[seat] if round_ else room.ruleset.set_up()
