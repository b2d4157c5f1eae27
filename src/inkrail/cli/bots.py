"""`inkrail bots`: who plays, and whether a bot plays by the rules."""

from __future__ import annotations

import json as notation

import click

from inkrail.bots.registry import BOT_NAMES, find_bot
from inkrail.cli.grammar import command
from inkrail.cli.options import JSON_AT_THE_END
from inkrail.cli.own_bots import look_here
from inkrail.core.errors import Refusal
from inkrail.i18n import Catalogue
from inkrail.i18n.names import ruleset_name

CHECK = click.Option(["--check"], metavar="NAME", help="cli.option.check")


@command(CHECK, JSON_AT_THE_END)
def bots(voice: Catalogue, *, check: str | None, json: bool) -> int:
    """List the bots from the weakest to the strongest, or try one out."""
    if check is not None:
        return _check(check, voice=voice, json=json)
    listed = [_described(name, voice=voice) for name in BOT_NAMES]
    if json:
        print(notation.dumps({"bots": listed}, ensure_ascii=False, separators=(",", ":")))
        return 0
    from inkrail.cli.results import print_bots  # noqa: PLC0415 - programs that ask for JSON need no tables

    print_bots(listed, voice=voice)
    return 0


def _described(name: str, *, voice: Catalogue) -> dict[str, object]:
    bot = find_bot(name)
    return {"name": bot.name, "level": bot.level, "summary": voice[f"bot.{name}.summary"]}


def _check(name: str, *, voice: Catalogue, json: bool) -> int:
    from inkrail.bots.conformance import EVERY_RULESET, conformance  # noqa: PLC0415 - only this way needs it

    look_here()
    find_bot(name)
    found: list[Refusal] = []
    for rules in EVERY_RULESET:
        problems = conformance(name, rules=[rules])
        found += problems
        if not json:
            said = " ".join(f"{problem.code}: {voice.refusal(problem)}" for problem in problems)
            print(
                voice.text(
                    "cli.bots.checked",
                    rules=ruleset_name(voice, rules),
                    result=said or voice["cli.bots.good"],
                )
            )
    if json:
        told = [{"code": problem.code, **problem.params} for problem in found]
        print(notation.dumps({"bot": name, "problems": told}, ensure_ascii=False, separators=(",", ":")))
    return 1 if found else 0
