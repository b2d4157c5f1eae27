"""`inkrail check`: whether boards could be drawn in the order they are written."""

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
from inkrail.core.errors import TextRefusal
from inkrail.rules import boardtext


def check(
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
    """Check every board of a file."""
    options = board_options(rules=rules, piece=piece, longest=longest, values=values)
    checked = answers(file, options, answer=boardtext.check)
    if json:
        print_objects(file, (_object(problem) for _, problem in checked))
        return
    for number, (_, problem) in enumerate(checked, start=1):
        if problem is None:
            print(ctx.obj.text("cli.check.legal", board=number))
        else:
            told = {"line": problem.line, "code": problem.code, "sentence": ctx.obj.refusal(problem)}
            print(ctx.obj.text("cli.check.illegal", board=number, **told))


def _object(problem: TextRefusal | None) -> dict[str, object]:
    if problem is None:
        return {"legal": True}
    return {"legal": False, "line": problem.line, "code": problem.code}
