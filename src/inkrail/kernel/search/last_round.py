# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""The exact best end of the last round.

The search visits every board that the round can end with (`options`), but scores few of them.

In the base game, with one piece left, the upper bound of each placement (`bound`) tells whether it could beat the best
board so far. In the others every board is scored, except where dice may be left out: there the expansion's own dice
come last, and boards that cannot get enough points with them are dropped before (`own_points`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from inkrail.kernel.board.bits import ALL, Words, lowest, zero
from inkrail.kernel.board.effects import NO_MOVE
from inkrail.kernel.board.open_board import pack, unpack
from inkrail.kernel.board.scoring import score_board
from inkrail.kernel.board.tables import COLUMNS, JOINING_PAYS, SIDES_DRAWN, TILE
from inkrail.kernel.capabilities import ORDER_MATTERS, OWN_DICE_LAST, SOLVED_AT_ONCE, USED, WIDTH
from inkrail.kernel.compiling import compiled, inlined, inner
from inkrail.kernel.search.all_ends import MOVES
from inkrail.kernel.search.bound import LABELS, label_board, most_of_followers, promise, promise_of_cell
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
    ROUTES,
    TILE_OF,
    UNKNOWN,
    advance,
    dice_left,
    draw_option,
    enter,
    extra_pieces,
    is_single,
    list_options,
    only_specials_pending,
)
from inkrail.kernel.search.own_points import filter_own_dice, most_own_points, only_own_pending, own_points

LOWEST: Final = -1000
"""A number below any total."""
MOST_VISITED: Final = 10_000_000
"""How many boards are visited at most, unless asked otherwise."""

# Words of the result: the moves come first.
TOTAL: Final = MOVES
BAR: Final = MOVES + 1
"""The total that another board must beat: the best one or, if the two best are wanted, the second best."""
_TWO: Final = MOVES + 2
VISITED: Final = MOVES + 3
"""The number of boards visited or scored."""
RESULT: Final = MOVES + 4


class LastRound(NamedTuple):
    """The best end of the last round: its total, the highest one of any other board if that was asked, and its moves."""

    total: int
    second: int
    moves: Words
    is_exact: bool
    """False if there are too many boards, so that the search stopped before it had seen all."""


def last_round_of(result: Words, limit: int) -> LastRound:
    """The result of a search that visited at most `limit` boards."""
    is_exact = bool(result[VISITED] <= limit)
    return LastRound(int(result[TOTAL]), int(result[BAR]), result[:MOVES], is_exact)


@compiled
def best_end(
    state: Words, tables: Words, dice: Words, extra: int, above: int, prunes: int, two: int, limit: int
) -> Words:
    """The drawings of the best end of the round with more than `above` points, followed by its total.

    With `prunes` 0 every board is scored. If `two` is 1, the best total of any other board comes next. The search stops
    when it has visited more than `limit` boards; then the result is what it has found.
    """
    options = np.zeros(OPTIONS, np.int64)
    levels = np.zeros((LEVELS + 1, LEVEL), np.int64)
    work = np.zeros((4 if ORDER_MATTERS else 2, LABELS), np.int64)
    unpack(state, tables, levels[0])
    list_options(options, tables, dice, extra_pieces(levels[0], tables, dice) if extra else 0)
    levels[0, AT_LEFT] = options[LEFT]
    best = np.full(RESULT, NO_MOVE, np.int64)
    best[TOTAL] = best[BAR] = above
    best[_TWO] = two
    most = 0
    levels[0, ROUTES] = UNKNOWN
    if OWN_DICE_LAST:
        own = np.zeros((LEVELS + 1, LEVEL), np.int64)
        unpack(state, tables, own[0])
        most = most_own_points(own, tables, options)
    _walk(levels, tables, options, work, best, prunes, most, limit)
    return best


@inner
def _walk(
    levels: Words, tables: Words, options: Words, work: Words, best: Words, prunes: int, most: int, limit: int
) -> None:
    depth = visited = 0
    arrived = True
    while depth >= 0 and visited <= limit:
        left = levels[depth, AT_LEFT]
        level = levels[depth]
        if arrived:
            visited += 1
            may_end = enter(level, tables, options)
            if SOLVED_AT_ONCE and is_single(left):
                total = label_board(level, tables, work[0])
                if may_end and total > best[BAR]:
                    _keep(levels, depth, total, work, best)
                _try_last(levels, depth, tables, options, work, best, prunes)
                left = 0
            elif may_end:
                total = _total(level, tables, work[1])
                if total > best[BAR]:
                    _keep(levels, depth, total, work, best)
        if left and prunes and not level[FILTERED]:
            _filter(level, tables, options, work[0], best[BAR], most)
        if OWN_DICE_LAST:
            levels[depth + 1, ROUTES] = level[ROUTES]
        arrived = left != 0 and advance(level, levels[depth + 1], tables, options, zero(depth) + 1)
        depth += 1 if arrived else -1
    best[VISITED] = visited


@inlined
def _total(level: Words, tables: Words, lines: Words) -> int:
    if OWN_DICE_LAST and level[ROUTES] != UNKNOWN:
        return level[ROUTES] + own_points(level)
    return score_board(level, tables, lines)


@inlined
def _filter(level: Words, tables: Words, options: Words, labels: Words, above: int, most: int) -> None:
    """Once only pieces are left to try whose points have a bound, prune those that cannot lead above a total."""
    if SOLVED_AT_ONCE and only_specials_pending(level, options):
        _filter_specials(level, tables, options, labels, above)
        level[FILTERED] = 1
    if OWN_DICE_LAST and only_own_pending(level, options):
        filter_own_dice(level, tables, options, labels, above - most)
        level[FILTERED] = 1


@inner
def _filter_specials(level: Words, tables: Words, options: Words, found: Words, above: int) -> None:
    """Prune the special routes whose bound is too low, with dice left to follow.

    All dice that were legal before sleep; so those that follow can connect only to the special route and to each other.
    """
    above -= most_of_followers(dice_left(level[AT_LEFT], options))
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
                _keep(levels, depth + 1, total, work, best)


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
def _keep(levels: Words, depth: int, total: int, work: Words, best: Words) -> None:
    """Keep a board above the bar as the best one, or its total as the second best."""
    if total <= best[TOTAL]:
        if not (ORDER_MATTERS and total == best[TOTAL] and _is_best(levels[depth], work)):
            best[BAR] = total
        return
    best[BAR] = best[TOTAL] if best[_TWO] else total
    for index in range(MOVES):
        best[index] = levels[index + 1, MOVE] if index < depth else NO_MOVE
    best[TOTAL] = total
    if ORDER_MATTERS:
        pack(levels[depth], work[2])


@inner
def _is_best(board: Words, work: Words) -> bool:
    """Whether this is the best board so far again: where the order matters, some boards are visited twice."""
    pack(board, work[3])
    differs = 0
    for word in range(WIDTH):
        differs |= work[2, word] ^ work[3, word]
    return differs == 0
