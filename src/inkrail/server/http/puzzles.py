"""Puzzles: last rounds whose best end is to be found."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.game.record import Record
from inkrail.rules.position import Drawing
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.server.bots.questions import Question, own_puzzle
from inkrail.server.http.dependencies import (
    PROBLEMS,
    STRANGER,
    Opener,
    Server,
    TableId,
    Token,
    limit_creations,
    limit_questions,
)
from inkrail.server.http.puzzle_maker import puzzle_of
from inkrail.server.http.services import Services
from inkrail.server.http.tables import shown
from inkrail.server.rooms.daily import daily_seed, today
from inkrail.server.rooms.interfaces import Origin
from inkrail.server.rooms.puzzles import (
    DAILY_RULES,
    LEVELS,
    StoredPuzzle,
    daily_level,
    nearest_levels,
    puzzle_spec,
    require_attempt,
)
from inkrail.server.rooms.specs import require_whole
from inkrail.server.rooms.tokens import hashed, new_token, require_seat
from inkrail.server.wire.boards import boards_view, sheet_view
from inkrail.server.wire.bodies import NameBody
from inkrail.server.wire.messages import Word
from inkrail.server.wire.puzzles import OwnPuzzle, PuzzleGiven, PuzzleInfo, PuzzleSolution, PuzzleSupply
from inkrail.server.wire.seating import SeatGiven, seated

router = APIRouter(prefix="/api", tags=["puzzles"], responses=PROBLEMS)

_MOST_LEFT_OUT = 60
_SECONDS = 120.0
"""How long making a puzzle may take; the first time the search is compiled."""
PuzzleId = Annotated[str, Path(max_length=16, pattern=r"^[0-9a-f]+$")]


def _info(puzzle: StoredPuzzle) -> PuzzleInfo:
    """A puzzle without its solution."""
    ruleset = parse_ruleset(puzzle.rules)
    position = puzzle.start()
    return {
        "id": puzzle.id,
        "rules": puzzle.rules,
        "level": puzzle.level,
        "total": puzzle.total,
        "unique": puzzle.second is not None,
        "day": puzzle.day,
        "round": position.round_,
        "dice": list(puzzle.dice()),
        "boards": boards_view(position, ruleset),
        "now": ruleset.score(position).total,
        "opening": puzzle.opening,
    }


async def _told(server: Services, puzzle: StoredPuzzle) -> PuzzleInfo:
    async with server.scoring:
        return await asyncio.to_thread(_info, puzzle)


async def _found(server: Services, id_: str) -> StoredPuzzle:
    puzzle = await server.puzzles.puzzle(id_)
    if puzzle is None:
        raise Refusal("puzzle.unknown")
    return puzzle


@router.get("/puzzles", dependencies=[Depends(limit_questions)])
async def some(
    server: Server,
    *,
    rules: Word = DAILY_RULES,
    level: Annotated[int, Query(ge=1, le=LEVELS)] = 1,
    without: Annotated[str, Query(alias="not", max_length=16 * _MOST_LEFT_OUT, pattern=r"^[0-9a-f,]*$")] = "",
) -> PuzzleInfo:
    """A puzzle of a level, or of the nearest that has some, without its solution; those named in `not` only if there are no others."""
    parse_ruleset(rules)
    left_out = without.split(",")[:_MOST_LEFT_OUT] if without else []
    start = hashed(new_token())[:12]
    for near in nearest_levels(level):
        puzzle = await server.puzzles.one(rules, near, start=start, without=left_out)
        puzzle = puzzle or await server.puzzles.one(rules, near, start=start)
        if puzzle is not None:
            return await _told(server, puzzle)
    raise Refusal("puzzle.not_proven", ruleset=rules)


@router.get("/puzzles/supply", dependencies=[Depends(limit_questions)])
async def supply(server: Server) -> PuzzleSupply:
    """How many puzzles there are of each level, for the rulesets that have some."""
    counts = await server.puzzles.counts()
    return {
        "rulesets": [
            {"rules": name, "levels": [counts.get((name, level), 0) for level in range(1, LEVELS + 1)]}
            for name in RULESET_NAMES
            if any(rules == name for rules, _ in counts)
        ]
    }


async def puzzle_of_today(server: Services) -> StoredPuzzle:
    """Today's puzzle, chosen by who asks for it first."""
    day = today(server.clock())
    puzzle = await server.puzzles.of_day(day.isoformat())
    if puzzle is None:
        start = daily_seed(server.rooms.secret, date=day.isoformat(), ruleset="puzzle")[:12]
        for level in nearest_levels(daily_level(day)):
            if chosen := await server.puzzles.one(DAILY_RULES, level, start=start):
                await server.puzzles.choose(chosen.id, day=day.isoformat())
                break
        puzzle = await server.puzzles.of_day(day.isoformat())
    if puzzle is None:
        raise Refusal("server.busy")
    return puzzle


