# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""What may be drawn in a round, and the walk through all boards that can result, each visited once.

The **options** of a round: one for each tile of each piece among the dice, and of each special route that is allowed
(underground of each result that may be drawn again). What is left is one word, four bits per distinct piece; all
special routes share one count.

The walk goes one level deeper with each drawing. Two drawings that are both legal now can be made in either order and
lead to the same boards; so once all boards with the first have been visited, that drawing sleeps: it is skipped below
everything tried after it (sleep sets). So each set of drawings is visited exactly once, in a legal order.

Where the order of drawings matters, a drawing wakes those that sleep if the order of the two matters: then each board is
visited, a few of them more than once. To list each once (`all_ends`) nothing sleeps, and the walk remembers the boards it
has seen.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.board.bits import Words, count, lowest
from inkrail.kernel.board.effects import DUPLICATES, ERASES, draw, legal_cells, move_of, owed_cells, piece_of
from inkrail.kernel.board.lake import nearly_surrounded
from inkrail.kernel.board.lava import is_lava_die, owes_lava
from inkrail.kernel.board.layout import FILLED, SPENT
from inkrail.kernel.board.networks import beside
from inkrail.kernel.board.tables import (
    LAVA_DICE,
    MANDATORY,
    PIECE_TILES,
    PIECES,
    SPECIAL_PIECES,
    SPECIALS,
    SPECIALS_A_GAME,
    STATION_PIECES,
    UNDER_PIECES,
    VOLCANO,
)
from inkrail.kernel.board.underground import is_underground, lines_of
from inkrail.kernel.capabilities import (
    HUBS_BY_ORDER,
    LAKES,
    LAVA,
    OPTIONAL_DICE,
    SUBWAYS,
    UNDER,
    USED,
)
from inkrail.kernel.compiling import inlined, inner

# Words of the options.
NUMBER: Final = 0
LEFT: Final = 1
"""What is left at the start of the round."""
PIECES_USED: Final = 2
"""The number of distinct pieces; all special routes count as one, which comes last."""
MUST: Final = 3
"""The pieces that must be drawn if they fit, as bits of `LEFT` (B9)."""
FIRST_SPECIAL: Final = 4
"""The first option that is a special route, or the number of options."""
OPTIONAL: Final = 5
"""The options of dice that may be left out, as bits; they are tried last."""
SPAN: Final = 8
"""For each distinct piece its first option and the one after its last."""
TILE_OF: Final = 32
"""The tile of each option."""
COUNT_OF: Final = 96
"""Which count of what is left the option takes from."""
MOST_OPTIONS: Final = 60
OPTIONS: Final = 160

COUNT_BITS: Final = 4
ONE: Final = 15
SINGLES: Final = 0x1111_1111_1111
"""The lowest bit of each count."""

DUTY_DONE: Final = -1
"""Stands among the dice of a round in which a lava die was already drawn (F3)."""
LAVA_DRAWN: Final = 60
"""The bit of what is left for this."""
LAVA_ERASED: Final = 61
"""The bit of what is left once lava has erased something (F6)."""

# Words of a level of the walk: an open board comes first, so that a level can be drawn on.
ROUTES: Final = 127
"""The points of a board without the expansion's, once only those can change; else `UNKNOWN`."""
SLEEPS: Final = 128
OPEN: Final = SLEEPS + MOST_OPTIONS
"""For each option the cells not yet tried."""
AT_LEFT: Final = OPEN + MOST_OPTIONS
PENDING: Final = AT_LEFT + 1
"""The options that have such cells, as bits."""
MOVE: Final = AT_LEFT + 2
"""The drawing that led to this level."""
FILTERED: Final = AT_LEFT + 3
"""1 once the search has pruned this level."""
LEVEL: Final = AT_LEFT + 4
UNKNOWN: Final = -1000
LEVELS: Final = 10
"""One more than the drawings of a round."""


