"""Cards to post: a table, a challenge, a day or a puzzle as a picture that everybody may see."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from inkrail.core.errors import Refusal
from inkrail.i18n import catalogue
from inkrail.render.card import CardTheme, card_svg
from inkrail.server.http.challenges import ChallengeId
from inkrail.server.http.daily import Day
from inkrail.server.http.dependencies import PROBLEMS, Server, TableId, address, limit_questions
from inkrail.server.http.headers import PICTURE_POLICY
from inkrail.server.http.puzzles import PuzzleId
from inkrail.server.http.services import Services
from inkrail.server.rooms.daily import parse_day
from inkrail.server.wire.previews import (
    Preview,
    challenge_preview,
    day_preview,
    puzzle_preview,
    table_preview,
)

_MEDIA: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "image/svg+xml": {"schema": {"type": "string"}},
            "image/png": {"schema": {"type": "string", "format": "binary"}},
        },
        "description": "A picture of 1200 by 630",
    }
}
router = APIRouter(
    prefix="/api",
    tags=["cards"],
    responses={**PROBLEMS, **_MEDIA},
    dependencies=[Depends(limit_questions)],
)

Format = Literal["svg", "png"]
Language = Literal["en", "es", "de"]
Seat = Annotated[int, Path(ge=0, le=5)]
_HOST = re.compile(r"(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?", re.IGNORECASE)
_HEADERS = {
    "content-security-policy": PICTURE_POLICY,
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=300",
}
"""Anybody may show a card; one that hides its board today may show it tomorrow."""


def site_of(request: HTTPConnection) -> str:
    """The address at which the client reached the server, or nothing if it named none that can be written."""
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if _HOST.fullmatch(host) else ""


async def previewed_table(server: Services, table: str, *, language: str, seat: int | None = None) -> Preview:
    """The preview of a table."""
    room = (await server.rooms.fresh(table)).room
    return table_preview(room, voice=catalogue(language), now=server.clock(), seat=seat)


async def previewed_challenge(server: Services, id_: str, *, language: str) -> Preview:
    """The preview of a challenge."""
    challenge = await server.challenges.of_id(id_)
    if challenge is None:
        raise Refusal("challenge.unknown")
    room = (await server.rooms.open(challenge.table)).room
    return challenge_preview(id_, room, seat=challenge.seat, voice=catalogue(language))


async def previewed_puzzle(server: Services, id_: str, *, language: str) -> Preview:
    """The preview of a puzzle."""
    puzzle = await server.puzzles.puzzle(id_)
    if puzzle is None:
        raise Refusal("puzzle.unknown")
    async with server.scoring:
        return await asyncio.to_thread(puzzle_preview, puzzle, voice=catalogue(language))


@router.get("/tables/{table}/cards/{seat}.{format}", response_model=None)
async def of_table(
    request: Request,
    server: Server,
    *,
    table: TableId,
    seat: Seat,
    format_: Annotated[Format, Path(alias="format")],
    lang: Language = "en",
    theme: CardTheme = "light",
) -> Response:
    """A seat's board and score of a finished game. Of a game whose dice are hidden, and of one that runs, only who plays and what everybody may know."""
    preview = await previewed_table(server, table, language=lang, seat=seat)
    return await _drawn(request, preview, format_=format_, theme=theme)


@router.get("/challenges/{challenge}/card.{format}", response_model=None)
async def of_challenge(
    request: Request,
    server: Server,
    *,
    challenge: ChallengeId,
    format_: Annotated[Format, Path(alias="format")],
    lang: Language = "en",
    theme: CardTheme = "light",
) -> Response:
    """Who challenges, and the score to beat."""
    preview = await previewed_challenge(server, challenge, language=lang)
    return await _drawn(request, preview, format_=format_, theme=theme)


@router.get("/daily/{day}/card.{format}", response_model=None)
async def of_day(
    request: Request,
    server: Server,
    *,
    day: Day,
    format_: Annotated[Format, Path(alias="format")],
    lang: Language = "en",
    theme: CardTheme = "light",
) -> Response:
    """The ruleset of a day."""
    preview = day_preview(parse_day(day, now=server.clock()), voice=catalogue(lang))
    return await _drawn(request, preview, format_=format_, theme=theme)


@router.get("/puzzles/{puzzle}/card.{format}", response_model=None)
async def of_puzzle(
    request: Request,
    server: Server,
    *,
    puzzle: PuzzleId,
    format_: Annotated[Format, Path(alias="format")],
    lang: Language = "en",
    theme: CardTheme = "light",
) -> Response:
    """The board from which a puzzle begins, and what is to be found."""
    preview = await previewed_puzzle(server, puzzle, language=lang)
    return await _drawn(request, preview, format_=format_, theme=theme)


async def _drawn(request: Request, preview: Preview, *, format_: Format, theme: CardTheme) -> Response:
    server: Services = request.app.state.services
    host = site_of(request).partition("://")[2]
    card = replace(preview.card, link=f"{host}{preview.path}" if host else "")
    async with server.scoring:
        svg = await asyncio.to_thread(
            card_svg, card, theme=theme, title=preview.title, description=preview.text
        )
    if format_ == "svg":
        return Response(svg, media_type="image/svg+xml", headers=_HEADERS)
    if not server.painter.has(svg):
        server.pictures.enter(address(request))
    return Response(await server.painter.png(svg), media_type="image/png", headers=_HEADERS)
