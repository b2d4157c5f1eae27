"""Positions of the lava game for tests."""

from __future__ import annotations

import pytest
from tests.oracles.grid import CELLS as CELL_NAMES
from tests.rules.lava_ring import RING
from tests.rules.play import (
    legal_drawings,
    read,
)

from inkrail.core.board import Round
from inkrail.core.errors import Refusal
from inkrail.core.notation import parse_placement
from inkrail.core.score import ScoreSheet
from inkrail.rules.boardtext import position_of
from inkrail.rules.position import Drawing, Position
from inkrail.rules.registry import parse_ruleset

RULES = parse_ruleset("lava")
NO_ROUTES: tuple[str, ...] = ()
ROUTES = ("railway-straight", "railway-t", "highway-curve", "overpass")
MUST_DRAW = "lava.must_draw"


SHUT_IN = (*RING, "special-rrrr D3 RRRR")
"""The same with D3 taken: no free cell is next to lava. Only a piece without a highway fits into the ring."""


def standing(*lines: str) -> Position:
    """A board before a roll, in the third round or so."""
    position = position_of(read(lines, rules="lava"))
    used = tuple(line.split()[0] for line in lines if line.startswith("special"))
    return position._replace(crossed_off=used)


def rolled(position: Position, *lava: str, routes: tuple[str, ...] = NO_ROUTES) -> Position:
    """The position after a roll of these lava dice, by default without route dice."""
    return RULES.begin_round(position, Round(4), faces=(*routes, *lava))


def drawing(verb: str, text: str) -> Drawing:
    return Drawing(verb, parse_placement(text, RULES.pieces))


def draw(position: Position, *texts: str) -> Position:
    """The position after some drawings, each `verb piece cell sides`."""
    for text in texts:
        verb, _, placement = text.partition(" ")
        position = RULES.draw(position, drawing(verb, placement))
    return position


def refused(position: Position, text: str) -> str:
    """The code that a drawing is refused with."""
    with pytest.raises(Refusal) as caught:
        draw(position, text)
    return caught.value.code


def sheet(*lines: str) -> ScoreSheet:
    return RULES.score(standing(*lines))


def full_but(*free: str, over: tuple[str, ...]) -> tuple[str, ...]:
    """The lines, and a railway crossing in every cell that is neither in them nor in `free`."""
    taken = {line.split()[1] for line in over} | set(free)
    return (*over, *(f"special-rrrr {cell} RRRR" for cell in CELL_NAMES if cell not in taken))


def volcanoes(position: Position) -> str:
    """The cells where a volcano may be drawn."""
    found = [option for option in legal_drawings(RULES, position) if option.verb == "volcano"]
    return " ".join(str(option.placement.cell) for option in found)
