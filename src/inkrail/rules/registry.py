"""The rulesets by name. Only this file names the expansions."""

from __future__ import annotations

from collections.abc import Callable

from inkrail.core.errors import CODES, Refusal
from inkrail.core.longest import Longest
from inkrail.core.pieces import Piece
from inkrail.core.score import Values
from inkrail.rules.expansions.draft import Draft, Hand
from inkrail.rules.expansions.lake import Lake
from inkrail.rules.expansions.lava import Lava
from inkrail.rules.expansions.meteor import Meteor
from inkrail.rules.expansions.river import River
from inkrail.rules.expansions.underground import Underground, UndergroundStandalone
from inkrail.rules.module import RuleModule
from inkrail.rules.ruleset import Ruleset
from inkrail.rules.standard import Standard

_RULESETS: dict[str, tuple[Callable[[], RuleModule], ...]] = {
    "base": (Standard,),
    "river": (Standard, River),
    "lake": (Standard, Lake),
    "meteor": (Standard, Meteor),
    "lava": (Standard, Lava),
    "underground": (Standard, Underground),
    "underground-standalone": (UndergroundStandalone,),
}
_VARIANTS: dict[str, Callable[[], RuleModule]] = {"draft": Draft}
_REPLAYED: dict[str, Callable[[], RuleModule]] = {"hand": Hand}
"""What is never offered for a new game, by the same names."""

RULESET_NAMES = tuple(_RULESETS)
"""The rulesets without a variant, in the order of display."""


def ruleset_names() -> tuple[str, ...]:
    """The rulesets without a variant, including added ones."""
    return tuple(_RULESETS)


def add_ruleset(name: str, *modules: Callable[[], RuleModule]) -> None:
    """Add a ruleset made of these modules."""
    _RULESETS[name] = modules


def variant_names(name: str) -> tuple[str, ...]:
    """The variants that may be added to a ruleset; a draft needs route dice."""
    return tuple(_VARIANTS) if parse_ruleset(name).has_route_dice else ()


def parse_ruleset(name: str, *, longest: Longest | None = None, values: Values = Values.OFFICIAL) -> Ruleset:
    """The ruleset of this name, e.g. `river` or `river+draft`."""
    main, *variants = name.split("+")
    known = _VARIANTS | _REPLAYED
    if main not in _RULESETS or len(variants) > 1 or not known.keys() >= set(variants):
        raise Refusal("ruleset.unknown", ruleset=name)
    modules = [make() for make in _RULESETS[main]] + [known[variant]() for variant in variants]
    ruleset = Ruleset(name, tuple(modules), longest=longest, values=values)
    if variants and not ruleset.has_route_dice:
        raise Refusal("ruleset.no_route_dice", ruleset=name)
    return ruleset


def of_one_seat(ruleset: Ruleset) -> Ruleset:
    """The ruleset in which one seat plays its part of a game again; of a draft it has the hands."""
    if not ruleset.dealer.picking:
        return ruleset
    main = ruleset.name.partition("+")[0]
    return parse_ruleset(f"{main}+hand", longest=ruleset.longest, values=ruleset.values)


def format_ruleset(ruleset: Ruleset) -> str:
    """The ruleset's name."""
    return ruleset.name


def all_modules() -> tuple[RuleModule, ...]:
    """Every module, each once."""
    makers = dict.fromkeys(make for makers in _RULESETS.values() for make in makers)
    return tuple(make() for make in (*makers, *_VARIANTS.values(), *_REPLAYED.values()))


def all_pieces() -> dict[str, Piece]:
    """Every piece of every ruleset by name."""
    return {piece.name: piece for module in all_modules() for piece in module.pieces}


RULES_CODES = (
    "ruleset.unknown",
    "ruleset.no_route_dice",
    "roll.impossible",
    "step.not_possible",
    "draw.not_available",
    "round.dice_left",
)
"""Codes of `rules` outside its modules."""


def all_codes() -> tuple[str, ...]:
    """Every code that `core` and `rules` refuse with."""
    own = (
        code
        for module in all_modules()
        for code in (*module.codes, *(module.dealer.codes if module.dealer else ()))
    )
    return tuple(dict.fromkeys((*CODES, *RULES_CODES, *own)))
