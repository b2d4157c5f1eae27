"""Checks that a bot plays by the rules: `inkrail bots --check NAME`.

A good bot plays every ruleset to the end without an illegal action and without stalling. Its decisions depend only on
its view and the random source: the same seed gives the same game, even with a new instance of the bot for each turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inkrail.bots.own import check_shape
from inkrail.bots.playing import play_game
from inkrail.bots.registry import Player, bot_factory
from inkrail.core.errors import Refusal
from inkrail.game.record import format_record
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset, variant_names

CONFORMANCE_CODES: Final = ("bot.not_deterministic",)

EVERY_RULESET: Final = tuple(
    full
    for name in RULESET_NAMES
    for full in (name, *(f"{name}+{variant}" for variant in variant_names(name)))
)
"""All rulesets, with and without their variants."""


def conformance(
    player: Player, *, rules: Sequence[str] = EVERY_RULESET, seed: str = "conformance"
) -> tuple[Refusal, ...]:
    """What a bot does wrong, at most one problem per ruleset; empty for a good bot."""
    try:
        bot = bot_factory(player)()
        check_shape(bot, name=player if isinstance(player, str) else repr(player))
    except Refusal as refusal:
        return (refusal,)
    return tuple(problem for name in rules for problem in problems(player, rules=name, seed=seed))


def problems(player: Player, *, rules: str, seed: str = "conformance") -> Iterator[Refusal]:
    """What a bot does wrong in one ruleset."""
    ruleset = parse_ruleset(rules)
    bots = (bot_factory(player),) * ruleset.dealer.least_seats
    try:
        first = play_game(ruleset, bots=bots, seed=seed)
        again = play_game(ruleset, bots=bots, seed=seed, remembers=False)
    except Refusal as refusal:
        yield refusal
        return
    if first.record != again.record:
        name, round_ = bots[0]().name, _round_of(format_record(first.record), format_record(again.record))
        yield Refusal("bot.not_deterministic", bot=name, ruleset=rules, round=round_, seed=seed)


def _round_of(first: str, again: str) -> int:
    """The round in which two records begin to differ."""
    round_ = 0
    for one, other in zip(first.splitlines(), again.splitlines(), strict=False):
        if one != other:
            break
        if one.startswith("round "):
            round_ = int(one.split()[1])
    return round_
