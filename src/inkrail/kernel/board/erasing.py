"""Erasing what is in a cell (M4, M6, F6)."""

from __future__ import annotations

from inkrail.kernel.board.bits import ALL, NOT_EAST, NOT_WEST, ROW, Words
from inkrail.kernel.board.layout import APART, CRATERS, FACES, FILLED, SIDE
from inkrail.kernel.capabilities import METEORS, OWN_KIND
from inkrail.kernel.compiling import inner


@inner
def erase(board: Words, cell: int) -> None:
    """Erase whatever is in a cell."""
    bit = 1 << cell
    for slot in range(3 if OWN_KIND else 2):
        for side in range(4):
            board[side * SIDE + slot] &= ~bit
        board[FACES + 2 * SIDE + slot] &= ~(bit >> ROW)
        board[FACES + 3 * SIDE + slot] &= ~((bit & NOT_EAST) << 1)
        board[FACES + slot] &= ~((bit << ROW) & ALL)
        board[FACES + SIDE + slot] &= ~((bit & NOT_WEST) >> 1)
    board[FILLED] &= ~bit
    board[APART] &= ~bit
    if METEORS:
        board[CRATERS] &= ~bit
