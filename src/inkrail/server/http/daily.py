"""The daily game: one counted attempt per browser, on trust."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

from inkrail.core.errors import Refusal
from inkrail.server.http.attempts import begin, played, resume
from inkrail.server.http.dependencies import (
    PROBLEMS,
    Asking,
    Client,
    Opener,
    Server,
    limit_creations,
    limit_questions,
)
from inkrail.server.http.services import Services
from inkrail.server.rooms.daily import is_late, parse_day, percentile, ruleset_of, spec_of, today
from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.tokens import hashed
from inkrail.server.wire.bodies import DailyAttempt, DailyGiven, DailyInfo, Leaderboard, LeaderboardEntry
from inkrail.server.wire.days import day_info
from inkrail.server.wire.seating import seated

router = APIRouter(prefix="/api/daily", tags=["daily"], responses=PROBLEMS)

Day = Annotated[str, Path(max_length=10, description="A date, e.g. 2026-11-15")]


async def _info(server: Services, day: date, client: Client) -> DailyInfo:
    attempt = await _attempt(server, day, client)
    return {
        **day_info(day, now=server.clock()),
        "played": played(attempt),
        "table": attempt.table if attempt else None,
        "score": attempt.score if attempt else None,
        "players": await server.attempts.players(day.isoformat()),
    }


async def _attempt(server: Services, day: date, client: Client) -> Attempt | None:
    """The counted attempt of the requesting browser."""
    return await server.attempts.of(day.isoformat(), browser=client.browser) if client.browser else None


@router.get("", dependencies=[Depends(limit_questions)])
async def current(server: Server, client: Asking) -> DailyInfo:
    """Today's game."""
    return await _info(server, today(server.clock()), client)


@router.get("/{day}", dependencies=[Depends(limit_questions)])
async def of_day(day: Day, server: Server, client: Asking) -> DailyInfo:
    """The game of today or an earlier day."""
    return await _info(server, parse_day(day, now=server.clock()), client)


@router.post("/{day}", status_code=201, dependencies=[Depends(limit_creations)])
async def play(day: Day, body: DailyAttempt, server: Server, *, opener: Opener) -> DailyGiven:
    """Play a day's game: the first attempt counts and can be resumed; later ones, and those at closed days, do not."""
    date_ = parse_day(day, now=server.clock())
    name, browser = clean_name(body.name), hashed(body.browser)
    counted = await server.attempts.of(date_.isoformat(), browser=browser)
    if counted is None and not is_late(date_.isoformat(), now=server.clock()):
        spec = spec_of(date_, counted=True)
        given = await begin(server, date_.isoformat(), spec, name=name, browser=browser, opener=opener)
        if given:
            return {**given, "counted": True}
        counted = await server.attempts.of(date_.isoformat(), browser=browser)
        if counted is None:
            raise Refusal("server.busy")
    if counted is not None and counted.score is None:
        return {**await resume(server, counted), "counted": True}
    practice = await seated(server.rooms, spec_of(date_, counted=False), name=name, opener=opener)
    return {**practice, "counted": False}


@router.get("/{day}/leaderboard", dependencies=[Depends(limit_questions)])
async def leaderboard(
    day: Day,
    server: Server,
    *,
    client: Asking,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> Leaderboard:
    """The counted attempts of a day, best first, those in time before the late ones; one's own place; all scores."""
    date_ = parse_day(day, now=server.clock())
    name, attempts = date_.isoformat(), server.attempts
    players = await attempts.players(name)
    own = await _attempt(server, date_, client)
    mine = own and own.score is not None and _entry(own, rank=await attempts.rank(own), browser=own.browser)
    return {
        "date": name,
        "ruleset": ruleset_of(date_),
        "players": players,
        "entries": [
            _entry(attempt, rank=rank, browser=client.browser)
            for rank, attempt in enumerate(await attempts.best(name, limit=limit), start=1)
        ],
        "mine": mine or None,
        "percentile": percentile(mine["rank"], players=players) if mine else None,
        "distribution": [
            {"score": score, "players": count} for score, count in (await attempts.scores(name)).items()
        ],
    }


def _entry(attempt: Attempt, *, rank: int, browser: str | None) -> LeaderboardEntry:
    return {
        "rank": rank,
        "name": attempt.name,
        "score": attempt.score or 0,
        "errors": attempt.errors or 0,
        "seconds": attempt.seconds or 0,
        "late": attempt.late,
        "table": attempt.table,
        "mine": attempt.browser == browser,
    }
