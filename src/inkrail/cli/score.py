"""`inkrail score`: the points of boards as they are drawn."""

from __future__ import annotations

import typer

from inkrail.cli.boards import answers, print_objects
from inkrail.cli.options import (
    File,
    Json,
    Language,
    LongestName,
    PieceName,
    Rules,
    ValuesName,
    board_options,
)
from inkrail.core.score import ScoreSheet
from inkrail.i18n.names import ruleset_name
from inkrail.rules.boardtext import BoardText, position_of


def score(
    ctx: typer.Context,
    *,
    file: File,
    rules: Rules = "base",
    piece: PieceName = None,
    longest: LongestName = None,
    values: ValuesName = "official",
    json: Json = False,
    lang: Language = None,  # noqa: ARG001
) -> None:
    """Score every board of a file."""
    options = board_options(rules=rules, piece=piece, longest=longest, values=values)
    scored = answers(file, options, answer=_sheet)
    if json:
        print_objects(file, (text.ruleset.report(sheet) for text, sheet in scored))
        return
    from inkrail.cli.tables import print_sheet  # noqa: PLC0415 - programs that ask for JSON need no tables

    for number, (text, sheet) in enumerate(scored, start=1):
        name = ruleset_name(ctx.obj, text.ruleset.name)
        print_sheet(sheet, title=ctx.obj.text("cli.board", board=number, ruleset=name), voice=ctx.obj)


def _sheet(text: BoardText) -> ScoreSheet:
    return text.ruleset.score(position_of(text))
