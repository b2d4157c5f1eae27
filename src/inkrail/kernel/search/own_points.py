# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""An upper bound on what the expansion's own dice can add to a board, for the exact last round.

The points of rivers and of lava depend on their own tiles alone. So they are never more than those of the best placement
of the round's river or lava dice on the board before it, where no new route is in their way. A die without a route adds
nothing else. A single bridge left, which may go anywhere, adds to the routes at most what its `promise` says; a lava die
with a route must connect to lava, which others may bring: then there is no bound. Lava that is shut in may erase routes
(F6): then, and once it has, there is none either.
"""

from __future__ import annotations

from inkrail.kernel.board.bits import CENTRE, Words, count, lowest, zero
from inkrail.kernel.board.lava import is_shut_in, lava_lakes_of
from inkrail.kernel.board.layout import FILLED, SIDE, THIRD
from inkrail.kernel.board.networks import open_ends
from inkrail.kernel.board.river import rivers_of
from inkrail.kernel.board.tables import COLUMNS, SHOWS, TILE
from inkrail.kernel.capabilities import LAVA, RIVERS
from inkrail.kernel.compiling import inlined, inner
from inkrail.kernel.search.bound import label_board, most_of_followers, promise
from inkrail.kernel.search.options import (
    AT_LEFT,
    COUNT_BITS,
    LAVA_ERASED,
    LEFT,
    ONE,
    OPEN,
    OPTIONAL,
    PENDING,
    PIECES_USED,
    ROUTES,
    SPAN,
    TILE_OF,
    UNKNOWN,
    advance,
    enter,
)


@inner
def own_points(board: Words) -> int:
    """The points that depend on the expansion's tiles alone, and the centre."""
    points = rivers_of(board).points if RIVERS else lava_lakes_of(board).points
    return points - open_ends(board, zero(points) + THIRD) + count(board[FILLED] & CENTRE)


@inner
def most_own_points(levels: Words, tables: Words, options: Words) -> int:
    """The most points that the dice of the expansion may lead to on a board; its centre is not counted."""
    left = 0
    for slot in range(options[PIECES_USED]):
        if options[OPTIONAL] >> options[SPAN + 2 * slot] & 1:
            left |= options[LEFT] & ONE << COUNT_BITS * slot
    levels[0, AT_LEFT] = left
    most = own_points(levels[0])
    centre = count(levels[0, FILLED] & CENTRE)
    depth = 0
    arrived = True
    while depth >= 0:
        if arrived:
            enter(levels[depth], tables, options)
            most = max(most, own_points(levels[depth]))
        arrived = advance(levels[depth], levels[depth + 1], tables, options, zero(depth) + 1)
        depth += 1 if arrived else -1
    return most - centre


@inlined
def only_own_pending(level: Words, options: Words) -> bool:
    """Whether only dice of the expansion are left to try."""
    return level[PENDING] != 0 and level[PENDING] & ~options[OPTIONAL] == 0


@inlined
def _has_route(tables: Words, tile: int) -> bool:
    """Whether a tile has a side of slot 0 or 1."""
    row = TILE + tile * COLUMNS
    for side in range(4):
        word = tables[row + SHOWS + side]
        if word == side * SIDE or word == side * SIDE + 1:
            return True
    return False


@inner
def filter_own_dice(level: Words, tables: Words, options: Words, labels: Words, above: int) -> None:
    """Prune the expansion's dice where the routes cannot have more than `above` points without its most points.

    All other drawings that were legal before sleep; so those that follow a bridge can connect only to it and to each other.
    """
    if level[ROUTES] != UNKNOWN:
        return
    if LAVA and (is_shut_in(level) or level[AT_LEFT] >> LAVA_ERASED & 1):
        return
    bridges, others = _count_left(level, tables, options)
    if bridges > 1 or (LAVA and bridges):
        return
    routes = label_board(level, tables, labels)
    if bridges:
        above -= most_of_followers(others)
    else:
        level[ROUTES] = routes - count(level[FILLED] & CENTRE)
    worthwhile = routes > above
    pending = level[PENDING]
    while pending:
        option = lowest(pending)
        pending &= pending - 1
        if _has_route(tables, options[TILE_OF + option]):
            worthwhile |= _filter_cells(level, tables, options, labels, option, above)
    if not worthwhile:
        level[PENDING] = 0


@inlined
def _count_left(level: Words, tables: Words, options: Words) -> tuple[int, int]:
    """How many dice are left that are bridges, and how many pieces that are no dice of the expansion."""
    bridges = others = 0
    for slot in range(options[PIECES_USED]):
        many = level[AT_LEFT] >> COUNT_BITS * slot & ONE
        first = options[SPAN + 2 * slot]
        if not options[OPTIONAL] >> first & 1:
            others += many
        elif _has_route(tables, options[TILE_OF + first]):
            bridges += many
    return bridges, others


@inlined
def _filter_cells(
    level: Words, tables: Words, options: Words, labels: Words, option: int, above: int
) -> bool:
    """Prune the cells where the bound of a bridge is too low; False if that is so in all."""
    cells = level[OPEN + option]
    worthy = 0
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if promise(level, tables, labels, options[TILE_OF + option], cell) > above:
            worthy |= 1 << cell
    level[OPEN + option] = worthy
    if worthy == 0:
        level[PENDING] &= ~(1 << option)
    return worthy != 0
