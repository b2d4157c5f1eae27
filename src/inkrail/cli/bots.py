"""`inkrail bots`: lists the bots, or checks that one plays by the rules."""

from __future__ import annotations

import json as notation

import click

from inkrail.bots.registry import BOT_NAMES, find_bot, level_of, missing_extra, playable_bots
from inkrail.cli.complaint import complaint
from inkrail.cli.completers import among
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import JSON_AT_THE_END, RULESETS
from inkrail.cli.own_bots import search_current_folder
from inkrail.core.errors import Refusal
from inkrail.i18n import Catalogue
from inkrail.i18n.names import ruleset_name
from inkrail.rules.registry import parse_ruleset

CHECK_RULES = click.Option(
    ["--rules"], metavar="NAME", shell_complete=among(RULESETS), help="cli.option.check_rules"
)
CHECK = click.Option(["--check"], metavar="NAME", shell_complete=among(BOT_NAMES), help="cli.option.check")


@command(
    CHECK,
    CHECK_RULES,
    JSON_AT_THE_END,
    examples=(
        Example("inkrail bots", "cli.bots.example"),
        Example("inkrail bots --check my_bot:MyBot", "cli.bots.example_check"),
        Example("inkrail bots --check 'program:perl bot.pl' --rules lake", "cli.bots.example_program"),
    ),
)
def bots(voice: Catalogue, *, check: str | None, rules: str | None, json: bool) -> int:
    """List the bots from the weakest to the strongest, or check one."""
    if check is not None:
        return _check(check, rules=rules, voice=voice, json=json)
    if rules is not None:
        raise complaint("usage.option_alone", option="--rules", other="--check")
    names = sorted({*BOT_NAMES, *playable_bots()}, key=level_of)
    listed = [_describe(name, voice=voice) for name in names]
    if json:
        print(notation.dumps({"bots": listed}, ensure_ascii=False, separators=(",", ":")))
        return 0
    from inkrail.cli.results import print_bots  # noqa: PLC0415 - JSON needs no tables

    print_bots(listed, voice=voice)
    return 0


def _describe(name: str, *, voice: Catalogue) -> dict[str, object]:
    missing = missing_extra(name)
    described = {"name": name, "level": level_of(name), "summary": voice[f"bot.{name}.summary"]}
    return {**described, "available": missing is None, **({"extra": missing} if missing else {})}


def _check(name: str, *, rules: str | None, voice: Catalogue, json: bool) -> int:
    from inkrail.bots.conformance import EVERY_RULESET, conformance  # noqa: PLC0415 - only needed here
    from inkrail.cli.progress import progress  # noqa: PLC0415 - the list needs no bar

    search_current_folder()
    find_bot(name)
    rulesets = EVERY_RULESET if rules is None else (parse_ruleset(rules).name,)
    checked: dict[str, tuple[Refusal, ...]] = {}
    with progress(voice["cli.bots.progress"], total=len(rulesets)) as step:
        for ruleset in rulesets:
            checked[ruleset] = conformance(name, rules=[ruleset])
            step()
    if json:
        report = [_report(problem, voice) for problems in checked.values() for problem in problems]
        print(notation.dumps({"bot": name, "problems": report}, ensure_ascii=False, separators=(",", ":")))
    else:
        for ruleset, problems in checked.items():
            sentences = " ".join(f"{problem.code}: {voice.refusal(problem)}" for problem in problems)
            result = sentences or voice["cli.bots.good"]
            print(voice.text("cli.bots.checked", rules=ruleset_name(voice, ruleset), result=result))
    return 1 if any(checked.values()) else 0


def _report(problem: Refusal, voice: Catalogue) -> dict[str, object]:
    """A problem as plain values; a refusal inside it becomes its sentence."""
    params = {
        name: voice.refusal(value) if isinstance(value, Refusal) else value
        for name, value in problem.params.items()
    }
    return {"code": problem.code, **params}
