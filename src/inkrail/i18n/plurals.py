"""The CLDR plural categories: which form of a text goes with a number.

The rules are those of https://cldr.unicode.org for whole numbers; the tests compare them with Babel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

CATEGORIES: Final = frozenset({"zero", "one", "two", "few", "many", "other"})
"""The names of all categories; every text that counts has `other`."""


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _spanish(number: int) -> str:
    return "many" if number and number % 1_000_000 == 0 else _one_or_other(number)


_RULES: Final[Mapping[str, Callable[[int], str]]] = {
    "en": _one_or_other,
    "es": _spanish,
    "de": _one_or_other,
}


def plural_category(language: str, number: int) -> str:
    """The category of a whole number in a language; the sign does not matter."""
    return _RULES[language](abs(number))
