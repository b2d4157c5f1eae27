"""`inkrail bench`: how fast both engines are."""

from __future__ import annotations

import json as notation

import click

from inkrail.cli.complaint import complaint
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import GAME_RULES, JSON_AT_THE_END
from inkrail.i18n import Catalogue
from inkrail.rules.registry import parse_ruleset

SECONDS = click.Option(["--seconds"], metavar="N", default="2", help="cli.option.seconds")

_LEAST_SECONDS = 0.01
_MOST_SECONDS = 600


@command(
    GAME_RULES,
    SECONDS,
    JSON_AT_THE_END,
    examples=(
        Example("inkrail bench", "cli.bench.example"),
        Example("inkrail bench --rules river --seconds 5 --json", "cli.bench.example_json"),
    ),
)
def bench(voice: Catalogue, *, rules: str, seconds: str, json: bool) -> None:
    """Measure random games and the expansion of rounds, on one core."""
    from inkrail.arena.speed import measure  # noqa: PLC0415 - this needs the extra `bots`

    parse_ruleset(rules)
    speed = measure(rules, seconds=_parse_seconds(seconds))
    if json:
        print(notation.dumps(speed.report(), separators=(",", ":")))
        return
    from inkrail.cli.results import print_speed  # noqa: PLC0415 - JSON needs no tables

    print_speed(speed, voice=voice)


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not _LEAST_SECONDS <= seconds <= _MOST_SECONDS:
        raise complaint(
            "usage.decimal", option="--seconds", value=text, least=_LEAST_SECONDS, most=_MOST_SECONDS
        )
    return seconds