@inner
def list_options(options: Words, tables: Words, dice: Words, extras: int) -> None:
    """List what may be drawn: these dice, and one of the special routes whose bits are set (B9, B10).

    Underground the bits are those of the pieces that may be drawn again (U4).
    """
    for word in range(OPTIONS):
        options[word] = 0
    for index in range(len(dice)):
        piece = dice[index]
        if piece == DUTY_DONE:
            options[LEFT] |= 1 << LAVA_DRAWN
            continue
        slot = 0
        while (
            slot < options[PIECES_USED]
            and options[TILE_OF + options[SPAN + 2 * slot]] != tables[PIECE_TILES + 2 * piece]
        ):
            slot += 1
        if slot == options[PIECES_USED]:
            _begin_piece(options)
            _add_tiles(options, tables, piece)
            if tables[MANDATORY] >> piece & 1:
                options[MUST] |= ONE << COUNT_BITS * slot
            else:
                options[OPTIONAL] |= (1 << options[NUMBER]) - (1 << options[SPAN + 2 * slot])
        options[LEFT] += 1 << COUNT_BITS * slot
    options[FIRST_SPECIAL] = options[NUMBER]
    if extras:
        _add_extras(options, tables, extras)


@inner
def _add_extras(options: Words, tables: Words, extras: int) -> None:
    options[LEFT] += 1 << COUNT_BITS * options[PIECES_USED]
    _begin_piece(options)
    for piece in range(tables[PIECES]):
        if extras >> piece & 1:
            _add_tiles(options, tables, piece)


@inner
def _begin_piece(options: Words) -> None:
    slot = options[PIECES_USED]
    options[SPAN + 2 * slot] = options[SPAN + 2 * slot + 1] = options[NUMBER]
    options[PIECES_USED] += 1


@inner
def _add_tiles(options: Words, tables: Words, piece: int) -> None:
    slot = options[PIECES_USED] - 1
    for tile in range(tables[PIECE_TILES + 2 * piece], tables[PIECE_TILES + 2 * piece + 1]):
        options[TILE_OF + options[NUMBER]] = tile
        options[COUNT_OF + options[NUMBER]] = slot
        options[NUMBER] += 1
    options[SPAN + 2 * slot + 1] = options[NUMBER]


@inner
def extra_pieces(board: Words, tables: Words, dice: Words) -> int:
    """What may be drawn besides the dice, as bits of pieces: special routes left (B10), or the dice again (U4).

    With two boards and no dice left it is not known which board is drawn on: then nothing.
    """
    bits = 0
    if SUBWAYS:
        for index in range(len(dice)):
            bits |= 1 << dice[index]
        if bits & tables[UNDER_PIECES]:
            return bits if count(board[UNDER + SPENT]) < tables[SPECIALS_A_GAME] else 0
        if bits == 0:
            return 0
        bits = 0
    if count(board[SPENT]) < tables[SPECIALS_A_GAME]:
        for special in range(tables[SPECIALS]):
            if not board[SPENT] >> special & 1:
                bits |= 1 << tables[SPECIAL_PIECES + special]
    return bits


@inlined
def is_single(left: int) -> bool:
    """Whether at most one piece is left."""
    return left & (left - 1) == 0 and left & ~SINGLES == 0


@inlined
def _asleep(level: Words, option: int) -> int:
    """The cells in which an option sleeps; to erase what is there now is another drawing (F6)."""
    if LAVA:
        return level[SLEEPS + option] & ~level[FILLED]
    return level[SLEEPS + option]


@inner
def enter(level: Words, tables: Words, options: Words) -> bool:
    """Find what may be drawn at a level; True if the round may end there (B9, M6, F3)."""
    left = level[AT_LEFT]
    is_first = ~left >> LAVA_DRAWN & 1
    if LAKES:
        _wake_lakes(level, options)
    must = pending = there = fitting = 0
    for slot in range(options[PIECES_USED]):
        if not left >> COUNT_BITS * slot & ONE:
            continue
        found = 0
        for option in range(options[SPAN + 2 * slot], options[SPAN + 2 * slot + 1]):
            cells = legal_cells(level, tables, options[TILE_OF + option], is_first)
            found |= owed_cells(level, cells)
            cells &= ~_asleep(level, option)
            level[OPEN + option] = cells
            if cells:
                pending |= 1 << option
        if found:
            must |= options[MUST] & ONE << COUNT_BITS * slot
        if LAVA:
            piece = piece_of(tables, options[TILE_OF + options[SPAN + 2 * slot]])
            there |= 1 << piece
            fitting |= (1 if found else 0) << piece
    level[PENDING] = pending
    level[FILTERED] = 0
    if LAVA and is_first and owes_lava(level, tables, there, fitting):
        return False
    return must == 0


