"""The names of pieces, faces, rulesets, score lines and dates in a language; the engine only has their codes."""

from __future__ import annotations

from datetime import date

from inkrail.core.errors import Refusal
from inkrail.i18n.catalogue import Catalogue


def face_name(voice: Catalogue, face: str) -> str:
    """The name of a piece or of another face of a die; a word that is neither stays as it is."""
    return voice.get(f"piece.{face}") or voice.get(f"face.{face}", face)


def ruleset_name(voice: Catalogue, ruleset: str) -> str:
    """The name of a ruleset with those of its variants: `River + Draft`."""
    main, *variants = ruleset.split("+")
    names = [voice.get(f"ruleset.{main}.name", main)]
    names += (voice.get(f"variant.{variant}.name", variant) for variant in variants)
    return " + ".join(names)


def date_name(voice: Catalogue, day: date) -> str:
    """A date in words: `15 November 2026`."""
    month = voice[f"date.month.{day.month}"]
    return voice.text("date.written", day=day.day, month=month, year=day.year)


def line_name(voice: Catalogue, line: str) -> str:
    """The name of a score line; an unknown one stays as it is."""
    return voice.get(f"score.{line}", line)


def named_refusal(voice: Catalogue, refusal: Refusal) -> str:
    """The sentence of a refusal with the names of pieces and rulesets instead of their codes.

    Sentences about the lines of a file keep the codes, which are what the file contains.
    """
    named = dict(refusal.params)
    for key, value in refusal.params.items():
        if key in {"piece", "pieces"}:
            named[key] = ", ".join(face_name(voice, face) for face in str(value).split(", "))
        elif key == "ruleset":
            named[key] = ruleset_name(voice, str(value))
    return voice.refusal(Refusal(refusal.code, **named))
