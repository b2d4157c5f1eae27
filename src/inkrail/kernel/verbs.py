# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""Where a tile may be drawn by any verb, and the effects of drawing it: what the expansions add to `desk`.

Water fills cells (L3), route dice erase craters (M6), lava keeps volcanoes away and erases routes (F5, F6).
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.bits import ALL, NOT_EAST, NOT_WEST, ROW, Words
from inkrail.kernel.book import (
    APART,
    COLUMNS,
    CRATERS,
    FACES,
    FILLED,
    GAME,
    HUBS,
    LAKE,
    LAVA,
    MANDATORY,
    METEOR,
    OVER,
    OWN_TILE,
    PIECE,
    SIDE,
    SPECIAL,
    STATION_PIECES,
    STATIONS,
    TILE,
    UNDERGROUND,
)
from inkrail.kernel.compiling import inlined, inner
from inkrail.kernel.desk import cells_fitting, draw
from inkrail.kernel.regions import EAST, NORTH, SOUTH, WEST, cells_of_third

SLOTS_AT_ALL: Final = 3
FIRST_ROW: Final = (1 << ROW) - 1
FIRST_COLUMN: Final = sum(1 << ROW * row for row in range(ROW))


@inlined
def is_mandatory(book: Words, tile: int) -> bool:
    """Whether the tile is a route die's (B9)."""
    return book[MANDATORY] >> book[TILE + tile * COLUMNS + PIECE] & 1 != 0


@inlined
def is_lava_die(book: Words, tile: int) -> bool:
    """Whether the tile is a lava die's (F1)."""
    return (
        book[GAME] == LAVA
        and tile != book[OWN_TILE]
        and not is_mandatory(book, tile)
        and book[TILE + tile * COLUMNS + SPECIAL] == 0
    )


@inlined
def beside(cells: int) -> int:
    """All cells next to one of these."""
    return (cells << ROW) & ALL | cells >> ROW | (cells & NOT_EAST) << 1 | (cells & NOT_WEST) >> 1


@inlined
def facing_third(desk: Words) -> int:
    """The cells next to an open side of the expansion's kind."""
    return desk[FACES + NORTH] | desk[FACES + EAST] | desk[FACES + SOUTH] | desk[FACES + WEST]


@inlined
def is_shut_in(desk: Words) -> bool:
    """Whether no free cell is next to an open lava side (F6)."""
    return facing_third(desk) & ~desk[FILLED] == 0


@inner
def cells_by_any_verb(desk: Words, book: Words, tile: int, is_first: int) -> int:
    """The cells where a tile may be drawn, erasing what may be erased for it.

    `is_first` is 1 while no lava die was drawn in this round.
    """
    cells = cells_fitting(desk, book, tile)
    where = ~desk[FILLED]
    if book[GAME] == METEOR and is_mandatory(book, tile):
        where |= desk[CRATERS]
    elif book[GAME] == LAVA and tile == book[OWN_TILE]:
        where &= ~beside(cells_of_third(desk))
    elif is_first and is_lava_die(book, tile) and is_shut_in(desk):
        where |= ~cells_of_third(desk)
    return cells & where


@inner
def erase(desk: Words, cell: int) -> None:
    """Erase whatever is in a cell."""
    bit = 1 << cell
    for slot in range(SLOTS_AT_ALL):
        for side in range(4):
            desk[side * SIDE + slot] &= ~bit
        desk[FACES + 2 * SIDE + slot] &= ~(bit >> ROW)
        desk[FACES + 3 * SIDE + slot] &= ~((bit & NOT_EAST) << 1)
        desk[FACES + slot] &= ~((bit << ROW) & ALL)
        desk[FACES + SIDE + slot] &= ~((bit & NOT_WEST) >> 1)
    desk[FILLED] &= ~bit
    desk[APART] &= ~bit
    desk[CRATERS] &= ~bit


@inner
def draw_by_any_verb(desk: Words, book: Words, tile: int, cell: int) -> bool:
    """Draw a tile with all its effects; True if something was erased for it."""
    erases = desk[FILLED] >> cell & 1 != 0
    if erases:
        erase(desk, cell)
    draw(desk, book, tile, cell)
    if book[GAME] == LAKE:
        _fill(desk)
    elif book[GAME] >= UNDERGROUND and book[STATION_PIECES] >> book[TILE + tile * COLUMNS + PIECE] & 1:
        _open_station(desk, book, cell)
    return erases


@inner
def _open_station(desk: Words, book: Words, cell: int) -> None:
    """Add a subway station: a hub if under a station or, without a surface, first in its row and column (U5, U9)."""
    bit = 1 << cell
    desk[STATIONS] |= bit
    if book[GAME] == UNDERGROUND:
        desk[HUBS] |= desk[OVER] & bit
    else:
        column = FIRST_COLUMN << cell % ROW
        row = FIRST_ROW << cell - cell % ROW
        if not desk[HUBS] & (column | row):
            desk[HUBS] |= bit


@inner
def _fill(desk: Words) -> None:
    """Fill every empty cell that three or four open lake sides surround, until there are none (L3)."""
    water = 1
    while water:
        north, east, south, west = (
            desk[FACES + NORTH],
            desk[FACES + EAST],
            desk[FACES + SOUTH],
            desk[FACES + WEST],
        )
        water = north & east & (south | west) | south & west & (north | east)
        water &= ~desk[FILLED]
        desk[NORTH] |= water
        desk[EAST] |= water
        desk[SOUTH] |= water
        desk[WEST] |= water
        desk[FACES + SOUTH] |= water >> ROW
        desk[FACES + WEST] |= (water & NOT_EAST) << 1
        desk[FACES + NORTH] |= (water << ROW) & ALL
        desk[FACES + EAST] |= (water & NOT_WEST) >> 1
        desk[FILLED] |= water