@router.get("/puzzles/daily", dependencies=[Depends(limit_questions)])
async def daily(server: Server) -> PuzzleInfo:
    """Today's puzzle, the same for everybody."""
    return await _told(server, await puzzle_of_today(server))


@router.get("/puzzles/{puzzle}", dependencies=[Depends(limit_questions)])
async def one(puzzle: PuzzleId, server: Server) -> PuzzleInfo:
    """A puzzle, without its solution."""
    return await _told(server, await _found(server, puzzle))


@router.post("/puzzles/{puzzle}/attempts", status_code=201, dependencies=[Depends(limit_creations)])
async def attempt(puzzle: PuzzleId, body: NameBody, server: Server, *, opener: Opener) -> SeatGiven:
    """Try a puzzle, at a table of its own."""
    spec = puzzle_spec(await _found(server, puzzle))
    return await seated(server.rooms, spec, name=body.name, opener=opener)


@router.get("/puzzles/{puzzle}/solution", dependencies=[Depends(limit_questions)])
async def solution(
    puzzle: PuzzleId,
    table: Annotated[str, Query(max_length=32, pattern=r"^[\w-]+$")],
    server: Server,
    *,
    token: Token,
) -> PuzzleSolution:
    """The best end, for those who tried the puzzle at a table."""
    stored = await _found(server, puzzle)
    room = (await server.rooms.fresh(table)).room
    require_seat(token, room.tokens)
    require_attempt(room, stored)
    async with server.scoring:
        return await asyncio.to_thread(_solution, stored)


def _solution(puzzle: StoredPuzzle) -> PuzzleSolution:
    ruleset = parse_ruleset(puzzle.rules)
    position = puzzle.start()
    for action in puzzle.actions:
        drawing = parse_action(action, ruleset)
        assert isinstance(drawing, Drawing)
        position = ruleset.draw(position, drawing)
    return {
        "id": puzzle.id,
        "total": puzzle.total,
        "second": puzzle.second,
        "actions": list(puzzle.actions),
        "round": position.round_,
        "boards": boards_view(position, ruleset),
        "sheet": sheet_view(ruleset.score(position)),
    }


@router.post("/tables/{table}/puzzle", dependencies=[Depends(limit_creations)])
async def own(table: TableId, body: OwnPuzzle, server: Server, *, opener: Opener) -> PuzzleGiven:
    """Make a puzzle of the last round of a finished game."""
    room = (await shown(server, table, STRANGER)).room
    require_whole(room)
    if body.seat >= room.seats:
        raise Refusal("board.unknown")
    record: Record = room.record()
    question = Question(own_puzzle, {"record": record, "seat": body.seat})
    fields = await server.bots.ask(question, origin=Origin(opener, table), seconds=_SECONDS)
    puzzle = puzzle_of(fields, public=False)
    await server.puzzles.add([puzzle], now=server.clock())
    return {"puzzle": puzzle.id, "total": puzzle.total}
