"""`inkrail warm`: compiles ahead what bots and studies need."""

from __future__ import annotations

import json as notation
import sys

import click

from inkrail.cli.grammar import Example, command
from inkrail.cli.options import JSON_AT_THE_END
from inkrail.i18n import Catalogue
from inkrail.i18n.names import ruleset_name
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

RULES = click.Option(["--rules"], metavar="NAME", help="cli.option.warm_rules")


@command(
    RULES,
    JSON_AT_THE_END,
    examples=[
        Example("inkrail warm", "cli.warm.example"),
        Example("inkrail warm --rules lake", "cli.warm.example_rules"),
    ],
)
def warm(voice: Catalogue, *, rules: str | None, json: bool) -> None:
    """Compile what the searching bots and reviews need, for one ruleset or for all."""
    rulesets = [parse_ruleset(name) for name in ([rules] if rules is not None else RULESET_NAMES)]
    from inkrail.bots.progress_line import line_on  # noqa: PLC0415 - this needs the extra `bots`
    from inkrail.kernel.progress import listening  # noqa: PLC0415
    from inkrail.study.warming import warm_up  # noqa: PLC0415

    for ruleset in rulesets:
        name = ruleset_name(voice, ruleset.name)
        with listening(line_on(sys.stderr, voice, title=f"{name}: ") if sys.stderr.isatty() else _ignore):
            warm_up(ruleset)
        if not json:
            print(voice.text("cli.warm.done", rules=name), flush=True)
    if json:
        print(notation.dumps({"ready": [ruleset.name for ruleset in rulesets]}, separators=(",", ":")))


def _ignore(_: object) -> None:
    """Show nothing."""
