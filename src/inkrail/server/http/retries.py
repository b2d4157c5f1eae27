"""What follows a review: playing on from one of its rounds, and trying one again without seeing the better end."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from fastapi import APIRouter, Depends

from inkrail.core.errors import Refusal
from inkrail.rules.dealing import Seat
from inkrail.server.bots.questions import Question, value_after
from inkrail.server.http.dependencies import (
    PROBLEMS,
    STRANGER,
    Opener,
    Server,
    TableId,
    limit_creations,
    limit_questions,
)
from inkrail.server.http.new_table import can_hint
from inkrail.server.http.services import Services
from inkrail.server.http.studies import StudyId, shown_study
from inkrail.server.rooms import commands
from inkrail.server.rooms.interfaces import Origin
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.openings import play_on_from, retry_of
from inkrail.server.rooms.rows import Spec
from inkrail.server.studies.interfaces import Study
from inkrail.server.studies.questions import read_stored
from inkrail.server.wire.retries import RetryWanted, StudyPlayOn, Verdict, verdict_of
from inkrail.server.wire.seating import SeatGiven, seated
from inkrail.server.wire.studies import report_of

router = APIRouter(prefix="/api", tags=["studies"], responses=PROBLEMS)


@router.post("/studies/{study}/play-on", status_code=201, dependencies=[Depends(limit_creations)])
async def play_on(study: StudyId, body: StudyPlayOn, server: Server, *, opener: Opener) -> SeatGiven:
    """Play on from a round of a study's game that was not drafted; the new game is not counted."""
    stored = await shown_study(server, study, STRANGER)

    def make() -> Spec:
        record, _ = read_stored(stored.question.record)
        seat = Seat(stored.question.seat)
        spec = play_on_from(record, seat, round_=body.round, same_dice=body.dice == "same")
        return replace(spec, source=study, hints=can_hint(spec))

    async with server.scoring:
        spec = await asyncio.to_thread(make)
    return await seated(server.rooms, spec, name=body.name, opener=opener)


@router.post("/studies/{study}/retry", status_code=201, dependencies=[Depends(limit_creations)])
async def retry(study: StudyId, body: RetryWanted, server: Server, *, opener: Opener) -> SeatGiven:
    """Try a reviewed round again, with the same board and dice; the table does not tell the better end."""
    stored = await shown_study(server, study, STRANGER)
    report_of(stored, body.round)

    def make() -> Spec:
        record, _ = read_stored(stored.question.record)
        return replace(retry_of(record, Seat(stored.question.seat), round_=body.round), source=study)

    async with server.scoring:
        spec = await asyncio.to_thread(make)
    return await seated(server.rooms, spec, name=body.name, opener=opener)


@router.get("/tables/{table}/verdict", dependencies=[Depends(limit_questions)])
async def verdict(table: TableId, server: Server, opener: Opener) -> Verdict:
    """How good the end of a round is that was tried again, once it is drawn."""
    open_room = await server.rooms.fresh(table)
    room = open_room.room
    if room.spec.purpose != "retry" or room.spec.source is None:
        raise Refusal("verdict.unknown")
    commands.require_over(room)
    study: Study = await server.studies.study(room.spec.source)
    report = report_of(study, room.last_closed.number)
    exact = room.last_closed.number == room.ruleset.rounds
    value = float(room.sheets()[0].total) if exact else await _value(server, open_room, opener=opener)
    return verdict_of(report, value=value, exact=exact)


async def _value(server: Services, open_room: OpenRoom, *, opener: str) -> float:
    """What the end is worth before the next round; computed once while the room is in memory."""
    room = open_room.room
    if open_room.value is None:
        arguments = {"ruleset": room.ruleset, "position": room.last_closed.seats[0]}
        question = Question(value_after, arguments)
        open_room.value = float(await server.bots.ask(question, origin=Origin(opener, room.id)))
    return open_room.value
