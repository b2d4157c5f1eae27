# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""What may be drawn in a round, and the walk through all boards that can result, each visited once.

A **hand** lists the options of a round: one for each tile of each piece among the dice, and of each special route
that is allowed. What is left of it is one word, four bits per distinct piece; all special routes share one count.

The walk goes one level deeper with each drawing. Two drawings that are both legal now can be made in either order and
lead to the same boards; so once all boards with the first have been visited, that drawing sleeps: it is skipped below
everything tried after it (sleep sets). So each set of drawings is visited exactly once, in a legal order.
"""

from __future__ import annotations

from typing import Final

from inkrail.kernel.bits import Words, count, lowest
from inkrail.kernel.boards import move_of
from inkrail.kernel.book import (
    ANYWHERE,
    DESK,
    GAME,
    MANDATORY,
    PIECE_TILES,
    PIECES,
    SPECIAL_PIECES,
    SPECIALS,
    SPECIALS_A_GAME,
    UNDERGROUND,
)
from inkrail.kernel.compiling import inlined, inner
from inkrail.kernel.desk import cells_for, draw

# Words of a hand.
OPTIONS: Final = 0
LEFT: Final = 1
"""What is left at the start of the round."""
SLOTS_USED: Final = 2
"""The number of distinct pieces; all special routes count as one, which comes last."""
MUST: Final = 3
"""The slots that must be drawn if they fit, as bits of `LEFT` (B9)."""
FIRST_SPECIAL: Final = 4
"""The first option that is a special route, or the number of options."""
SPAN: Final = 8
"""For each distinct piece its first option and the one after its last."""
TILE_OF: Final = 32
"""The tile of each option."""
SLOT_OF: Final = 96
MOST_OPTIONS: Final = 60
HAND: Final = 160

COUNT_BITS: Final = 4
ONE: Final = 15
SINGLES: Final = 0x1111_1111_1111
"""The lowest bit of each count."""

DUTY_DONE: Final = -1
"""Stands among the dice of a round in which a lava die was already drawn (F3)."""
DRAWN_LAVA: Final = 60
"""The bit of `LEFT` for this."""

# Words of a level of the walk: a desk comes first, so that a level can be drawn on.
SLEEPS: Final = DESK
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
LEVELS: Final = 10
"""One more than the drawings of a round."""


@inner
def take_hand(hand: Words, book: Words, dice: Words, specials: int) -> None:
    """Fill a hand: these dice, and one of the special routes whose bits are set (B9, B10).

    Underground the bits are those of the pieces that may be drawn again (U4).
    """
    for word in range(HAND):
        hand[word] = 0
    for index in range(len(dice)):
        piece = dice[index]
        if piece == DUTY_DONE:
            hand[LEFT] |= 1 << DRAWN_LAVA
            continue
        slot = 0
        while (
            slot < hand[SLOTS_USED] and hand[TILE_OF + hand[SPAN + 2 * slot]] != book[PIECE_TILES + 2 * piece]
        ):
            slot += 1
        if slot == hand[SLOTS_USED]:
            _begin_slot(hand)
            _add_piece(hand, book, piece)
            if book[MANDATORY] >> piece & 1:
                hand[MUST] |= ONE << COUNT_BITS * slot
        hand[LEFT] += 1 << COUNT_BITS * slot
    hand[FIRST_SPECIAL] = hand[OPTIONS]
    if specials:
        _add_specials(hand, book, specials)


@inner
def _add_specials(hand: Words, book: Words, specials: int) -> None:
    hand[LEFT] += 1 << COUNT_BITS * hand[SLOTS_USED]
    _begin_slot(hand)
    is_below = book[GAME] >= UNDERGROUND
    for special in range(book[PIECES] if is_below else book[SPECIALS]):
        if specials >> special & 1:
            _add_piece(hand, book, special if is_below else book[SPECIAL_PIECES + special])


@inner
def _begin_slot(hand: Words) -> None:
    slot = hand[SLOTS_USED]
    hand[SPAN + 2 * slot] = hand[SPAN + 2 * slot + 1] = hand[OPTIONS]
    hand[SLOTS_USED] += 1


@inner
def _add_piece(hand: Words, book: Words, piece: int) -> None:
    slot = hand[SLOTS_USED] - 1
    for tile in range(book[PIECE_TILES + 2 * piece], book[PIECE_TILES + 2 * piece + 1]):
        hand[TILE_OF + hand[OPTIONS]] = tile
        hand[SLOT_OF + hand[OPTIONS]] = slot
        hand[OPTIONS] += 1
    hand[SPAN + 2 * slot + 1] = hand[OPTIONS]


@inlined
def specials_left(book: Words, spent: int) -> int:
    """The special routes that the game still allows, as bits (B10)."""
    if count(spent) >= book[SPECIALS_A_GAME]:
        return 0
    return ((1 << book[SPECIALS]) - 1) & ~spent


@inlined
def is_single(left: int) -> bool:
    """Whether at most one piece is left."""
    return left & (left - 1) == 0 and left & ~SINGLES == 0


@inner
def enter(level: Words, book: Words, hand: Words) -> bool:
    """Find what may be drawn at a level; True if the round may end there (B9)."""
    left = level[AT_LEFT]
    must = 0
    pending = 0
    for slot in range(hand[SLOTS_USED]):
        if not left >> COUNT_BITS * slot & ONE:
            continue
        fitting = 0
        for option in range(hand[SPAN + 2 * slot], hand[SPAN + 2 * slot + 1]):
            cells = cells_for(level, book, hand[TILE_OF + option])
            fitting |= cells
            cells &= ~level[SLEEPS + option]
            level[OPEN + option] = cells
            if cells:
                pending |= 1 << option
        if fitting:
            must |= hand[MUST] & ONE << COUNT_BITS * slot
    level[PENDING] = pending
    level[FILTERED] = 0
    return must == 0


@inner
def advance(level: Words, below: Words, book: Words, hand: Words) -> bool:
    """Draw the next untried option of a level on the one below; False if there is none."""
    if level[PENDING] == 0:
        return False
    option = lowest(level[PENDING])
    cells = level[OPEN + option]
    cell = lowest(cells)
    level[SLEEPS + option] |= 1 << cell
    cells &= cells - 1
    level[OPEN + option] = cells
    if cells == 0:
        level[PENDING] &= level[PENDING] - 1
    left = level[AT_LEFT] - (1 << COUNT_BITS * hand[SLOT_OF + option])
    below[AT_LEFT] = left
    for word in range(ANYWHERE + 1):
        below[word] = level[word]
    for slot in range(hand[SLOTS_USED]):
        if left >> COUNT_BITS * slot & ONE:
            for other in range(hand[SPAN + 2 * slot], hand[SPAN + 2 * slot + 1]):
                below[SLEEPS + other] = level[SLEEPS + other]
    draw(below, book, hand[TILE_OF + option], cell)
    below[MOVE] = move_of(hand[TILE_OF + option], cell)
    return True


@inlined
def only_specials_pending(level: Words, hand: Words) -> bool:
    """Whether only special routes are left to try, since every legal placement of a die sleeps."""
    return level[PENDING] != 0 and level[PENDING] & (1 << hand[FIRST_SPECIAL]) - 1 == 0


@inlined
def dice_left(left: int, hand: Words) -> int:
    """The number of dice left."""
    dice = 0
    for slot in range(hand[SLOTS_USED]):
        if hand[MUST] >> COUNT_BITS * slot & 1:
            dice += left >> COUNT_BITS * slot & ONE
    return dice
