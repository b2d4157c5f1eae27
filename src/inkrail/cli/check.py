"""`inkrail check`: whether boards could have been drawn in the order they are written."""

from __future__ import annotations

from collections.abc import Iterator

import click

from inkrail.cli.boards import answers, print_objects
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import FILE, JSON, RULES, UNUSED_LONGEST, UNUSED_PIECE, UNUSED_VALUES, board_options
from inkrail.core.errors import TextRefusal
from inkrail.i18n import Catalogue
from inkrail.rules import boardtext
from inkrail.rules.boardtext import BoardText

EXIT_CODE = click.Option(["--exit-code"], is_flag=True, help="cli.option.exit_code")

NOT_LEGAL = 1
"""The exit status of `--exit-code` if a board is not legal."""


@command(
    FILE,
    RULES,
    UNUSED_PIECE,
    UNUSED_LONGEST,
    UNUSED_VALUES,
    EXIT_CODE,
    JSON,
    examples=(
        Example("inkrail check board.txt", "cli.check.example"),
        Example("inkrail check board.txt --exit-code", "cli.check.example_exit_code"),
    ),
)
def check(
    voice: Catalogue,
    *,
    file: str,
    rules: str,
    piece: str | None,
    longest: str | None,
    values: str,
    exit_code: bool,
    json: bool,
) -> int:
    """Check every board of a file."""
    options = board_options(rules=rules, piece=piece, longest=longest, values=values)
    problems: list[TextRefusal] = []
    checked = _watched(answers(file, options, answer=boardtext.check), problems)
    if json:
        print_objects(file, map(_object, checked))
    else:
        for number, problem in enumerate(checked, start=1):
            print(_sentence(problem, board=number, voice=voice))
    return NOT_LEGAL if exit_code and problems else 0


def _watched(
    checked: Iterator[tuple[BoardText, TextRefusal | None]], problems: list[TextRefusal]
) -> Iterator[TextRefusal | None]:
    """The answer for each board; what is wrong with boards is also added to `problems`."""
    for _, problem in checked:
        if problem is not None:
            problems.append(problem)
        yield problem


def _sentence(problem: TextRefusal | None, *, board: int, voice: Catalogue) -> str:
    if problem is None:
        return voice.text("cli.check.legal", board=board)
    details = {"line": problem.line, "code": problem.code, "sentence": voice.refusal(problem)}
    return voice.text("cli.check.illegal", board=board, **details)


def _object(problem: TextRefusal | None) -> dict[str, object]:
    if problem is None:
        return {"legal": True}
    return {"legal": False, "line": problem.line, "code": problem.code}
