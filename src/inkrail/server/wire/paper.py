"""What a game on paper needs: rolled dice, and boards that are read from a text, checked and scored."""

from __future__ import annotations

import io

from inkrail.arena.chance import SystemRng
from inkrail.core.board import Round
from inkrail.core.errors import TextRefusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.game.table import open_table
from inkrail.rules.boardtext import BoardText, check, position_of, read_boards, unreadable
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset
from inkrail.server.wire.boards import BoardView, SheetView, boards_view, sheet_view
from inkrail.server.wire.protocol import Params
from inkrail.server.wire.refusals import UnreadableText, plain_params
from inkrail.server.wire.typed_dict import TypedDict


class DiceRoll(TypedDict):
    """Dice for a game on paper.

    In a drafted round players choose from `pairs` and share `common`; otherwise all dice are common. `starter` is
    the seat drawn by lot before the first drafted round, from 0; `rounds` says how many rounds the game has.
    """

    rules: str
    round: int
    rounds: int
    board: str
    pairs: list[list[str]]
    common: list[str]
    starter: int | None


class CheckResult(TypedDict):
    """Whether the tiles can be drawn in the order of the text, or the first line that cannot."""

    legal: bool
    line: int | None
    code: str | None
    params: Params


class ScoreResult(TypedDict):
    """A scored board text and the ruleset it was scored by; `report` is what `inkrail score --json` prints."""

    rules: str
    report: dict[str, object]
    sheet: SheetView
    boards: list[BoardView]
    check: CheckResult


def rolled(ruleset: Ruleset, round_: Round, *, seats: int) -> DiceRoll:
    """The dice of a round; the number of seats matters only in a draft."""
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


def read_board(
    text: str, *, rules: str, longest: str | None = None, values: str = "official"
) -> tuple[BoardText, Position]:
    """The first board of a text, and its position; a refusal names every line that cannot be read."""

    def chosen(name: str | None) -> Ruleset:
        reading = Longest(longest) if longest else None
        return parse_ruleset(name or rules, longest=reading, values=Values(values))

    raw = text.encode("utf-8", "replace")
    try:
        board = next(read_boards(io.BytesIO(raw), ruleset=chosen))
        return board, position_of(board)
    except TextRefusal:
        if lines := unreadable(io.BytesIO(raw), ruleset=chosen):
            raise UnreadableText(lines) from None
        raise


def scored(text: str, *, rules: str, longest: str | None = None, values: str = "official") -> ScoreResult:
    """The score of the first board of a board text."""
    board, position = read_board(text, rules=rules, longest=longest, values=values)
    sheet = board.ruleset.score(position)
    return {
        "rules": board.ruleset.name,
        "report": board.ruleset.report(sheet),
        "sheet": sheet_view(sheet),
        "boards": boards_view(position, board.ruleset),
        "check": _checked(board),
    }


def _checked(text: BoardText) -> CheckResult:
    problem = check(text)
    return {
        "legal": problem is None,
        "line": problem.line if problem else None,
        "code": problem.code if problem else None,
        "params": plain_params(problem.params) if problem else {},
    }
