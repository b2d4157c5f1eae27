"""The engine for programs, texts in and values out; `import inkrail` offers these names."""

from __future__ import annotations

from inkrail.board import read_board
from inkrail.bots.playing import FinishedGame, play_game
from inkrail.bots.registry import Player, bot_factory
from inkrail.core import notation
from inkrail.core.longest import Longest
from inkrail.core.placement import Placement
from inkrail.core.score import ScoreSheet, Values
from inkrail.game.record import parse_record
from inkrail.game.table import Table
from inkrail.rules import boardtext
from inkrail.rules.boardtext import find_piece, position_of
from inkrail.rules.registry import all_pieces, parse_ruleset


def score(
    board: str, *, rules: str = "base", longest: Longest | None = None, values: Values = Values.OFFICIAL
) -> ScoreSheet:
    """The score sheet of a board text, whether or not the board is legal."""
    text = read_board(board, rules=rules, longest=longest, values=values)
    return text.ruleset.score(position_of(text))


def legal(board: str, *, piece: str, rules: str = "base") -> list[str]:
    """The sorted placements, such as `B1 H.H.`, of a piece on a board text at the start of a round."""
    text = read_board(board, rules=rules)
    return boardtext.legal(text, find_piece(piece, text.ruleset))["placements"]


def play(*bots: Player, rules: str = "base", seed: str | int = "1") -> FinishedGame:
    """Play a whole game between bots, given by name or class, one per seat; a number is the seed of its digits."""
    return play_game(parse_ruleset(rules), bots=[bot_factory(bot) for bot in bots], seed=str(seed))


def parse_placement(text: str) -> Placement:
    """Read `piece cell sides`, e.g. `station-curve C2 RH..`, whatever the ruleset."""
    return notation.parse_placement(text, all_pieces())


def replay(record: str) -> Table:
    """The table that a record's text leads to; a refusal names the line."""
    return parse_record(record)[1]
