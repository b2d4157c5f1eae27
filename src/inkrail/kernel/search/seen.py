# mypy: disable-error-code="no-any-return"
"""Boards already seen, by their hashes in an open-addressed table: a power of two of words, 0 where free.

A memo is such a table in which each hash is followed by a value; when it is full there, the newer board stays.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.board.bits import Words, zero
from inkrail.kernel.board.layout import ANYWHERE, CRATERS, FILLED, HUBS, ORIGIN, OVER, SIDE
from inkrail.kernel.capabilities import METEORS, OWN_KIND, SUBWAYS, TWO_BOARDS, UNDER
from inkrail.kernel.compiling import inlined, inner

PROBES: Final = 32
MEMO_PROBES: Final = 4
_HALF: Final = (1 << 32) - 1


@inlined
def _mixed(word: int, other: int) -> int:
    """Mix one more word into a hash.

    By multiplication: shifts alone are linear, so that the differences of two boards, which are few bits in fixed places,
    can cancel. No product has more than 63 bits, so none overflows without compilation.
    """
    word ^= other
    low = (word & _HALF) * 0x4F1BBCDD
    high = (word >> 32 & _HALF) * 0x7C15F39D
    return low ^ high << 32 ^ high >> 32


@inner
def _hash_part(word: int, board: Words, part: int) -> int:
    """Mix the words of one of two boards into a hash."""
    for slot in range(3 if OWN_KIND else 2):
        for side in range(4):
            word = _mixed(word, board[part + side * SIDE + slot])
    for index in range(FILLED, ANYWHERE):
        word = _mixed(word, board[part + index])
    return word


@inner
def hash_of(board: Words, left: int) -> int:
    """A hash of an open board and what is left to draw; never 0."""
    word = _hash_part(_mixed(zero(left) + 1, left), board, zero(left))
    if METEORS:
        word = _mixed(_mixed(word, board[CRATERS]), board[ORIGIN])
    if TWO_BOARDS:
        word = _hash_part(word, board, zero(left) + UNDER)
    if SUBWAYS:
        for index in range(HUBS, OVER + 1):
            word = _mixed(word, board[UNDER + index])
    word = _mixed(word, zero(left))
    word ^= word >> 32
    return word or 1


@inlined
def is_new(table: Words, key: int) -> bool:
    """Whether a hash was not seen before; it is stored, unless the table is too full there."""
    mask = len(table) - 1
    for probe in range(PROBES):
        place = (key + probe) & mask
        if table[place] == key:
            return False
        if table[place] == 0:
            table[place] = key
            return True
    return True


@inlined
def place_of(memo: Words, key: int) -> int:
    """Where a hash is in a memo, or where it is to be written."""
    mask = len(memo) - 1
    place = (key << 1) & mask
    for _ in range(MEMO_PROBES):
        if memo[place] == key or memo[place] == 0:
            return place
        place = (place + 2) & mask
    return place
