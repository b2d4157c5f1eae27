"""Routes that need no table: rulesets, bots, dice for paper, scoring a board text and solving its last round."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from inkrail.bots.registry import level_of
from inkrail.core.board import Round
from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.game.table import MOST_SEATS
from inkrail.rules.position import Drawing, Position
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.rules.ruleset import Ruleset
from inkrail.server.bots.available import available_bots
from inkrail.server.bots.questions import Question
from inkrail.server.bots.questions import solve as solve_question
from inkrail.server.http.dependencies import PROBLEMS, Opener, Server, limit_questions
from inkrail.server.rooms.interfaces import Origin
from inkrail.server.wire.boards import boards_view, sheet_view
from inkrail.server.wire.bodies import (
    BotList,
    ScoreBody,
    SolveBody,
    SolveResult,
)
from inkrail.server.wire.messages import Word
from inkrail.server.wire.paper import DiceRoll, ScoreResult, read_board, rolled, scored
from inkrail.server.wire.rulesets import RulesetList, ruleset_list
from inkrail.study.last_position import last_position

router = APIRouter(prefix="/api", tags=["tools"], responses=PROBLEMS)


@router.get("/rulesets")
async def rulesets() -> RulesetList:
    """Every ruleset with its boards, pieces and dice."""
    return ruleset_list()


@router.get("/bots")
async def bots(server: Server) -> BotList:
    """Every bot that can play here, weakest first, and then the programs that the operator has added."""
    levels = {name: level_of(name) for name in available_bots()}
    levels |= {name: program.level for name, program in server.programs.items()}
    # Every bot plays every ruleset, drafted or not; the bot tests check this.
    return {
        "bots": [
            {"name": name, "level": level, "rulesets": list(RULESET_NAMES)} for name, level in levels.items()
        ]
    }


@router.get("/dice", dependencies=[Depends(limit_questions)])
async def dice(
    rules: Word = "base",
    round_: Annotated[int, Query(alias="round", ge=1, le=14)] = 1,
    seats: Annotated[int | None, Query(ge=1, le=MOST_SEATS)] = None,
) -> DiceRoll:
    """Roll the dice of a round for a game on paper; `seats` matters only in a draft."""
    ruleset = parse_ruleset(rules)
    if round_ > ruleset.rounds:
        raise Refusal("phase.over")
    return rolled(ruleset, Round(round_), seats=seats or ruleset.dealer.least_seats)


@router.post("/score", dependencies=[Depends(limit_questions)])
async def score(body: ScoreBody, server: Server) -> ScoreResult:
    """Score the first board of a board text."""
    async with server.scoring:
        return await asyncio.to_thread(
            scored, body.text, rules=body.rules, longest=body.longest, values=body.values
        )


@router.post("/solve", dependencies=[Depends(limit_questions)])
async def solve(body: SolveBody, server: Server, opener: Opener) -> SolveResult:
    """Find the best end of the last round of the first board of a board text."""
    async with server.scoring:
        ruleset, position = await asyncio.to_thread(_last_round_of, body)
    question = Question(solve_question, {"ruleset": ruleset, "position": position})
    solution = await server.bots.ask(question, origin=Origin(opener, "solve"))
    for action in solution["actions"]:
        drawing = parse_action(action, ruleset)
        assert isinstance(drawing, Drawing)
        position = ruleset.draw(position, drawing)
    return {
        "rules": ruleset.name,
        "round": position.round_,
        "total": solution["total"],
        "exact": solution["exact"],
        "actions": solution["actions"],
        "boards": boards_view(position, ruleset),
        "sheet": sheet_view(ruleset.score(position)),
    }


def _last_round_of(body: SolveBody) -> tuple[Ruleset, Position]:
    text, _ = read_board(body.text, rules=body.rules, longest=body.longest, values=body.values)
    return text.ruleset, last_position(text, body.dice, spent=body.spent, duplicated=body.duplicated)
