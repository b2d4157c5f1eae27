"""Cards to post: a table, a challenge, a day, a league, a review or a puzzle as a picture that everybody may see."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from inkrail.core.errors import Refusal
from inkrail.i18n import catalogue
from inkrail.render.card import CardTheme, card_svg
from inkrail.server.http.challenges import ChallengeId
from inkrail.server.http.daily import Day
from inkrail.server.http.dependencies import (
    PROBLEMS,
    STRANGER,
    Server,
    TableId,
    address,
    limit_questions,
)
from inkrail.server.http.headers import PICTURE_POLICY
from inkrail.server.http.leagues import LeagueId
from inkrail.server.http.puzzles import PuzzleId, puzzle_of_today
from inkrail.server.http.services import Services
from inkrail.server.http.studies import StudyId, shown_study
from inkrail.server.rooms.daily import parse_day
from inkrail.server.wire.previews import (
    Preview,
    challenge_preview,
    day_preview,
    league_preview,
    puzzle_preview,
    review_preview,
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
    """The preview of a puzzle, or of that of the day (`daily`)."""
    is_daily = id_ == "daily"
    puzzle = await (puzzle_of_today(server) if is_daily else server.puzzles.puzzle(id_))
    if puzzle is None:
        raise Refusal("puzzle.unknown")
    async with server.scoring:
        preview = await asyncio.to_thread(puzzle_preview, puzzle, voice=catalogue(language))
    return replace(preview, path="/puzzles/daily") if is_daily else preview


async def previewed_review(server: Services, id_: str, *, language: str) -> Preview:
    """The preview of a review that everybody may see."""
    question = (await shown_study(server, id_, STRANGER)).question
    async with server.scoring:
        return await asyncio.to_thread(review_preview, id_, question, voice=catalogue(language))


async def previewed_league(server: Services, id_: str, *, language: str) -> Preview:
    """The preview of a league."""
    league = await server.leagues.of_id(id_)
    if league is None:
        raise Refusal("league.unknown")
    members = len(await server.leagues.members(id_))
    return league_preview(league, members=members, voice=catalogue(language))


@dataclass(frozen=True, slots=True)
class CardWanted:
    """How a card is to be drawn, and for whom."""

    request: Request
    server: Services
    format: Format
    language: Language
    theme: CardTheme

    async def drawn(self, preview: Preview) -> Response:
        """The card of a preview."""
        host = site_of(self.request).partition("://")[2]
        card = replace(preview.card, link=f"{host}{preview.path}" if host else "")
        async with self.server.scoring:
            svg = await asyncio.to_thread(
                card_svg, card, theme=self.theme, title=preview.title, description=preview.text
            )
        if self.format == "svg":
            return Response(svg, media_type="image/svg+xml", headers=_HEADERS)
        if not self.server.painter.has(svg):
            self.server.pictures.enter(address(self.request))
        return Response(await self.server.painter.png(svg), media_type="image/png", headers=_HEADERS)


def _card_wanted(
    request: Request,
    server: Server,
    *,
    format_: Annotated[Format, Path(alias="format")],
    lang: Language = "en",
    theme: CardTheme = "light",
) -> CardWanted:
    return CardWanted(request, server, format_, lang, theme)


Wanted = Annotated[CardWanted, Depends(_card_wanted)]


@router.get("/tables/{table}/cards/{seat}.{format}", response_model=None)
async def of_table(table: TableId, seat: Seat, wanted: Wanted) -> Response:
    """A seat's board and score of a finished game. Of a game whose dice are hidden, and of one that runs, only who plays and what everybody may know."""
    preview = await previewed_table(wanted.server, table, language=wanted.language, seat=seat)
    return await wanted.drawn(preview)


@router.get("/challenges/{challenge}/card.{format}", response_model=None)
async def of_challenge(challenge: ChallengeId, wanted: Wanted) -> Response:
    """Who challenges, and the score to beat."""
    return await wanted.drawn(await previewed_challenge(wanted.server, challenge, language=wanted.language))


@router.get("/daily/{day}/card.{format}", response_model=None)
async def of_day(day: Day, wanted: Wanted) -> Response:
    """The ruleset of a day."""
    found = parse_day(day, now=wanted.server.clock())
    return await wanted.drawn(day_preview(found, voice=catalogue(wanted.language)))


@router.get("/puzzles/{puzzle}/card.{format}", response_model=None)
async def of_puzzle(puzzle: PuzzleId, wanted: Wanted) -> Response:
    """The board from which a puzzle begins, and what is to be found."""
    return await wanted.drawn(await previewed_puzzle(wanted.server, puzzle, language=wanted.language))


@router.get("/leagues/{league}/card.{format}", response_model=None)
async def of_league(league: LeagueId, wanted: Wanted) -> Response:
    """What a league is called and what it plays."""
    return await wanted.drawn(await previewed_league(wanted.server, league, language=wanted.language))


@router.get("/studies/{study}/card.{format}", response_model=None)
async def of_review(study: StudyId, wanted: Wanted) -> Response:
    """The board and the score that a review is about."""
    return await wanted.drawn(await previewed_review(wanted.server, study, language=wanted.language))
