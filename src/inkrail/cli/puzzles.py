"""`inkrail puzzles`: last rounds with a single best end."""

from __future__ import annotations

import json as notation

import click

from inkrail.cli.grammar import Example, command
from inkrail.cli.options import GAME_RULES, JSON, whole_number
from inkrail.cli.streams import flush_output
from inkrail.game.record import check_seed
from inkrail.i18n import Catalogue
from inkrail.rules.registry import parse_ruleset
from inkrail.study.puzzles import MOST_PUZZLES, puzzles_of

NUMBER = click.Option(["--number"], metavar="N", default="1", help="cli.option.number")
SEED = click.Option(["--seed"], metavar="WORD", default="1", help="cli.option.seed_of_puzzles")


@command(
    GAME_RULES,
    NUMBER,
    SEED,
    JSON,
    examples=(Example("inkrail puzzles --number 3 --seed monday", "cli.puzzles.example"),),
)
def puzzles(voice: Catalogue, *, rules: str, number: str, seed: str, json: bool) -> None:
    """Make puzzles: last rounds whose best end is unique and at least two points ahead."""
    check_seed(seed)
    wanted = whole_number(number, option="--number", most=MOST_PUZZLES)
    ruleset = parse_ruleset(rules)
    from inkrail.cli.progress import progress  # noqa: PLC0415 - refusals need no bar

    with progress(voice["cli.puzzles.progress"], total=wanted) as step:
        for puzzle in puzzles_of(ruleset, number=wanted, seed=seed):
            if json:
                print(notation.dumps(puzzle.report(), separators=(",", ":")))
            else:
                print(f"# {puzzle.id}: {voice.text('cli.puzzles.level', level=puzzle.level)}")
                print(f"# {voice.text('cli.puzzles.task', total=puzzle.total)}")
                print(f"# {' '.join(puzzle.dice)}")
                print(f"rules: {puzzle.rules}\n{puzzle.board}---")
            flush_output()
            step()
