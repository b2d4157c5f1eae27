# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""An open board: where a tile fits, and the board after it is drawn (B7, B8)."""

from __future__ import annotations

from inkrail.kernel.board.bits import ALL, NOT_EAST, NOT_WEST, ROW, Words
from inkrail.kernel.board.layout import (
    ANYWHERE,
    APART,
    CRATERS,
    FACES,
    FILLED,
    HUBS,
    IN_APART,
    IN_CRATERS,
    IN_FILLED,
    IN_HUBS,
    IN_ORIGIN,
    IN_SPENT,
    IN_THIRD,
    ORIGIN,
    SIDE,
    SPENT,
    THIRD,
)
from inkrail.kernel.board.tables import (
    CLASHES,
    CLASHES_TOO,
    COLUMNS,
    EXITS,
    FACED,
    IN_TABLES,
    JOINS,
    KEEPS_APART,
    PART,
    SHOWS,
    SPECIAL,
    STORED,
    TILE,
    UNDER_EXITS,
)
from inkrail.kernel.capabilities import BOARD, METEORS, OWN_KIND, SUBWAYS, TWO_BOARDS, UNDER, UNDER_AT
from inkrail.kernel.compiling import inlined, inner

UNDERGROUND_WORDS = 4
"""Hubs, broken pipes, stations, stations of the surface."""


@inlined
def _unpack_slot(state: Words, at: int, tables: Words, exits: int, board: Words, slot: int) -> None:
    north, east, south, west = state[at], state[at + 1], state[at + 2], state[at + 3]
    board[slot] = north
    board[SIDE + slot] = east
    board[2 * SIDE + slot] = south
    board[3 * SIDE + slot] = west
    board[FACES + slot] = tables[exits] | (south << ROW) & ALL
    board[FACES + SIDE + slot] = tables[exits + SIDE] | (west & NOT_WEST) >> 1
    board[FACES + 2 * SIDE + slot] = tables[exits + 2 * SIDE] | north >> ROW
    board[FACES + 3 * SIDE + slot] = tables[exits + 3 * SIDE] | (east & NOT_EAST) << 1


@inner
def unpack(state: Words, tables: Words, board: Words) -> None:
    """Open a state's board, whatever the open board held before."""
    for slot in range(3 if OWN_KIND else 2):
        at = 4 * slot if slot < THIRD else IN_THIRD
        _unpack_slot(state, at, tables, EXITS + slot, board, slot)
        if TWO_BOARDS:
            _unpack_slot(state, UNDER_AT + at, tables, UNDER_EXITS + slot, board, UNDER + slot)
    board[FILLED] = state[IN_FILLED]
    board[APART] = state[IN_APART]
    board[SPENT] = state[IN_SPENT]
    board[ANYWHERE] = ALL
    if METEORS:
        board[CRATERS] = state[IN_CRATERS]
        board[ORIGIN] = state[IN_ORIGIN]
    if SUBWAYS:
        board[UNDER + FILLED] = state[UNDER_AT + IN_FILLED]
        board[UNDER + APART] = state[UNDER_AT + IN_APART]
        board[UNDER + SPENT] = state[UNDER_AT + IN_SPENT]
        for word in range(UNDERGROUND_WORDS):
            board[UNDER + HUBS + word] = state[UNDER_AT + IN_HUBS + word]


@inner
def pack(board: Words, state: Words) -> None:
    """Write the open board as a state."""
    for side in range(4):
        state[side] = board[side * SIDE]
        state[4 + side] = board[side * SIDE + 1]
        if OWN_KIND:
            state[IN_THIRD + side] = board[side * SIDE + THIRD]
        if TWO_BOARDS:
            state[UNDER_AT + side] = board[UNDER + side * SIDE]
            state[UNDER_AT + 4 + side] = board[UNDER + side * SIDE + 1]
    state[IN_FILLED] = board[FILLED]
    state[IN_APART] = board[APART]
    state[IN_SPENT] = board[SPENT]
    if METEORS:
        state[IN_CRATERS] = board[CRATERS]
        state[IN_ORIGIN] = board[ORIGIN]
    if SUBWAYS:
        state[UNDER_AT + IN_FILLED] = board[UNDER + FILLED]
        state[UNDER_AT + IN_APART] = board[UNDER + APART]
        state[UNDER_AT + IN_SPENT] = board[UNDER + SPENT]
        for word in range(UNDERGROUND_WORDS):
            state[UNDER_AT + IN_HUBS + word] = board[UNDER + HUBS + word]


@inlined
def part_of(tables: Words, tile: int) -> int:
    """Where the tile's board begins in an open board."""
    if TWO_BOARDS:
        return tables[TILE + tile * COLUMNS + PART & IN_TABLES]
    return 0


@inlined
def fitting_cells(board: Words, tables: Words, tile: int) -> int:
    """The cells where a tile fits its neighbours, whatever is in the cell itself (B7, B8)."""
    row = TILE + tile * COLUMNS & IN_TABLES
    last = BOARD - 1
    joins = (
        board[tables[row + JOINS] & last]
        | board[tables[row + JOINS + 1] & last]
        | board[tables[row + JOINS + 2] & last]
        | board[tables[row + JOINS + 3] & last]
    )
    bars = (
        board[tables[row + CLASHES] & last]
        | board[tables[row + CLASHES + 1] & last]
        | board[tables[row + CLASHES + 2] & last]
        | board[tables[row + CLASHES + 3] & last]
    )
    if OWN_KIND:
        bars |= board[tables[row + CLASHES_TOO] & last] | board[tables[row + CLASHES_TOO + 1] & last]
        bars |= board[tables[row + CLASHES_TOO + 2] & last] | board[tables[row + CLASHES_TOO + 3] & last]
    return joins & ~bars


@inlined
def draw_tile(board: Words, tables: Words, tile: int, cell: int) -> None:
    """Draw a tile in a cell where it fits; a special route is crossed off (B10)."""
    row = TILE + tile * COLUMNS & IN_TABLES
    last = BOARD - 1
    bit = 1 << cell
    board[tables[row + SHOWS] & last] |= bit
    board[tables[row + SHOWS + 1] & last] |= bit
    board[tables[row + SHOWS + 2] & last] |= bit
    board[tables[row + SHOWS + 3] & last] |= bit
    board[tables[row + FACED] & last] |= bit >> ROW
    board[tables[row + FACED + 1] & last] |= (bit & NOT_EAST) << 1
    board[tables[row + FACED + 2] & last] |= (bit << ROW) & ALL
    board[tables[row + FACED + 3] & last] |= (bit & NOT_WEST) >> 1
    part = part_of(tables, tile) & last
    board[part + FILLED & last] |= bit
    board[part + APART & last] |= tables[row + KEEPS_APART] << cell
    board[SPENT] |= tables[row + SPECIAL]


@inlined
def store_drawn(state: Words, tables: Words, tile: int, cell: int) -> None:
    """Draw a tile on a state of one board, with no other effects."""
    row = TILE + tile * COLUMNS & IN_TABLES
    bit = 1 << cell
    state[tables[row + STORED]] |= bit
    state[tables[row + STORED + 1]] |= bit
    state[tables[row + STORED + 2]] |= bit
    state[tables[row + STORED + 3]] |= bit
    state[IN_FILLED] |= bit
    state[IN_APART] |= tables[row + KEEPS_APART] << cell
    state[IN_SPENT] |= tables[row + SPECIAL]
