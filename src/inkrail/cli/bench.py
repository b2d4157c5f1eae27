"""`inkrail bench`: how fast both engines are."""

from __future__ import annotations

import json as notation
from typing import Annotated

import typer

from inkrail.cli.complaint import complaint
from inkrail.cli.options import GameRules, JsonAtTheEnd, Language
from inkrail.rules.registry import parse_ruleset

Seconds = Annotated[str, typer.Option("--seconds", metavar="N", help="cli.option.seconds")]

_MOST_SECONDS = 600


def bench(
    ctx: typer.Context,
    *,
    rules: GameRules = "base",
    seconds: Seconds = "2",
    json: JsonAtTheEnd = False,
    lang: Language = None,  # noqa: ARG001
) -> None:
    """Measure random games and the expansion of rounds, on one core."""
    from inkrail.arena.speed import measure  # noqa: PLC0415 - this needs the extra `bots`

    parse_ruleset(rules)
    speed = measure(rules, seconds=_parse_seconds(seconds))
    if json:
        print(notation.dumps(speed.report(), separators=(",", ":")))
        return
    from inkrail.cli.results import print_speed  # noqa: PLC0415 - JSON needs no tables

    print_speed(speed, voice=ctx.obj)


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= _MOST_SECONDS:
        raise complaint("usage.number", option="--seconds", value=text)
    return seconds
