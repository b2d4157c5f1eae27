"""Positions of the base game for tests: rolled, drawn, refused."""

from __future__ import annotations

from tests.strategies import BASE

from inkrail.core.board import Round
from inkrail.core.errors import Refusal
from inkrail.core.notation import parse_placement
from inkrail.rules.position import DRAW, Drawing, Position


def drawing(text: str) -> Drawing:
    return Drawing(DRAW, parse_placement(text, BASE.pieces))


def rolled(*faces: str, round_: int = 1, on: Position | None = None) -> Position:
    """The position after these faces were rolled."""
    return BASE.begin_round(on or BASE.set_up(), Round(round_), faces=faces)


def play(position: Position, *lines: str) -> Position:
    """The position after these were drawn in order."""
    for line in lines:
        position = BASE.draw(position, drawing(line))
    return position


def refused(position: Position, line: str) -> str | None:
    """The code of the refusal, or None if it is drawn."""
    try:
        BASE.draw(position, drawing(line))
    except Refusal as refusal:
        return refusal.code
    return None
