"""The options that several commands share, and what their values mean."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

import click

from inkrail.cli.complaint import complaint
from inkrail.cli.completers import among, files
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.rules.registry import RULESET_NAMES, all_pieces, parse_ruleset, variant_names
from inkrail.rules.ruleset import Ruleset

RULESETS = tuple(
    dict.fromkeys(
        (*RULESET_NAMES, *(f"{name}+{variant}" for name in RULESET_NAMES for variant in variant_names(name)))
    )
)

FILE = click.Argument(["file"], metavar="FILE", shell_complete=files, help="cli.argument.file")
RULES = click.Option(
    ["--rules"], metavar="NAME", default="base", shell_complete=among(RULESETS), help="cli.option.rules"
)
PIECE = click.Option(["--piece"], metavar="NAME", shell_complete=among(all_pieces()), help="cli.option.piece")
LONGEST = click.Option(
    ["--longest"],
    metavar="READING",
    shell_complete=among(reading.value for reading in Longest),
    help="cli.option.longest",
)
VALUES = click.Option(
    ["--values"],
    metavar="TABLE",
    default="official",
    shell_complete=among(values.value for values in Values),
    help="cli.option.values",
)
JSON = click.Option(["--json"], is_flag=True, help="cli.option.json")

# Accepted so that one set of options serves all commands that read boards, but of no consequence and not in the help.
UNUSED_PIECE = click.Option(["--piece"], hidden=True)
UNUSED_LONGEST = click.Option(["--longest"], hidden=True)
UNUSED_VALUES = click.Option(["--values"], default="official", hidden=True)

GAME_RULES = click.Option(
    ["--rules"], metavar="NAME", default="base", shell_complete=among(RULESETS), help="cli.option.game_rules"
)
JSON_AT_THE_END = click.Option(["--json"], is_flag=True, help="cli.option.json_at_the_end")

E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """The defaults for boards whose headers do not say otherwise."""

    rules: str
    piece: str | None
    longest: Longest | None
    values: Values

    def ruleset(self, name: str | None) -> Ruleset:
        """The ruleset that a header names, or that of the options where it names none."""
        return parse_ruleset(name or self.rules, longest=self.longest, values=self.values)


def board_options(*, rules: str, longest: str | None, values: str, piece: str | None = None) -> BoardOptions:
    """The values of the options, checked."""
    chosen = BoardOptions(
        rules=rules,
        piece=piece,
        longest=_one_of(Longest, longest, option="--longest") if longest is not None else None,
        values=_one_of(Values, values, option="--values"),
    )
    chosen.ruleset(None)
    if piece is not None and piece not in all_pieces():
        raise Refusal("piece.unknown", piece=piece)
    return chosen


def _one_of(kind: type[E], value: str, *, option: str) -> E:
    try:
        return kind(value)
    except ValueError:
        choices = ", ".join(str(member.value) for member in kind)
        raise complaint("usage.choice", option=option, value=value, choices=choices) from None


def whole_number(text: str, *, option: str, most: int) -> int:
    """Parse a number from 1 to `most`."""
    if not (text.isascii() and text.isdecimal() and len(text) < 7 and 1 <= int(text) <= most):
        raise complaint("usage.number", option=option, value=text, least=1, most=most)
    return int(text)
