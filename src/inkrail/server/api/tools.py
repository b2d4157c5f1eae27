"""What needs no table: rulesets, bots, dice for paper, scoring a board text."""

from __future__ import annotations

import asyncio
import io
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from inkrail.arena.chance import SystemRng
from inkrail.bots.registry import find_bot
from inkrail.core.board import Round
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.game.table import MOST_SEATS
from inkrail.rules.boardtext import BoardText, check, position_of, read_boards
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset, variant_names
from inkrail.rules.ruleset import Ruleset
from inkrail.server.api.asked import PROBLEMS, Server, bounded
from inkrail.server.bodies import (
    BotInfo,
    BotList,
    CheckResult,
    DiceRoll,
    RulesetInfo,
    RulesetList,
    ScoreBody,
    ScoreResult,
)
from inkrail.server.opening import bots_here
from inkrail.server.refusals import plain_params
from inkrail.server.viewing import boards_view, sheet_view
from inkrail.server.wire import Word

router = APIRouter(prefix="/api", tags=["tools"], responses=PROBLEMS)


@router.get("/rulesets")
async def rulesets() -> RulesetList:
    """Every ruleset with its boards, pieces and dice."""
    return {"rulesets": [_ruleset_info(name) for name in RULESET_NAMES], "most_seats": MOST_SEATS}


@cache
def _ruleset_info(name: str) -> RulesetInfo:
    ruleset = parse_ruleset(name)
    return {
        "name": name,
        "variants": list(variant_names(name)),
        "rounds": ruleset.rounds,
        "longest": ruleset.longest.value,
        "boards": [
            {
                "name": layout.name,
                "exits": [
                    {"cell": str(exit_.cell), "side": exit_.side.name, "kind": str(exit_.kind)}
                    for exit_ in layout.exits
                ],
            }
            for layout in ruleset.layouts
        ],
        "pieces": [
            {
                "name": piece.name,
                "sides": piece.sides,
                "role": piece.role.value,
                "station": piece.station,
                "joined": piece.joined,
                "board": ruleset.board_for(piece),
            }
            for piece in ruleset.pieces.values()
        ],
        "dice": [
            {"name": die.name, "faces": list(die.faces), "mandatory": die.mandatory, "board": module.board}
            for module in ruleset.modules
            for die in module.dice
        ],
    }


@router.get("/bots")
async def bots() -> BotList:
    """Every bot that can play here, the weakest first."""
    return {"bots": [_bot_info(name) for name in bots_here()]}


@cache
def _bot_info(name: str) -> BotInfo:
    # Every bot plays every ruleset, drafted or not; the tests of the bots hold them to it.
    return {"name": name, "level": find_bot(name).level, "rulesets": list(RULESET_NAMES)}


@router.get("/dice", dependencies=[Depends(bounded)])
async def dice(
    rules: Word = "base", round_: Annotated[int, Query(alias="round", ge=1, le=14)] = 1
) -> DiceRoll:
    """Roll the dice of a round for a game on paper."""
    rng = SystemRng()
    ruleset = parse_ruleset(rules)
    faces = [die.roll(rng) for die in ruleset.dice(Round(round_))]
    return {"rules": ruleset.name, "round": round_, "faces": faces}


@router.post("/score", dependencies=[Depends(bounded)])
async def score(body: ScoreBody, server: Server) -> ScoreResult:
    """Score the first board of a board text."""
    async with server.scoring:
        return await asyncio.to_thread(_score, body)


def _score(body: ScoreBody) -> ScoreResult:
    def chosen(name: str | None) -> Ruleset:
        longest = Longest(body.longest) if body.longest else None
        return parse_ruleset(name or body.rules, longest=longest, values=Values(body.values))

    text = next(read_boards(io.BytesIO(body.text.encode("utf-8", "replace")), ruleset=chosen))
    position = position_of(text)
    sheet = text.ruleset.score(position)
    return {
        "report": text.ruleset.report(sheet),
        "sheet": sheet_view(sheet),
        "boards": boards_view(position, text.ruleset),
        "check": _checked(text),
    }


def _checked(text: BoardText) -> CheckResult:
    found = check(text)
    return {
        "legal": found is None,
        "line": found.line if found else None,
        "code": found.code if found else None,
        "params": plain_params(found.params) if found else {},
    }