@inner
def _wake_lakes(level: Words, options: Words) -> None:
    """Wake the lake dice that may fill a cell, where something else may be drawn before (L3)."""
    affected = beside(nearly_surrounded(level))
    for option in range(options[FIRST_SPECIAL]):
        if options[OPTIONAL] >> option & 1:
            level[SLEEPS + option] &= ~affected


@inner
def advance(level: Words, deeper: Words, tables: Words, options: Words, sleeps: int) -> bool:
    """Draw the next untried option of a level on the next one; False if there is none.

    If `sleeps` is 1, it sleeps from then on.
    """
    if level[PENDING] == 0:
        return False
    option = lowest(level[PENDING])
    if OPTIONAL_DICE:
        option = lowest(level[PENDING] & ~options[OPTIONAL] or level[PENDING])
    cells = level[OPEN + option]
    cell = lowest(cells)
    cells &= cells - 1
    level[OPEN + option] = cells
    if cells == 0:
        level[PENDING] &= ~(1 << option)
    deeper[AT_LEFT] = level[AT_LEFT] - (1 << COUNT_BITS * options[COUNT_OF + option])
    for word in range(USED):
        deeper[word] = level[word]
    if sleeps:
        _put_to_sleep(level, deeper, tables, options, option, cell)
    draw_option(deeper, tables, options, option, cell)
    return True


@inlined
def _put_to_sleep(level: Words, deeper: Words, tables: Words, options: Words, option: int, cell: int) -> None:
    """Let a drawing sleep below those tried after it, and below itself all that sleep.

    Erasing (F6) changes what else may be drawn: it never sleeps, and wakes all others.
    """
    erases = level[FILLED] >> cell & 1 if LAVA else 0
    if not erases:
        level[SLEEPS + option] |= 1 << cell
    for slot in range(options[PIECES_USED]):
        if deeper[AT_LEFT] >> COUNT_BITS * slot & ONE:
            for other in range(options[SPAN + 2 * slot], options[SPAN + 2 * slot + 1]):
                deeper[SLEEPS + other] = 0 if erases else level[SLEEPS + other]
    if LAVA or HUBS_BY_ORDER:
        _wake(deeper, tables, options, option, cell)


@inner
def _wake(level: Words, tables: Words, options: Words, option: int, cell: int) -> None:
    """Wake the drawings that another order would forbid or change.

    A volcano forbids none of the lava beside it, but lava forbids a volcano (F5); of two stations in a row or column
    the first becomes a hub (U9).
    """
    piece = piece_of(tables, options[TILE_OF + option])
    bit = 1 << cell
    if LAVA:
        if piece != tables[VOLCANO]:
            return
        affected, pieces = beside(bit), tables[LAVA_DICE]
    else:
        affected, pieces = lines_of(cell), tables[STATION_PIECES]
        if not pieces >> piece & 1:
            return
    for other in range(options[NUMBER]):
        if pieces >> piece_of(tables, options[TILE_OF + other]) & 1:
            level[SLEEPS + other] &= ~affected


@inlined
def draw_option(level: Words, tables: Words, options: Words, option: int, cell: int) -> None:
    """Draw an option on a level, and note the move."""
    tile = options[TILE_OF + option]
    move = move_of(tile, cell) | draw(level, tables, tile, cell)
    if LAVA:
        level[AT_LEFT] |= is_lava_die(tables, piece_of(tables, tile)) << LAVA_DRAWN
        level[AT_LEFT] |= (1 if move & ERASES else 0) << LAVA_ERASED
    if SUBWAYS and option >= options[FIRST_SPECIAL] and is_underground(tables, piece_of(tables, tile)):
        move |= DUPLICATES
        level[UNDER + SPENT] = level[UNDER + SPENT] << 1 | 1
    level[MOVE] = move


@inlined
def only_specials_pending(level: Words, options: Words) -> bool:
    """Whether only special routes are left to try, since every legal placement of a die sleeps."""
    return level[PENDING] != 0 and level[PENDING] & (1 << options[FIRST_SPECIAL]) - 1 == 0


@inlined
def dice_left(left: int, options: Words) -> int:
    """The number of dice left."""
    dice = 0
    for slot in range(options[PIECES_USED]):
        if options[MUST] >> COUNT_BITS * slot & 1:
            dice += left >> COUNT_BITS * slot & ONE
    return dice
