# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""Meteors, rules M: where one lands and what it leaves there."""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.core.cells import SIZE
from inkrail.kernel.bits import NOT_EAST, NOT_NORTH, NOT_SOUTH, NOT_WEST, ROW, Words
from inkrail.kernel.book import CRATERS, DESK, FILLED, ORIGIN
from inkrail.kernel.chance import Chance, below
from inkrail.kernel.compiling import compiled, inner
from inkrail.kernel.desk import lay_open, put_away
from inkrail.kernel.verbs import erase
from inkrail.rules.expansions.meteor import DISTANCE_DIE

STEPS: Final = (-ROW, 1, ROW, -1)
INSIDE: Final = (NOT_NORTH, NOT_EAST, NOT_SOUTH, NOT_WEST)
DISTANCES: Final = tuple(int(face) for face in DISTANCE_DIE.faces)
LINE_AND_BACK: Final = 2 * (SIZE - 1)


@inner
def landing(craters: int, origin: int, direction: int, distance: int) -> int:
    """The cell that a meteor hits, or -1 if its whole line is craters (M2, M3)."""
    cell = origin
    steps = 0
    while steps < distance or craters >> cell & 1:
        if steps > distance + LINE_AND_BACK:
            return -1
        if not INSIDE[direction] >> cell & 1:
            direction = (direction + 2) % 4
        cell += STEPS[direction]
        steps += 1
    return cell


@inner
def strike(desk: Words, direction: int, distance: int) -> None:
    """Let a meteor strike; the sides are numbered N E S W (M2-M4)."""
    cell = landing(desk[CRATERS], desk[ORIGIN], direction, distance)
    if cell >= 0:
        erase(desk, cell)
        desk[FILLED] |= 1 << cell
        desk[CRATERS] |= 1 << cell
        desk[ORIGIN] = cell


@inner
def strike_by_chance(desk: Words, chance: Chance) -> None:
    """Roll both dice and let the meteor strike; it is never ignored for a price, and choices are random (M1)."""
    direction = below(chance, 6)
    if direction >= 4:
        direction = below(chance, 4)
    strike(desk, direction, DISTANCES[below(chance, 6)])


@compiled
def after_strike(state: Words, book: Words, direction: int, distance: int) -> Words:
    """The state after a meteor struck."""
    desk = np.zeros(DESK, np.int64)
    lay_open(state, book, desk)
    strike(desk, direction, distance)
    after = np.empty_like(state)
    put_away(desk, book, after)
    return after
