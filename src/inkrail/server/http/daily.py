"""The daily game: one counted attempt per browser, on trust."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Header, Path, Query

from inkrail.core.errors import Refusal
from inkrail.server.http.dependencies import PROBLEMS, Opener, Server, limit_creations, limit_questions
from inkrail.server.http.services import Services
from inkrail.server.http.tables import seated
from inkrail.server.rooms import commands
from inkrail.server.rooms.daily import closing_time, is_late, parse_day, ruleset_of, spec_of, today
from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.tokens import hashed, new_table_id, new_token
from inkrail.server.wire.bodies import DailyAttempt, DailyGiven, DailyInfo, Leaderboard
from inkrail.server.wire.summaries import iso

router = APIRouter(prefix="/api/daily", tags=["daily"], responses=PROBLEMS)

Day = Annotated[str, Path(max_length=10, description="A date, e.g. 2026-11-15")]
Browser = Annotated[
    str | None, Header(alias="x-browser", max_length=80, description="The secret of the requesting browser")
]


async def _info(server: Services, day: date, browser: str | None) -> DailyInfo:
    attempt = None
    if browser:
        attempt = await server.store.attempt(date=day.isoformat(), browser=hashed(browser))
    played: Literal["no", "running", "over"] = "no"
    if attempt:
        played = "running" if attempt.score is None else "over"
    return {
        "date": day.isoformat(),
        "ruleset": ruleset_of(day),
        "today": day == today(server.clock()),
        "counts_until": iso(closing_time(day.isoformat())),
        "played": played,
        "table": attempt.table if attempt else None,
    }


@router.get("", dependencies=[Depends(limit_questions)])
async def current(server: Server, browser: Browser = None) -> DailyInfo:
    """Today's game."""
    return await _info(server, today(server.clock()), browser)


@router.get("/{day}", dependencies=[Depends(limit_questions)])
async def of_day(day: Day, server: Server, browser: Browser = None) -> DailyInfo:
    """The game of today or an earlier day."""
    return await _info(server, parse_day(day, now=server.clock()), browser)


@router.post("/{day}", status_code=201, dependencies=[Depends(limit_creations)])
async def play(day: Day, body: DailyAttempt, server: Server, *, opener: Opener) -> DailyGiven:
    """Play a day's game: the first attempt counts and can be resumed; later ones do not count."""
    date_ = parse_day(day, now=server.clock())
    name, browser = clean_name(body.name), hashed(body.browser)
    token = new_token()
    id_ = new_table_id()
    late = is_late(date_.isoformat(), now=server.clock())
    attempt = Attempt(date_.isoformat(), browser, id_, name, late)
    if await server.store.attempt(date=attempt.date, browser=browser) is None:
        spec = spec_of(date_, counted=True)
        open_room = await server.rooms.create(
            id_, spec, name=name, token=hashed(token), opened_by=opener, attempt=attempt
        )
        if open_room:
            return {"table": id_, "seat": 0, "token": token, "counted": True}
    return await _again(server, date_, attempt, opener=opener)


async def _again(server: Services, day: date, attempt: Attempt, *, opener: str) -> DailyGiven:
    """Resume the counted attempt, or start one that does not count if it is finished."""
    counted = await server.store.attempt(date=attempt.date, browser=attempt.browser)
    if counted is None:
        raise Refusal("server.busy")
    if counted.score is not None:
        given = await seated(server.rooms, spec_of(day, counted=False), name=attempt.name, opener=opener)
        return {**given, "counted": False}
    token = new_token()
    open_room = await server.rooms.open(counted.table)
    await server.rooms.perform(open_room, lambda room: commands.reissue(room, 0, token=hashed(token)))
    return {"table": counted.table, "seat": 0, "token": token, "counted": True}


@router.get("/{day}/leaderboard", dependencies=[Depends(limit_questions)])
async def leaderboard(
    day: Day,
    server: Server,
    *,
    browser: Browser = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> Leaderboard:
    """The counted attempts of a day, best first, those that were finished in time before the late ones."""
    date_ = parse_day(day, now=server.clock())
    attempts = await server.store.best(date_.isoformat(), limit=limit)
    mine = hashed(browser) if browser else None
    return {
        "date": date_.isoformat(),
        "ruleset": ruleset_of(date_),
        "players": await server.store.players(date_.isoformat()),
        "entries": [
            {
                "rank": rank,
                "name": attempt.name,
                "score": attempt.score or 0,
                "errors": attempt.errors or 0,
                "seconds": attempt.seconds or 0,
                "late": attempt.late,
                "table": attempt.table,
                "mine": attempt.browser == mine,
            }
            for rank, attempt in enumerate(attempts, start=1)
        ],
    }
