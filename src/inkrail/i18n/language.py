"""Which language somebody reads."""

from __future__ import annotations

from collections.abc import Mapping

from inkrail.core.errors import Refusal
from inkrail.i18n.catalogue import LANGUAGES

VARIABLES = ("INKRAIL_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the environment that name a language, the strongest first."""

CODES = ("language.unknown",)


def choose_language(wanted: str | None, environment: Mapping[str, str]) -> str:
    """The language asked for, or that of the environment, or English.

    Somebody who asks by name for a language that is not there is told so; an environment is only a hint.
    """
    if wanted is not None:
        if wanted not in LANGUAGES:
            raise Refusal("language.unknown", language=wanted)
        return wanted
    told = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = told.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else LANGUAGES[0]
