"""`inkrail solve`: the best end of the last round."""

from __future__ import annotations

import click

from inkrail.cli.boards import answers, blame, print_objects
from inkrail.cli.complaint import complaint
from inkrail.cli.completers import files
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import JSON, LONGEST, RULES, VALUES, board_options
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.core.pieces import Role
from inkrail.i18n import Catalogue
from inkrail.rules.boardtext import BoardText
from inkrail.rules.registry import all_pieces
from inkrail.study.last_position import MOST_DUPLICATES, NO_DUPLICATES, check_last_dice
from inkrail.study.solve import Solution, solve_board

BOARD = click.Argument(["board"], metavar="BOARD", shell_complete=files, help="cli.argument.file")
DICE = click.Option(["--dice"], metavar="PIECES", required=True, help="cli.option.dice")
SPENT = click.Option(["--spent"], metavar="NAME", multiple=True, help="cli.option.spent")
DUPLICATED = click.Option(["--duplicated"], metavar="N", default="0", help="cli.option.duplicated")


@command(
    BOARD,
    DICE,
    RULES,
    LONGEST,
    VALUES,
    SPENT,
    DUPLICATED,
    JSON,
    examples=(
        Example(
            'inkrail solve board.txt --dice "overpass railway-t railway-t highway-curve"', "cli.solve.example"
        ),
    ),
)
def solve(  # noqa: PLR0913 - an option each
    voice: Catalogue,
    *,
    board: str,
    dice: str,
    rules: str,
    longest: str | None,
    values: str,
    spent: tuple[str, ...],
    duplicated: str,
    json: bool,
) -> None:
    """Find the best end of the last round on every board of a file."""
    options = board_options(rules=rules, longest=longest, values=values)
    _check_spent(spent)
    number, faces = _times(duplicated), dice.split()

    def solution_of(text: BoardText) -> Solution:
        try:
            check_last_dice(text.ruleset, faces)
        except Refusal as refusal:
            raise blame(DICE, refusal, text=text, options=options, file=board) from None
        try:
            return solve_board(text, faces, spent=spent, duplicated=number)
        except TextRefusal:
            raise
        except Refusal as refusal:
            wrong = DUPLICATED if refusal.code == NO_DUPLICATES else SPENT
            raise blame(wrong, refusal, text=text, options=options, file=board) from None

    solved = answers(board, options, answer=solution_of)
    if json:
        print_objects(board, (solution.report() for _, solution in solved))
        return
    for _, solution in solved:
        print("\n".join(solution.actions))
        key = "cli.solve.exact" if solution.exact else "cli.solve.searched"
        print(voice.text(key, total=solution.total))


def _check_spent(names: tuple[str, ...]) -> None:
    specials = [piece.name for piece in all_pieces().values() if piece.role is Role.SPECIAL]
    for name in names:
        if name not in specials:
            raise complaint("usage.choice", option="--spent", value=name, choices=", ".join(specials))


def _times(text: str) -> int:
    choices = [str(number) for number in range(MOST_DUPLICATES + 1)]
    if text not in choices:
        raise complaint("usage.choice", option="--duplicated", value=text, choices=", ".join(choices))
    return int(text)
