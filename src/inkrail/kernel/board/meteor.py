# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""Meteors, rules M: where one lands, what it leaves there, and the points of routes that end at craters."""

from __future__ import annotations

from typing import Final

from inkrail.core.cells import SIZE
from inkrail.kernel.board.bits import (
    ALL,
    NOT_EAST,
    NOT_NORTH,
    NOT_SOUTH,
    NOT_WEST,
    ROW,
    Words,
    count,
)
from inkrail.kernel.board.erasing import erase
from inkrail.kernel.board.layout import CRATERS, FILLED, ORIGIN, SIDE
from inkrail.kernel.compiling import inner
from inkrail.rules.expansions.meteor import DISTANCE_DIE, POINTS_A_TILE

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
def strike(board: Words, direction: int, distance: int) -> None:
    """Let a meteor strike; the sides are numbered N E S W (M2-M4)."""
    cell = landing(board[CRATERS], board[ORIGIN], direction, distance)
    if cell >= 0:
        erase(board, cell)
        board[FILLED] |= 1 << cell
        board[CRATERS] |= 1 << cell
        board[ORIGIN] = cell


@inner
def crater_routes(board: Words) -> tuple[int, int]:
    """The points of the tiles with a side at a crater, and how many such sides there are (M7)."""
    craters = board[CRATERS]
    north = (board[0] | board[1]) & craters << ROW & ALL
    east = (board[SIDE] | board[SIDE + 1]) & (craters & NOT_WEST) >> 1
    south = (board[2 * SIDE] | board[2 * SIDE + 1]) & craters >> ROW
    west = (board[3 * SIDE] | board[3 * SIDE + 1]) & (craters & NOT_EAST) << 1
    sides = count(north) + count(east) + count(south) + count(west)
    return POINTS_A_TILE * count(north | east | south | west), sides
