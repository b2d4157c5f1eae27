"""What a misspelt name was probably meant to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches

from inkrail.core.errors import Refusal
from inkrail.i18n.catalogue import LANGUAGES


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like this one, if any is like it at all."""
    matches = get_close_matches(name, list(known), n=1)
    return matches[0] if matches else None


def meant_by(refusal: Refusal) -> str | None:
    """The name that a refused one was probably meant to be."""
    if "meant" in refusal.params:
        meant = refusal.params["meant"]
        return None if meant is None else str(meant)
    if refusal.code not in _KNOWN:
        return None
    param, known = _KNOWN[refusal.code]
    return nearest(str(refusal.params.get(param, "")), known())


# Imported when something is misspelt: `inkrail --help` needs neither.


def _pieces() -> Iterable[str]:
    from inkrail.rules.registry import all_pieces  # noqa: PLC0415

    return all_pieces()


def _rulesets() -> Iterable[str]:
    from inkrail.rules.registry import RULESET_NAMES, variant_names  # noqa: PLC0415

    for name in RULESET_NAMES:
        yield name
        yield from (f"{name}+{variant}" for variant in variant_names(name))


def _bots() -> Iterable[str]:
    from inkrail.bots.registry import BOT_NAMES  # noqa: PLC0415

    return BOT_NAMES


_KNOWN: Mapping[str, tuple[str, Callable[[], Iterable[str]]]] = {
    "piece.unknown": ("piece", _pieces),
    "ruleset.unknown": ("ruleset", _rulesets),
    "bot.unknown": ("bot", _bots),
    "language.unknown": ("language", lambda: LANGUAGES),
}
"""For each code the parameter with the unknown name, and the names that there are."""
