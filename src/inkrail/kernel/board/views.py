# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""The views of a board: itself, mirrored left to right, mirrored top to bottom, and both, which is half a turn.

A board is worth the same in each of them, but a search that keeps only the best few breaks ties by the order of the
cells, and so finds other ends in a mirrored board. What is to be worth exactly the same is searched in the canonical view.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.board.bits import FIRST_COLUMN, FIRST_ROW, ROW, Words, lowest, zero
from inkrail.kernel.board.layout import (
    IN_APART,
    IN_CRATERS,
    IN_FILLED,
    IN_HUBS,
    IN_ORIGIN,
    IN_OVER,
    IN_THIRD,
)
from inkrail.kernel.capabilities import METEORS, OWN_KIND, SUBWAYS, TWO_BOARDS, UNDER_AT, WIDTH
from inkrail.kernel.compiling import inlined, inner

LEFT_RIGHT: Final = 1
TOP_BOTTOM: Final = 2
VIEWS: Final = 4
"""The number of views; a view is the sum of its mirrors."""
HALF: Final = ROW // 2
MIDDLE_COLUMN: Final = FIRST_COLUMN << HALF
MIDDLE_ROW: Final = FIRST_ROW << HALF * ROW


@inlined
def mask_in(mask: int, view: int) -> int:
    """A set of cells in a view."""
    if view & LEFT_RIGHT:
        moved = mask & MIDDLE_COLUMN
        for column in range(HALF):
            steps = ROW - 1 - 2 * column
            edge = FIRST_COLUMN << column
            moved |= (mask & edge) << steps | mask >> steps & edge
        mask = moved
    if view & TOP_BOTTOM:
        moved = mask & MIDDLE_ROW
        for row in range(HALF):
            steps = (ROW - 1 - 2 * row) * ROW
            edge = FIRST_ROW << row * ROW
            moved |= (mask & edge) << steps | mask >> steps & edge
        mask = moved
    return mask


@inlined
def side_in(side: int, view: int) -> int:
    """A side in a view: left and right exchange the odd ones of N E S W, top and bottom the even ones."""
    mirror = LEFT_RIGHT if side & 1 else TOP_BOTTOM
    return side ^ 2 if view & mirror else side


@inner
def _write_kind(state: Words, at: int, view: int, after: Words) -> None:
    for side in range(4):
        after[at + side_in(side, view)] = mask_in(state[at + side], view)


@inner
def _write_routes(state: Words, at: int, view: int, after: Words) -> None:
    """Write the words that each of two boards has."""
    _write_kind(state, at, view, after)
    _write_kind(state, at + 4, view, after)
    after[at + IN_FILLED] = mask_in(state[at + IN_FILLED], view)
    after[at + IN_APART] = mask_in(state[at + IN_APART], view)


@inner
def write_view(state: Words, view: int, after: Words) -> None:
    """Write a state as it is in a view; special routes and duplicates spent stay as they are."""
    for word in range(WIDTH):
        after[word] = state[word]
    _write_routes(state, zero(view), view, after)
    if OWN_KIND:
        _write_kind(state, zero(view) + IN_THIRD, view, after)
    if METEORS:
        after[IN_CRATERS] = mask_in(state[IN_CRATERS], view)
        after[IN_ORIGIN] = lowest(mask_in(1 << state[IN_ORIGIN], view))
    if TWO_BOARDS:
        _write_routes(state, zero(view) + UNDER_AT, view, after)
    if SUBWAYS:
        for word in range(UNDER_AT + IN_HUBS, UNDER_AT + IN_OVER + 1):
            after[word] = mask_in(state[word], view)


@inner
def write_canonical(state: Words, other: Words, least: Words) -> None:
    """Write the canonical view of a state, which all its views share; `other` is work space.

    It is the least one, compared from the last word on. So with meteors the cell hit last decides first: the ends of one
    round mostly share it, and therefore their view and what a sampled meteor does there.
    """
    write_view(state, zero(state[IN_FILLED]), least)
    for mirrors in range(1, VIEWS):
        write_view(state, mirrors, other)
        if _is_less(other, least):
            for word in range(WIDTH):
                least[word] = other[word]


@inner
def _is_less(one: Words, other: Words) -> bool:
    for back in range(1, WIDTH + 1):
        word = WIDTH - back
        if one[word] != other[word]:
            return one[word] < other[word]
    return False
