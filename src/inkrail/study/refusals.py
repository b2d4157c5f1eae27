"""Why something cannot be studied."""

from __future__ import annotations

from typing import Final

from inkrail.core.errors import Refusal
from inkrail.core.score import Values
from inkrail.game.record import Record
from inkrail.rules.dealing import Seat
from inkrail.rules.ruleset import Ruleset

STUDY_CODES: Final = ("record.finished", "study.values", "puzzle.not_proven")
"""Codes of this part."""


def check_seat(record: Record, seat: Seat) -> None:
    """Refuse a seat that the game does not have."""
    if not 0 <= seat < record.seats:
        raise Refusal("seat.unknown", seat=seat + 1)


def check_values(ruleset: Ruleset) -> None:
    """Refuse the manual's network values: the learned values know only the official ones."""
    if ruleset.values is not Values.OFFICIAL:
        raise Refusal("study.values")
