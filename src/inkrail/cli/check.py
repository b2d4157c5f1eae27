"""`inkrail check`: whether boards could have been drawn in the order they are written."""

from __future__ import annotations

from inkrail.cli.boards import answers, print_objects
from inkrail.cli.grammar import command
from inkrail.cli.options import FILE, JSON, LONGEST, PIECE, RULES, VALUES, board_options
from inkrail.core.errors import TextRefusal
from inkrail.i18n import Catalogue
from inkrail.rules import boardtext


@command(FILE, RULES, PIECE, LONGEST, VALUES, JSON)
def check(
    voice: Catalogue,
    *,
    file: str,
    rules: str,
    piece: str | None,
    longest: str | None,
    values: str,
    json: bool,
) -> None:
    """Check every board of a file."""
    options = board_options(rules=rules, piece=piece, longest=longest, values=values)
    checked = answers(file, options, answer=boardtext.check)
    if json:
        print_objects(file, (_object(problem) for _, problem in checked))
        return
    for number, (_, problem) in enumerate(checked, start=1):
        if problem is None:
            print(voice.text("cli.check.legal", board=number))
        else:
            details = {"line": problem.line, "code": problem.code, "sentence": voice.refusal(problem)}
            print(voice.text("cli.check.illegal", board=number, **details))


def _object(problem: TextRefusal | None) -> dict[str, object]:
    if problem is None:
        return {"legal": True}
    return {"legal": False, "line": problem.line, "code": problem.code}
