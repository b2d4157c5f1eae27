"""Chooses the language of the messages."""

from __future__ import annotations

import re
from collections.abc import Mapping

from inkrail.core.errors import Refusal
from inkrail.i18n.catalogue import LANGUAGES

VARIABLES = ("INKRAIL_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a language, in order of priority."""

CODES = ("language.unknown",)
_LONGEST_HEADER = 200
_WEIGHT = re.compile(r"q=([01](?:\.\d{0,3})?)")


def choose_language(wanted: str | None, environment: Mapping[str, str]) -> str:
    """The language asked for, else that of the environment, else English.

    An unknown language is refused if it was asked for by name; the environment is only a hint.
    """
    if wanted is not None:
        if wanted not in LANGUAGES:
            raise Refusal("language.unknown", language=wanted)
        return wanted
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = locale.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else LANGUAGES[0]


def accepted_language(header: str) -> str:
    """The language that a browser asks for in `Accept-Language`, else English."""
    wanted: list[tuple[float, str]] = []
    for part in header[:_LONGEST_HEADER].split(","):
        tag, _, weight = part.partition(";")
        language = tag.strip().partition("-")[0].lower()
        if language in LANGUAGES:
            match = _WEIGHT.fullmatch(weight.strip())
            wanted.append((float(match[1]) if match else 1.0, language))
    quality, language = max(wanted, key=lambda one: one[0], default=(0.0, ""))
    return language if quality else LANGUAGES[0]
