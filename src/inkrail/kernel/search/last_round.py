# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""The exact best end of the last round.

The search visits every board that the round can end with, but scores few of them: with one piece left, the upper bound
of each placement (see `bound`) tells whether it could beat the best board so far.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.board.bits import ALL, Words, lowest
from inkrail.kernel.board.effects import NO_MOVE
from inkrail.kernel.board.open_board import unpack
from inkrail.kernel.board.scoring import score_board
from inkrail.kernel.board.tables import COLUMNS, JOINING_PAYS, SIDES_DRAWN, TILE
from inkrail.kernel.capabilities import USED
from inkrail.kernel.compiling import compiled, inner
from inkrail.kernel.search.all_ends import MOVES
from inkrail.kernel.search.bound import LABELS, label_board, promise, promise_of_cell
from inkrail.kernel.search.options import (
    AT_LEFT,
    FILTERED,
    LEFT,
    LEVEL,
    LEVELS,
    MOVE,
    OPEN,
    OPTIONS,
    PENDING,
    TILE_OF,
    advance,
    dice_left,
    draw_option,
    enter,
    extra_pieces,
    is_single,
    list_options,
    only_specials_pending,
)

LOWEST: Final = -1000
"""A number below any total."""
FOLLOWER: Final = 4
"""The most points that a die connected only to a special route can add."""
FOLLOWER_OF_MANY: Final = 10
"""The same if three or four such dice may close a loop with it."""

# Words of the result: the moves come first.
TOTAL: Final = MOVES
BAR: Final = MOVES + 1
"""The total that another board must beat: the best one or, if the two best are wanted, the second best."""
_TWO: Final = MOVES + 2
RESULT: Final = MOVES + 3


@compiled
def best_end(
    state: Words, tables: Words, dice: Words, extra: int, above: int, prunes: int, two: int
) -> Words:
    """The drawings of the best end of the round with more than `above` points, followed by its total.

    With `prunes` 0 every board is scored. If `two` is 1, the best total of any other board comes next.
    """
    options = np.zeros(OPTIONS, np.int64)
    levels = np.zeros((LEVELS + 1, LEVEL), np.int64)
    work = np.zeros((2, LABELS), np.int64)
    unpack(state, tables, levels[0])
    list_options(options, tables, dice, extra_pieces(levels[0], tables, dice) if extra else 0)
    levels[0, AT_LEFT] = options[LEFT]
    best = np.full(RESULT, NO_MOVE, np.int64)
    best[TOTAL] = best[BAR] = above
    best[_TWO] = two
    _walk(levels, tables, options, work, best, prunes)
    return best


@inner
def _walk(levels: Words, tables: Words, options: Words, work: Words, best: Words, prunes: int) -> None:
    depth = 0
    arrived = True
    while depth >= 0:
        left = levels[depth, AT_LEFT]
        level = levels[depth]
        if arrived:
            may_end = enter(level, tables, options)
            if is_single(left):
                total = label_board(level, tables, work[0])
                if may_end and total > best[BAR]:
                    _keep(levels, depth, total, best)
                _try_last(levels, depth, tables, options, work, best, prunes)
                left = 0
            elif may_end:
                total = score_board(level, tables, work[1])
                if total > best[BAR]:
                    _keep(levels, depth, total, best)
        if left and prunes and not level[FILTERED] and only_specials_pending(level, options):
            _filter_specials(level, tables, options, work[0], best[BAR])
            level[FILTERED] = 1
        arrived = left != 0 and advance(level, levels[depth + 1], tables, options)
        depth += 1 if arrived else -1


@inner
def _filter_specials(level: Words, tables: Words, options: Words, found: Words, above: int) -> None:
    """Prune the special routes whose bound is too low, with dice left to follow.

    All dice that were legal before sleep. The dice that follow can therefore connect only to the special route and to
    each other: they join no network and reach no exit. One or two such dice have a single joint each: it removes one
    error, makes the route of its kind one longer, may be the first of the other kind, and may be in the centre.
    """
    dice = dice_left(level[AT_LEFT], options)
    above -= dice * (FOLLOWER if dice <= 2 else FOLLOWER_OF_MANY)
    label_board(level, tables, found)
    pending = level[PENDING]
    while pending:
        option = lowest(pending)
        pending &= pending - 1
        cells = level[OPEN + option]
        worthy = 0
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            if promise(level, tables, found, options[TILE_OF + option], cell) > above:
                worthy |= 1 << cell
        level[OPEN + option] = worthy
        if worthy == 0:
            level[PENDING] &= ~(1 << option)


@inner
def _try_last(
    levels: Words, depth: int, tables: Words, options: Words, work: Words, best: Words, prunes: int
) -> None:
    """Try each placement of the last piece whose bound is above the best total so far."""
    level = levels[depth]
    worthy = _worthy_cells(level, tables, options, work[0], best[BAR]) if prunes else ALL
    pending = level[PENDING] if worthy else 0
    while pending:
        option = lowest(pending)
        pending &= pending - 1
        cells = level[OPEN + option] & worthy
        tile = options[TILE_OF + option]
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            if prunes and promise(level, tables, work[0], tile, cell) <= best[BAR]:
                continue
            deeper = levels[depth + 1]
            for word in range(USED):
                deeper[word] = level[word]
            draw_option(deeper, tables, options, option, cell)
            total = score_board(deeper, tables, work[1])
            if total > best[BAR]:
                _keep(levels, depth + 1, total, best)


@inner
def _worthy_cells(level: Words, tables: Words, options: Words, found: Words, above: int) -> int:
    """The cells where a tile of the last piece might give more than `above` points."""
    if not tables[JOINING_PAYS] or level[PENDING] == 0:
        return ALL
    cells = sides = 0
    pending = level[PENDING]
    while pending:
        option = lowest(pending)
        pending &= pending - 1
        cells |= level[OPEN + option]
        sides = tables[TILE + options[TILE_OF + option] * COLUMNS + SIDES_DRAWN]
    worthy = 0
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if promise_of_cell(level, tables, found, sides, cell) > above:
            worthy |= 1 << cell
    return worthy


@inner
def _keep(levels: Words, depth: int, total: int, best: Words) -> None:
    """Keep a board above the bar as the best one, or its total as the second best."""
    if total <= best[TOTAL]:
        best[BAR] = total
        return
    best[BAR] = best[TOTAL] if best[_TWO] else total
    for index in range(MOVES):
        best[index] = levels[index + 1, MOVE] if index < depth else NO_MOVE
    best[TOTAL] = total
