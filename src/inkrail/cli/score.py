"""`inkrail score`: the points of boards as they are drawn."""

from __future__ import annotations

from inkrail.cli.boards import answers, print_objects
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import FILE, JSON, LONGEST, RULES, UNUSED_PIECE, VALUES, board_options
from inkrail.core.score import ScoreSheet
from inkrail.i18n import Catalogue
from inkrail.i18n.names import ruleset_name
from inkrail.rules.boardtext import BoardText, position_of


@command(
    FILE,
    RULES,
    UNUSED_PIECE,
    LONGEST,
    VALUES,
    JSON,
    examples=(
        Example("inkrail score board.txt", "cli.score.example"),
        Example("inkrail score boards.txt --rules river --json", "cli.score.example_json"),
    ),
)
def score(
    voice: Catalogue,
    *,
    file: str,
    rules: str,
    piece: str | None,
    longest: str | None,
    values: str,
    json: bool,
) -> None:
    """Score every board of a file."""
    options = board_options(rules=rules, piece=piece, longest=longest, values=values)
    scored = answers(file, options, answer=_sheet)
    if json:
        print_objects(file, (text.ruleset.report(sheet) for text, sheet in scored))
        return
    from inkrail.cli.tables import print_sheet  # noqa: PLC0415 - JSON needs no tables

    for number, (text, sheet) in enumerate(scored, start=1):
        name = ruleset_name(voice, text.ruleset.name)
        print_sheet(sheet, title=voice.text("cli.board", board=number, ruleset=name), voice=voice)


def _sheet(text: BoardText) -> ScoreSheet:
    return text.ruleset.score(position_of(text))
