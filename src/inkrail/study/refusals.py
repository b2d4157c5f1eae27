"""Why something cannot be studied."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from inkrail.core.errors import Refusal
from inkrail.core.score import Values
from inkrail.game.record import Record
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset

STUDY_CODES: Final = ("record.finished", "study.values", "study.no_duplicates", "puzzle.not_proven")
"""Codes of this part."""


def check_seat(record: Record, seat: Seat) -> None:
    """Refuse a seat that the game does not have."""
    if not 0 <= seat < record.seats:
        raise Refusal("seat.unknown", seat=seat + 1)


def check_values(ruleset: Ruleset) -> None:
    """Refuse the manual's network values: the learned values know only the official ones."""
    if ruleset.values is not Values.OFFICIAL:
        raise Refusal("study.values")


def check_number(number: int, *, option: str, least: int, most: int) -> None:
    """Refuse a number that is out of bounds."""
    if not least <= number <= most:
        raise Refusal("usage.number", option=option, value=number, least=least, most=most)


def check_choice(value: str, *, option: str, choices: Collection[str]) -> None:
    """Refuse a word that is none of the choices."""
    if value not in choices:
        raise Refusal("usage.choice", option=option, value=value, choices=", ".join(choices))
