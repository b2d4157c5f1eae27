"""Routes that need no table: rulesets, bots, dice for paper, scoring a board text and solving its last round."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from inkrail.arena.chance import SystemRng
from inkrail.bots.registry import level_of
from inkrail.core.board import Round
from inkrail.core.cells import cells_of
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.longest import Longest
from inkrail.core.placement import Placement
from inkrail.core.score import MOST_EXITS, Values, network_points
from inkrail.game.actions import parse_action
from inkrail.game.table import MOST_SEATS, open_table
from inkrail.rules.boardtext import BoardText, check, position_of, read_boards, unreadable
from inkrail.rules.position import Drawing, Position
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset, ruleset_names, variant_names
from inkrail.rules.ruleset import Ruleset
from inkrail.server.bots.available import available_bots
from inkrail.server.bots.questions import Question
from inkrail.server.bots.questions import solve as solve_question
from inkrail.server.http.dependencies import PROBLEMS, Opener, Server, limit_questions
from inkrail.server.rooms.interfaces import Origin
from inkrail.server.wire.boards import boards_view, sheet_view
from inkrail.server.wire.bodies import (
    BotList,
    CheckResult,
    DiceRoll,
    LastRoundInfo,
    RulesetInfo,
    RulesetList,
    ScoreBody,
    ScoreLineInfo,
    ScoreResult,
    SolveBody,
    SolveResult,
)
from inkrail.server.wire.messages import Word
from inkrail.server.wire.refusals import UnreadableText, plain_params
from inkrail.study.last_position import last_dice, last_position

router = APIRouter(prefix="/api", tags=["tools"], responses=PROBLEMS)


@router.get("/rulesets")
async def rulesets() -> RulesetList:
    """Every ruleset with its boards, pieces and dice."""
    return {
        "rulesets": [_ruleset_info(name) for name in ruleset_names()],
        "most_seats": MOST_SEATS,
        "network_points": {
            values.value: [network_points(exits, values) for exits in range(MOST_EXITS + 1)]
            for values in Values
        },
    }


@cache
def _ruleset_info(name: str) -> RulesetInfo:
    ruleset = parse_ruleset(name)
    return {
        "name": name,
        "variants": list(variant_names(name)),
        "rounds": ruleset.rounds,
        "longest": ruleset.longest.value,
        "variant_longest": {
            variant: parse_ruleset(f"{name}+{variant}").longest.value for variant in variant_names(name)
        },
        "lines": _score_lines(ruleset),
        "extras": [
            {
                "name": extra.name,
                "verb": extra.verb,
                "pieces": [piece.name for piece in extra.pieces],
                "total": extra.total,
                "per": extra.per,
                "board": extra.board,
            }
            for extra in ruleset.extras(ruleset.set_up())
        ],
        "start": [str(placement) for placement in _start(ruleset)],
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
        "last_round": _last_round(ruleset),
    }


def _last_round(ruleset: Ruleset) -> LastRoundInfo:
    """The dice of the last round that show something to draw."""
    dice = last_dice(ruleset)
    shown = dict.fromkeys(face for die in dice for face in die.faces if face in ruleset.pieces)
    return {"dice": len(dice), "faces": list(shown)}


def _score_lines(ruleset: Ruleset) -> list[ScoreLineInfo]:
    """Every line of the score sheet, taken from boards on which every exit is used."""
    position = ruleset.blank()
    for number, layout in enumerate(ruleset.layouts):
        pieces = [piece for piece in ruleset.pieces.values() if ruleset.board_for(piece) == number]
        for exit_ in layout.exits:
            tiles = (tile for piece in pieces for tile in piece.tiles if tile.sides[exit_.side] is exit_.kind)
            position = ruleset.put(position, Placement(next(tiles), exit_.cell))
    lines = {line.name: line for line in ruleset.score(position).all_lines}
    return [{"name": line.name, "kind": line.kind, "board": line.board} for line in lines.values()]


def _start(ruleset: Ruleset) -> Iterator[Placement]:
    """What is drawn before the first round."""
    for board in ruleset.set_up().boards:
        for cell in cells_of(board.filled):
            tile = board[cell]
            if tile:
                yield Placement(tile, cell)


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
    return _rolled(ruleset, Round(round_), seats=seats or ruleset.dealer.least_seats)


def _rolled(ruleset: Ruleset, round_: Round, *, seats: int) -> DiceRoll:
    dealer, rng = ruleset.dealer, SystemRng()
    opened = open_table(ruleset, seats=seats, rng=rng).deal
    thrown = ruleset.dice(round_)
    deal = dealer.deal(opened, thrown, faces=dealer.roll(opened, thrown, rng=rng))
    pairs = dealer.offers(deal)
    drafted = sum(map(len, pairs))
    return {
        "rules": ruleset.name,
        "round": round_,
        "rounds": ruleset.rounds,
        "board": ruleset.layouts[ruleset.board_of(round_)].name,
        "pairs": [list(pair) for pair in pairs],
        "common": list(deal.faces[drafted:]),
        "starter": deal.starter if pairs and round_ == 1 else None,
    }


@router.post("/score", dependencies=[Depends(limit_questions)])
async def score(body: ScoreBody, server: Server) -> ScoreResult:
    """Score the first board of a board text."""
    async with server.scoring:
        return await asyncio.to_thread(_score, body)


def _score(body: ScoreBody) -> ScoreResult:
    text, position = _read(body)
    sheet = text.ruleset.score(position)
    return {
        "rules": text.ruleset.name,
        "report": text.ruleset.report(sheet),
        "sheet": sheet_view(sheet),
        "boards": boards_view(position, text.ruleset),
        "check": _checked(text),
    }


def _read(body: ScoreBody) -> tuple[BoardText, Position]:
    """The first board of a text, and its position; a refusal names every line that cannot be read."""

    def chosen(name: str | None) -> Ruleset:
        longest = Longest(body.longest) if body.longest else None
        return parse_ruleset(name or body.rules, longest=longest, values=Values(body.values))

    raw = body.text.encode("utf-8", "replace")
    try:
        text = next(read_boards(io.BytesIO(raw), ruleset=chosen))
        return text, position_of(text)
    except TextRefusal:
        if lines := unreadable(io.BytesIO(raw), ruleset=chosen):
            raise UnreadableText(lines) from None
        raise


def _checked(text: BoardText) -> CheckResult:
    problem = check(text)
    return {
        "legal": problem is None,
        "line": problem.line if problem else None,
        "code": problem.code if problem else None,
        "params": plain_params(problem.params) if problem else {},
    }


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
    text, _ = _read(body)
    try:
        position = last_position(text, body.dice, spent=body.spent, duplicated=body.duplicated)
    except TextRefusal as refusal:  # the board is readable, so that the dice or what was spent are at fault
        raise Refusal(refusal.code, **refusal.params) from None
    return text.ruleset, position
