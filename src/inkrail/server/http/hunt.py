"""The maximum hunt: the dice of the week, the mark to beat, and the boards that are handed in."""

from __future__ import annotations

import asyncio
from functools import lru_cache

from fastapi import APIRouter, Depends

from inkrail.core.errors import Refusal
from inkrail.server.http.attempts import begin
from inkrail.server.http.dependencies import PROBLEMS, Opener, Server, limit_creations, limit_questions
from inkrail.server.http.services import Services
from inkrail.server.rooms.hunt import RULES, Mark, closing_time, hunt_rolls, hunt_spec, week_of
from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.tokens import hashed, new_token
from inkrail.server.wire.boards import SeatResult
from inkrail.server.wire.bodies import NameBody
from inkrail.server.wire.hunt import Finder, HuntInfo, HuntResult
from inkrail.server.wire.seating import SeatGiven
from inkrail.server.wire.studies import final_result
from inkrail.server.wire.summaries import iso

router = APIRouter(prefix="/api/hunt", tags=["hunt"], responses=PROBLEMS)

_NAMED = 200


async def _handed_in(server: Services, week: str) -> list[Attempt]:
    """The boards that were handed in in time, best first."""
    return [attempt for attempt in await server.attempts.best(week, limit=_NAMED) if not attempt.late]


def _finders(boards: list[Attempt], mark: Mark | None) -> list[Finder]:
    """Those who reached or beat the mark, each name once."""
    if mark is None:
        return []
    best: dict[str, Finder] = {}
    for board in boards:
        if (board.score or 0) >= mark.total:
            best.setdefault(board.name.casefold(), {"name": board.name, "score": board.score or 0})
    return list(best.values())


@router.get("", dependencies=[Depends(limit_questions)])
async def current(server: Server) -> HuntInfo:
    """This week's hunt."""
    week = week_of(server.clock())
    mark = await server.house.mark(week, secret=server.rooms.secret)
    boards = await _handed_in(server, week)
    return {
        "week": week,
        "rules": RULES,
        "rolls": [list(faces) for faces in hunt_rolls(server.rooms.secret, week=week)],
        "closes": iso(closing_time(week)),
        "mark": mark.total if mark else None,
        "bound": mark.bound if mark else None,
        "players": await server.attempts.players(week),
        "best": boards[0].score if boards else None,
        "finders": _finders(boards, mark),
        "previous": await _result(server, week_of(closing_time(week) - 10 * 24 * 3600)),
    }


async def _result(server: Services, week: str) -> HuntResult:
    mark = await server.hunts.mark(week)
    finders = _finders(await _handed_in(server, week), mark)
    board = await asyncio.to_thread(_board, mark.record) if mark else None
    return {"week": week, "mark": mark.total if mark else None, "board": board, "finders": finders}


@lru_cache(maxsize=4)
def _board(record: str) -> SeatResult:
    """The board of the house."""
    return final_result(record, 0)


@router.post("/attempts", status_code=201, dependencies=[Depends(limit_creations)])
async def attempt(body: NameBody, server: Server, *, opener: Opener) -> SeatGiven:
    """Draw a board with the dice of this week; it is handed in when it is finished."""
    week = week_of(server.clock())
    mark = await server.house.mark(week, secret=server.rooms.secret)
    rolls = hunt_rolls(server.rooms.secret, week=week)
    spec = hunt_spec(week, rolls, goal=mark.total if mark else None)
    # Each board is an attempt of its own, however many a browser hands in.
    given = await begin(
        server, week, spec, name=clean_name(body.name), browser=hashed(new_token()), opener=opener
    )
    if given is None:
        raise Refusal("server.busy")
    return given
