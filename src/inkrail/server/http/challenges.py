"""Challenges: the dice of a finished game, hidden until they are played, for any number of people."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from starlette.responses import Response

from inkrail.core.errors import Refusal
from inkrail.server.http.attempts import begin, played, resume
from inkrail.server.http.dependencies import (
    PROBLEMS,
    Asking,
    Client,
    Opener,
    Server,
    TableId,
    Token,
    limit_creations,
    limit_questions,
)
from inkrail.server.http.services import Services
from inkrail.server.rooms.challenges import Challenge, require_challenging, taking_spec
from inkrail.server.rooms.contests import require_shown
from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.tokens import hashed, new_table_id, require_seat
from inkrail.server.wire.bodies import BrowserBody, DailyAttempt
from inkrail.server.wire.challenges import ChallengeGiven, ChallengeInfo, Taker
from inkrail.server.wire.seating import SeatGiven
from inkrail.server.wire.summaries import unusual

router = APIRouter(prefix="/api", tags=["challenges"], responses=PROBLEMS)

ChallengeId = Annotated[str, Path(max_length=32, pattern=r"^[\w-]+$")]
_NAMED = 200


@router.post("/tables/{table}/challenges", status_code=201, dependencies=[Depends(limit_creations)])
async def make(table: TableId, body: BrowserBody, token: Token, *, server: Server) -> ChallengeGiven:
    """Challenge others to beat a seat's finished game, with the token of the seat; a seat has one challenge."""
    room = (await server.rooms.fresh(table)).room
    seat = require_seat(token, room.tokens)
    if room.spec.daily:
        require_shown(room.spec, seat=None, now=server.clock())
    require_challenging(room)
    await server.challenges.add(Challenge(new_table_id(), room.id, seat, hashed(body.browser)))
    stored = await server.challenges.of_seat(room.id, seat)
    if stored is None:  # it was deleted at this moment
        raise Refusal("server.busy")
    return {"challenge": stored.id}


async def _found(server: Services, id_: str) -> Challenge:
    challenge = await server.challenges.of_id(id_)
    if challenge is None:
        raise Refusal("challenge.unknown")
    return challenge


@router.get("/challenges/{challenge}", dependencies=[Depends(limit_questions)])
async def one(challenge: ChallengeId, server: Server, client: Asking) -> ChallengeInfo:
    """A challenge: who challenges, the score to beat, and who took it; never its dice or boards."""
    stored = await _found(server, challenge)
    room = (await server.rooms.open(stored.table)).room
    own = await server.attempts.of(stored.id, browser=client.browser) if client.browser else None
    is_mine = client.browser == stored.browser
    is_shown = is_mine or played(own) == "over"
    takers = await server.attempts.all(stored.id, limit=_NAMED)
    return {
        "challenge": stored.id,
        "name": room.names[stored.seat],
        "score": room.sheets()[stored.seat].total,
        "rules": room.ruleset.name,
        "rounds": room.ruleset.rounds,
        "unusual": [rule for rule in unusual(room) if rule not in ("dice", "clock", "hints")],
        "mine": is_mine,
        "played": played(own),
        "table": own.table if own else None,
        "game": {"table": stored.table, "seat": stored.seat} if is_shown else None,
        "takers": [_taker(attempt, client=client, is_shown=is_shown) for attempt in takers],
    }


def _taker(attempt: Attempt, *, client: Client, is_shown: bool) -> Taker:
    return {
        "name": attempt.name,
        "score": attempt.score,
        "errors": attempt.errors,
        "mine": attempt.browser == client.browser,
        "table": attempt.table if is_shown and attempt.score is not None else None,
    }


@router.post("/challenges/{challenge}", status_code=201, dependencies=[Depends(limit_creations)])
async def take(challenge: ChallengeId, body: DailyAttempt, server: Server, *, opener: Opener) -> SeatGiven:
    """Take a challenge, once with each browser; a game that runs is resumed."""
    stored = await _found(server, challenge)
    name, browser = clean_name(body.name), hashed(body.browser)
    if browser == stored.browser:
        raise Refusal("challenge.own")
    taken = await server.attempts.of(stored.id, browser=browser)
    if taken is None:
        room = (await server.rooms.open(stored.table)).room
        spec = taking_spec(stored, room)
        given = await begin(server, stored.id, spec, name=name, browser=browser, opener=opener)
        if given is None:
            raise Refusal("server.busy")
        return given
    if taken.score is not None:
        raise Refusal("challenge.taken")
    return await resume(server, taken)


@router.delete(
    "/challenges/{challenge}",
    status_code=204,
    response_class=Response,
    dependencies=[Depends(limit_creations)],
)
async def remove(challenge: ChallengeId, server: Server, client: Asking) -> None:
    """Delete a challenge and the list of those who took it, with the challenger's browser; the games stay."""
    stored = await _found(server, challenge)
    if client.browser != stored.browser:
        raise Refusal("challenge.not_yours")
    await server.challenges.remove(stored.id)
