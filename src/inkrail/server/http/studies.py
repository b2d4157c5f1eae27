"""Studies: reviews of finished games, and the best boards for their dice; asked for once, then read as they grow."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import PlainTextResponse
from starlette.responses import Response

from inkrail.bots.registry import SEARCH_EXTRA
from inkrail.core.errors import Refusal
from inkrail.server.bots.available import can_search
from inkrail.server.http.dependencies import (
    PROBLEMS,
    Asking,
    Client,
    Opener,
    Server,
    TableId,
    limit_creations,
    limit_questions,
)
from inkrail.server.http.services import Services
from inkrail.server.http.tables import as_media, shown
from inkrail.server.rooms.contests import contest_of
from inkrail.server.rooms.hunt import is_week, require_closed, require_not_hunted
from inkrail.server.rooms.specs import require_whole
from inkrail.server.studies.interfaces import Study
from inkrail.server.studies.questions import Effort, Kind, Question, question_of, read_question, read_stored
from inkrail.server.wire.encode import to_json
from inkrail.server.wire.studies import (
    RecordBest,
    RecordReview,
    StudyAsked,
    StudyBoards,
    StudyRound,
    StudyView,
    TableBest,
    TableReview,
    study_boards,
    study_round,
    study_view,
)

router = APIRouter(prefix="/api", tags=["studies"], responses=PROBLEMS)

WAIT_SECONDS = 15.0
"""How long a request for a study waits for its next part."""

StudyId = Annotated[str, Path(max_length=32, pattern=r"^[0-9a-f]+$")]


@router.post("/tables/{table}/reviews", dependencies=[Depends(limit_creations)])
async def review_table(
    table: TableId, body: TableReview, server: Server, *, opener: Opener, client: Asking
) -> StudyAsked:
    """Have a seat of a finished table reviewed. A day that is not closed needs the seat's token, or a browser that has finished it."""
    question = await _of_table(server, table, client, seat=body.seat, kind="review", effort=body.effort)
    return await _asked(server, question, opener)


@router.post("/tables/{table}/best", dependencies=[Depends(limit_creations)])
async def best_of_table(
    table: TableId, body: TableBest, server: Server, *, opener: Opener, client: Asking
) -> StudyAsked:
    """Have the best board found for the dice of a finished table. A day that is not closed needs the seat's token, or a browser that has finished it."""
    question = await _of_table(server, table, client, seat=body.seat, kind="best")
    return await _asked(server, question, opener)


@router.post("/reviews", dependencies=[Depends(limit_creations)])
async def review_record(body: RecordReview, server: Server, opener: Opener) -> StudyAsked:
    """Have a seat of any finished game reviewed, given its record."""
    question = await _of_text(server, body.record, seat=body.seat, kind="review", effort=body.effort)
    return await _asked(server, question, opener)


@router.post("/best", dependencies=[Depends(limit_creations)])
async def best_of_record(body: RecordBest, server: Server, opener: Opener) -> StudyAsked:
    """Have the best board found for the dice of any finished game, given its record."""
    question = await _of_text(server, body.record, seat=body.seat, kind="best")
    return await _asked(server, question, opener)


@router.get(
    "/studies/{study}",
    response_model=None,
    responses={200: {"model": StudyView}},
    dependencies=[Depends(limit_questions)],
)
async def one(
    study: StudyId,
    server: Server,
    *,
    client: Asking,
    after: Annotated[int | None, Query(ge=0, le=100, description="Wait until it has more parts")] = None,
) -> Response:
    """A study and what is ready of it. With `after` the answer waits, at most 15 seconds, for more rounds than that."""
    stored = await shown_study(server, study, client)
    if after is not None and not stored.is_over and len(stored.parts) <= after:
        stopping = server.connections.stopping
        stored = await server.studies.watch(study, after=after, seconds=WAIT_SECONDS, stopping=stopping)
    # Already in its form: pydantic need not validate it again.
    view = study_view(stored, waiting=await server.studies.before(stored))
    return Response(to_json(view), media_type="application/json")


@router.get(
    "/studies/{study}/rounds/{round}",
    response_model=None,
    responses={200: {"model": StudyRound}},
    dependencies=[Depends(limit_questions)],
)
async def round_of(
    study: StudyId,
    round_: Annotated[int, Path(alias="round", ge=1, le=14)],
    server: Server,
    *,
    client: Asking,
) -> Response:
    """A reviewed round on the board: before drawing, one's own end and the better end."""
    stored = await shown_study(server, study, client)
    async with server.scoring:
        view = await asyncio.to_thread(study_round, stored, round_)
    return Response(to_json(view), media_type="application/json")


@router.get(
    "/studies/{study}/boards",
    response_model=None,
    responses={200: {"model": StudyBoards}},
    dependencies=[Depends(limit_questions)],
)
async def boards(study: StudyId, server: Server, *, client: Asking) -> Response:
    """The final boards of a study: the player's own, and the best ones found if that was asked for."""
    stored = await shown_study(server, study, client)
    async with server.scoring:
        view = await asyncio.to_thread(study_boards, stored)
    return Response(to_json(view), media_type="application/json")


@router.get(
    "/studies/{study}/record",
    response_model=None,
    responses=as_media("text/plain"),
    dependencies=[Depends(limit_questions)],
)
async def record(study: StudyId, server: Server, *, client: Asking) -> Response:
    """The record that a study is about: the reviewed seat alone, unless dice were drafted."""
    stored = await shown_study(server, study, client)
    return PlainTextResponse(stored.question.record)


async def _of_table(
    server: Services, table: str, client: Client, *, seat: int, kind: Kind, effort: Effort = "full"
) -> Question:
    room = (await shown(server, table, client)).room
    require_whole(room)
    if kind == "best":
        require_not_hunted(room.record(), secret=server.rooms.secret, now=server.clock())
    hidden = room.id if contest_of(room.spec) else ""
    async with server.scoring:
        return await asyncio.to_thread(
            question_of, room.record(), seat=seat, kind=kind, effort=effort, hidden=hidden
        )


async def _of_text(
    server: Services, text: str, *, seat: int, kind: Kind, effort: Effort = "full"
) -> Question:
    async with server.scoring:
        question = await asyncio.to_thread(read_question, text, seat=seat, kind=kind, effort=effort)
        if kind == "best":
            record, _ = await asyncio.to_thread(read_stored, question.record)
            require_not_hunted(record, secret=server.rooms.secret, now=server.clock())
    return question


async def _asked(server: Services, question: Question, opener: str) -> StudyAsked:
    if not can_search():
        raise Refusal("extra.missing", extra=SEARCH_EXTRA)
    return {"id": await server.studies.ask(question, asked_by=opener)}


async def shown_study(server: Services, id_: str, client: Client) -> Study:
    """A study, if the client may see it."""
    study = await server.studies.study(id_)
    hidden = study.question.hidden
    if is_week(hidden):
        require_closed(hidden, now=server.clock())
    elif hidden:
        await shown(server, hidden, client)
    return study
