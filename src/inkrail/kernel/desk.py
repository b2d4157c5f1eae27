# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""An unpacked board: where a tile may go, and the board after it is drawn (B7, B8).

A state is the row of words that is stored, hashed and passed around; a desk (see `book`) is the same board unpacked.
"""

from __future__ import annotations

from inkrail.kernel.bits import ALL, NOT_EAST, NOT_WEST, ROW, Words
from inkrail.kernel.book import (
    ANYWHERE,
    APART,
    CLASHES,
    CLASHES_TOO,
    COLUMNS,
    CRATERS,
    EXITS,
    FACED,
    FACES,
    FILLED,
    GAME,
    HUBS,
    IN_APART,
    IN_BOOK,
    IN_CRATERS,
    IN_FILLED,
    IN_HUBS,
    IN_ORIGIN,
    IN_SPENT,
    IN_THIRD,
    JOINS,
    KEEPS_APART,
    METEOR,
    ON_DESK,
    ORIGIN,
    PIECE_TILES,
    SHOWS,
    SIDE,
    SLOTS,
    SPECIAL,
    SPENT,
    STORED,
    TILE,
    UNDERGROUND,
    WIDTH_OF_UNDERGROUND,
)
from inkrail.kernel.compiling import inlined, inner


@inlined
def _open_slot(state: Words, book: Words, desk: Words, slot: int, at: int) -> None:
    north, east, south, west = state[at], state[at + 1], state[at + 2], state[at + 3]
    desk[slot] = north
    desk[SIDE + slot] = east
    desk[2 * SIDE + slot] = south
    desk[3 * SIDE + slot] = west
    desk[FACES + slot] = book[EXITS + slot] | (south << ROW) & ALL
    desk[FACES + SIDE + slot] = book[EXITS + SIDE + slot] | (west & NOT_WEST) >> 1
    desk[FACES + 2 * SIDE + slot] = book[EXITS + 2 * SIDE + slot] | north >> ROW
    desk[FACES + 3 * SIDE + slot] = book[EXITS + 3 * SIDE + slot] | (east & NOT_EAST) << 1


@inner
def lay_open(state: Words, book: Words, desk: Words) -> None:
    """Unpack a state into a desk, whatever the desk held before."""
    _open_slot(state, book, desk, 0, 0)
    _open_slot(state, book, desk, 1, 4)
    if book[SLOTS] > 2:
        _open_slot(state, book, desk, 2, IN_THIRD)
    desk[FILLED] = state[IN_FILLED]
    desk[APART] = state[IN_APART]
    desk[SPENT] = state[IN_SPENT]
    desk[ANYWHERE] = ALL
    if book[GAME] == METEOR:
        desk[CRATERS] = state[IN_CRATERS]
        desk[ORIGIN] = state[IN_ORIGIN]
    elif book[GAME] >= UNDERGROUND:
        for word in range(WIDTH_OF_UNDERGROUND - IN_HUBS):
            desk[HUBS + word] = state[IN_HUBS + word]


@inner
def put_away(desk: Words, book: Words, state: Words) -> None:
    """Pack the board on the desk into a state."""
    for side in range(4):
        state[side] = desk[side * SIDE]
        state[4 + side] = desk[side * SIDE + 1]
        if book[SLOTS] > 2:
            state[IN_THIRD + side] = desk[side * SIDE + 2]
    state[IN_FILLED] = desk[FILLED]
    state[IN_APART] = desk[APART]
    state[IN_SPENT] = desk[SPENT]
    if book[GAME] == METEOR:
        state[IN_CRATERS] = desk[CRATERS]
        state[IN_ORIGIN] = desk[ORIGIN]
    elif book[GAME] >= UNDERGROUND:
        for word in range(WIDTH_OF_UNDERGROUND - IN_HUBS):
            state[IN_HUBS + word] = desk[HUBS + word]


@inlined
def cells_for(desk: Words, book: Words, tile: int) -> int:
    """The free cells where a tile fits (B7, B8)."""
    return cells_fitting(desk, book, tile) & ~desk[FILLED]


@inlined
def cells_fitting(desk: Words, book: Words, tile: int) -> int:
    """The cells where a tile fits its neighbours, whatever is in the cell itself (B7, B8)."""
    row = TILE + tile * COLUMNS & IN_BOOK
    joins = (
        desk[book[row + JOINS] & ON_DESK]
        | desk[book[row + JOINS + 1] & ON_DESK]
        | desk[book[row + JOINS + 2] & ON_DESK]
        | desk[book[row + JOINS + 3] & ON_DESK]
    )
    bars = (
        desk[book[row + CLASHES] & ON_DESK]
        | desk[book[row + CLASHES + 1] & ON_DESK]
        | desk[book[row + CLASHES + 2] & ON_DESK]
        | desk[book[row + CLASHES + 3] & ON_DESK]
    )
    if book[SLOTS] > 2:
        bars |= desk[book[row + CLASHES_TOO] & ON_DESK] | desk[book[row + CLASHES_TOO + 1] & ON_DESK]
        bars |= desk[book[row + CLASHES_TOO + 2] & ON_DESK] | desk[book[row + CLASHES_TOO + 3] & ON_DESK]
    return joins & ~bars


@inlined
def draw(desk: Words, book: Words, tile: int, cell: int) -> None:
    """Draw a tile in a cell where it fits; a special route is crossed off (B10)."""
    row = TILE + tile * COLUMNS & IN_BOOK
    bit = 1 << cell
    desk[book[row + SHOWS] & ON_DESK] |= bit
    desk[book[row + SHOWS + 1] & ON_DESK] |= bit
    desk[book[row + SHOWS + 2] & ON_DESK] |= bit
    desk[book[row + SHOWS + 3] & ON_DESK] |= bit
    desk[book[row + FACED] & ON_DESK] |= bit >> ROW
    desk[book[row + FACED + 1] & ON_DESK] |= (bit & NOT_EAST) << 1
    desk[book[row + FACED + 2] & ON_DESK] |= (bit << ROW) & ALL
    desk[book[row + FACED + 3] & ON_DESK] |= (bit & NOT_WEST) >> 1
    desk[FILLED] |= bit
    desk[APART] |= book[row + KEEPS_APART] << cell
    desk[SPENT] |= book[row + SPECIAL]


@inlined
def store_drawn(state: Words, book: Words, tile: int, cell: int) -> None:
    """Draw a tile on a stored state."""
    row = TILE + tile * COLUMNS & IN_BOOK
    bit = 1 << cell
    state[book[row + STORED]] |= bit
    state[book[row + STORED + 1]] |= bit
    state[book[row + STORED + 2]] |= bit
    state[book[row + STORED + 3]] |= bit
    state[IN_FILLED] |= bit
    state[IN_APART] |= book[row + KEEPS_APART] << cell
    state[IN_SPENT] |= book[row + SPECIAL]


@inlined
def fits(desk: Words, book: Words, piece: int) -> bool:
    """Whether a piece has a legal placement (B9)."""
    for tile in range(book[PIECE_TILES + 2 * piece], book[PIECE_TILES + 2 * piece + 1]):
        if cells_for(desk, book, tile):
            return True
    return False
