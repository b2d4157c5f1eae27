"""The engine for programs, texts in and values out; `import inkrail` offers these names."""

from __future__ import annotations

from io import BytesIO

from inkrail.bots.playing import FinishedGame, play_game
from inkrail.bots.registry import Player, bot_factory
from inkrail.core.errors import TextRefusal
from inkrail.core.longest import Longest
from inkrail.core.score import ScoreSheet, Values
from inkrail.game.record import parse_record
from inkrail.game.table import Table
from inkrail.rules import boardtext
from inkrail.rules.boardtext import BoardText, find_piece, position_of, read_boards
from inkrail.rules.registry import parse_ruleset


def score(
    board: str, *, rules: str = "base", longest: Longest | None = None, values: Values = Values.OFFICIAL
) -> ScoreSheet:
    """The score sheet of a board text, whether or not the board is legal."""
    text = _board(board, rules=rules, longest=longest, values=values)
    return text.ruleset.score(position_of(text))


def legal(board: str, *, piece: str, rules: str = "base") -> list[str]:
    """The sorted placements, such as `B1 H.H.`, of a piece on a board text at the start of a round."""
    text = _board(board, rules=rules)
    return boardtext.legal(text, find_piece(piece, text.ruleset))["placements"]


def play(*bots: Player, rules: str = "base", seed: str = "1") -> FinishedGame:
    """Play a whole game between bots, given by name or class, one per seat."""
    return play_game(parse_ruleset(rules), bots=[bot_factory(bot) for bot in bots], seed=seed)


def replay(record: str) -> Table:
    """The table that a record's text leads to; a refusal names the line."""
    return parse_record(record)[1]


def _board(
    board: str, *, rules: str, longest: Longest | None = None, values: Values = Values.OFFICIAL
) -> BoardText:
    """The single board of a text; its header overrides `rules`."""
    stream = BytesIO(board.encode())
    boards = read_boards(
        stream, ruleset=lambda name: parse_ruleset(name or rules, longest=longest, values=values)
    )
    first, second = next(boards), next(boards, None)
    if second is not None:
        raise TextRefusal("text.syntax", line=first.end, text="---")
    return first
