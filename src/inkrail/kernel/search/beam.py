# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""A beam search of one round: the ends with the highest values that it finds.

Boards are kept in **pools** by the number of dice drawn and whether a special route was; each pool keeps only the best
by the guide. So a special route is never weighed against a die, and there are ends of the round with and without one.
The best ends are judged, where the ruleset has a judge. A board is identified by a hash, so that it is evaluated once,
however many orders lead to it: a hash of its drawings or, where their order matters, of the board itself.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from inkrail.kernel.board.bits import Words, lowest, zero
from inkrail.kernel.board.effects import DUPLICATES, draw, legal_cells, make_move, move_of, owed_cells
from inkrail.kernel.board.lava import is_lava_die, owes_lava
from inkrail.kernel.board.layout import SPENT
from inkrail.kernel.board.open_board import pack, unpack
from inkrail.kernel.board.tables import MANDATORY, PIECE_TILES, ROUNDS
from inkrail.kernel.board.underground import is_underground
from inkrail.kernel.capabilities import BOARD, LAVA, ORDER_MATTERS, SUBWAYS, UNDER, USED, WIDTH
from inkrail.kernel.compiling import compiled, inlined, inner
from inkrail.kernel.search.heap import CANDIDATE, copy, drop_least, offer
from inkrail.kernel.search.heap import HASH as C_HASH
from inkrail.kernel.search.heap import LEFT as C_LEFT
from inkrail.kernel.search.heap import MOVE as C_MOVE
from inkrail.kernel.search.heap import PARENT as C_PARENT
from inkrail.kernel.search.heap import VALUE as C_VALUE
from inkrail.kernel.search.options import DUTY_DONE, LAVA_DRAWN, extra_pieces
from inkrail.kernel.search.seen import hash_of, is_new, place_of
from inkrail.kernel.value.guide import FLOATS, INTS, guide_of
from inkrail.kernel.value.judge import judge_of
from inkrail.kernel.value.routes import Floats

MOST_MOVES: Final = 9

# Words of an entry of a pool: a state, and from `WIDTH` on these.
HASH: Final = 0
LEFT: Final = 1
"""The dice left as bits."""
OVER: Final = 2
"""1 if the round may end here."""
VALUE: Final = 3
"""The value times 2**20, so that pools are rows of integers."""
MOVES: Final = 4
"""The number of moves; the moves follow."""
MORE: Final = MOVES + 1 + MOST_MOVES
SCALE: Final = float(1 << 20)

FROM_SPECIAL: Final = 1 << 20
_HALF: Final = (1 << 31) - 1
EXTRAS: Final = 16
"""Where the pieces that are no dice begin."""
MOST_PIECES: Final = 32


class Task(NamedTuple):
    """The parameters of a beam search: `extra` is 1 if a special route, or a result again, may be drawn this round.

    Each step keeps `width` boards and tries special routes on `special_width` of them. `memo` is empty, or remembers what
    the guide said about boards, for searches from the same state with other dice; `seen` describes it.
    """

    tables: Words
    guide: Floats
    judge: Floats
    round_: int
    extra: int
    width: int
    special_width: int
    memo: Words


class Work(NamedTuple):
    """A task in progress: the pieces that may be drawn, those of the dice first, boards seen, and work space."""

    tables: Words
    guide: Floats
    judge: Floats
    round_: int
    pieces: Words
    seen: Words
    boards: Words
    floats: Floats
    ints: Words
    memo: Words


NO_MEMO: Final = np.zeros(0, np.int64)
SMALL_MEMO: Final = 1 << 16
"""The words of a memo for narrow searches; a larger one would take longer to clear."""


@inlined
def _scaled(value: float) -> int:
    """A value as an integer; for `int` Numba would compile a function of its own."""
    number: int = np.int64(value * SCALE)  # type: ignore[assignment]
    return number


@inlined
def _hash_of_move(move: int) -> int:
    """A random number for each move, 62 bits; the hash of a board is made from those of its moves."""
    high = (move + 1) * 0x45D9F3B & _HALF
    high = (high ^ high >> 16) * 0x45D9F3B & _HALF
    low = (move + 1) * 0x27D4EB2D & _HALF
    low = (low ^ low >> 15) * 0x165667B1 & _HALF
    return (high ^ high >> 16) << 31 | (low ^ low >> 13)


@inlined
def _new_child(work: Work, key: int, tile: int, cell: int, left: int, duplicates: int) -> int:
    """The hash of the first board with this tile drawn, or 0 if it was seen before.

    Where the order of drawings matters it is drawn on the second board for that.
    """
    if ORDER_MATTERS:
        board, after = work.boards[0], work.boards[1]
        copy(board, after, zero(key) + USED)
        draw(after, work.tables, tile, cell)
        if SUBWAYS and duplicates:
            after[UNDER + SPENT] = after[UNDER + SPENT] << 1 | 1
        child = hash_of(after, left)
    else:
        child = key ^ _hash_of_move(move_of(tile, cell))
    return child if is_new(work.seen, child) else 0


@inlined
def _value_of_child(work: Work, child: int, tile: int, cell: int) -> int:
    """The guide's value, scaled, of a new child; what is in the memo is not computed again."""
    place = zero(child)
    if len(work.memo):
        place = place_of(work.memo, child)
        if work.memo[place] == child:
            return work.memo[place + 1]
    after = work.boards[1]
    if not ORDER_MATTERS:
        copy(work.boards[0], after, zero(child) + USED)
        draw(after, work.tables, tile, cell)
    value = _scaled(guide_of(after, work.tables, work.guide, work.round_, work.floats, work.ints))
    if len(work.memo):
        work.memo[place] = child
        work.memo[place + 1] = value
    return value


@inner
def expand(
    work: Work, pool: Words, begin: int, size: int, heap: Words, found: int, first: int, end: int
) -> int:
    """Offer every board with one more of the pieces from `first` to `end` to a heap of `found`; return its new size.

    The boards expanded are those of a pool from `begin` to `size`. With the dice, which begin at 0, the boards where the round may end are marked.
    """
    tables = work.tables
    special = FROM_SPECIAL if first else zero(first)
    for index in range(begin, size):
        entry = pool[index]
        unpack(entry, tables, work.boards[0])
        left = entry[WIDTH + LEFT]
        tried = fitting = again = zero(left)
        for number in range(first, end):
            piece = work.pieces[number]
            if tried >> piece & 1 or not (special or left >> number & 1):
                continue
            tried |= 1 << piece
            after = left if special else left & ~(1 << number)
            if LAVA:
                after |= is_lava_die(tables, piece) << LAVA_DRAWN
            if SUBWAYS and special and is_underground(tables, piece):
                again = zero(left) + DUPLICATES
            for tile in range(tables[PIECE_TILES + 2 * piece], tables[PIECE_TILES + 2 * piece + 1]):
                cells = legal_cells(work.boards[0], tables, tile, ~left >> LAVA_DRAWN & 1)
                fitting |= (1 if owed_cells(work.boards[0], cells) else 0) << piece
                while cells:
                    cell = lowest(cells)
                    cells &= cells - 1
                    child = _new_child(work, entry[WIDTH + HASH], tile, cell, after, again)
                    if child:
                        value = _value_of_child(work, child, tile, cell)
                        move = move_of(tile, cell) | again
                        found = offer(heap, found, value, child, index | special, move, after)
        if not special:
            entry[WIDTH + OVER] = 1 if _may_end(work.boards[0], tables, left, tried, fitting) else 0
    return found


@inlined
def _may_end(board: Words, tables: Words, left: int, there: int, fitting: int) -> bool:
    """Whether the round may end with these pieces left, of which some fit (B9, F3)."""
    if fitting & tables[MANDATORY]:
        return False
    if LAVA and left >> LAVA_DRAWN & 1 == 0:
        return not owes_lava(board, tables, there, fitting)
    return True


@inner
def fill_pool(work: Work, pool: Words, heap: Words, size: int, plain: Words, other: Words) -> None:
    """Build the boards of a heap, best first; parents come from two pools, those for special routes from the second."""
    board = work.boards[0]
    for at in range(size - 1, -1, -1):
        entry = pool[at]
        move = heap[0, C_MOVE]
        parent = heap[0, C_PARENT]
        source = other[parent & (FROM_SPECIAL - 1)] if parent & FROM_SPECIAL else plain[parent]
        unpack(source, work.tables, board)
        entry[WIDTH + MOVES + 1 + source[WIDTH + MOVES]] = make_move(board, work.tables, move)
        for index in range(source[WIDTH + MOVES]):
            entry[WIDTH + MOVES + 1 + index] = source[WIDTH + MOVES + 1 + index]
        entry[WIDTH + MOVES] = source[WIDTH + MOVES] + 1
        pack(board, entry)
        entry[WIDTH + HASH] = heap[0, C_HASH]
        entry[WIDTH + VALUE] = heap[0, C_VALUE]
        entry[WIDTH + LEFT] = heap[0, C_LEFT]
        drop_least(heap, at + 1)


@inner
def _begin(work: Work, state: Words, dice: Words, extra: int, first: Words) -> int:
    """Write the entry that the round begins with, and list the pieces; return how many of them are no dice."""
    board = work.boards[0]
    unpack(state, work.tables, board)
    for word in range(WIDTH + MORE):
        first[word] = state[word] if word < WIDTH else 0
    for number in range(len(dice)):
        if dice[number] == DUTY_DONE:
            first[WIDTH + LEFT] |= 1 << LAVA_DRAWN
        else:
            first[WIDTH + LEFT] |= 1 << number
            work.pieces[number] = dice[number]
    extras = extra_pieces(board, work.tables, dice) if extra else 0
    more = 0
    while extras:
        work.pieces[EXTRAS + more] = lowest(extras)
        extras &= extras - 1
        more += 1
    return more


@compiled
def beam(state: Words, dice: Words, task: Task, ends: Words) -> int:
    """Write the best ends of the round, best first, as entries; return how many there are."""
    room = 4096
    while room < 1024 * task.width + 2048 * task.special_width:
        room *= 2
    work = Work(
        task.tables,
        task.guide,
        task.judge,
        task.round_,
        np.zeros(MOST_PIECES, np.int64),
        np.zeros(room, np.int64),
        np.zeros((2, BOARD), np.int64),
        np.zeros(FLOATS, np.float32),
        np.zeros(INTS, np.int64),
        task.memo,
    )
    pools = np.zeros((2, 2, task.width, WIDTH + MORE), np.int64)
    heaps = np.zeros((2, task.width, CANDIDATE), np.int64)
    kept = np.zeros((len(ends), CANDIDATE), np.int64)
    store = np.zeros((len(ends), WIDTH + MORE), np.int64)
    sizes = np.zeros((2, 2), np.int64)
    more = _begin(work, state, dice, task.extra, pools[0, 0, 0])
    value = guide_of(work.boards[0], task.tables, task.guide, task.round_, work.floats, work.ints)
    pools[0, 0, 0, WIDTH + VALUE] = _scaled(value)
    sizes[0, 0] = 1
    # Not literal zeros: Numba compiles a separate version of a function that is called with a literal.
    nothing = best = carried = sizes[0, 1]
    for drawn in range(len(dice) + 1):
        now, then = drawn & 1, 1 - (drawn & 1)
        if more:
            tried = min(task.special_width, sizes[now, 0])
            first = nothing + EXTRAS
            carried = expand(work, pools[now, 0], nothing, tried, heaps[1], carried, first, first + more)
            fill_pool(work, pools[now, 1], heaps[1], carried, pools[then, 1], pools[now, 0])
            sizes[now, 1] = carried
        for lane in range(2 if more else 1):
            pool, size = pools[now, lane], sizes[now, lane]
            found = expand(work, pool, nothing, size, heaps[lane], nothing, nothing, len(dice))
            best = keep_ends(pool, size, kept, store, best)
            if lane == 0:
                fill_pool(work, pools[then, 0], heaps[0], found, pools[now, 0], pools[now, 0])
                sizes[then, 0] = found
            else:
                carried = found
    rank_ends(work, kept, store, best, ends)
    return best


@inner
def keep_ends(pool: Words, size: int, kept: Words, store: Words, best: int) -> int:
    """Keep those ends of the round in a pool that are among the best; return how many are kept."""
    for index in range(size):
        entry = pool[index]
        value = entry[WIDTH + VALUE]
        if not entry[WIDTH + OVER] or (best == len(kept) and value <= kept[0, C_VALUE]):
            continue
        at = best if best < len(kept) else kept[0, C_PARENT]
        copy(entry, store[at], WIDTH + MORE)
        best = offer(kept, best, value, entry[WIDTH + HASH], at, at, at)
    return best


@inner
def rank_ends(work: Work, kept: Words, store: Words, best: int, ends: Words) -> None:
    """Write the ends that were kept, best first, by the judge where there is one; the last round has its score."""
    board = work.boards[0]
    for index in range(best):
        entry = store[index]
        if len(work.judge) and work.round_ < work.tables[ROUNDS]:
            unpack(entry, work.tables, board)
            value = judge_of(board, work.tables, work.judge, work.round_, work.floats, work.ints)
            entry[WIDTH + VALUE] = _scaled(value)
        offer(kept, index, entry[WIDTH + VALUE], entry[WIDTH + HASH], index, index, index)
    for at in range(best - 1, -1, -1):
        copy(store[kept[0, C_PARENT]], ends[at], WIDTH + MORE)
        drop_least(kept, at + 1)


@inlined
def _are_equal(state: Words, other: Words) -> bool:
    """Whether two states are the same."""
    different = zero(state[0])
    for word in range(WIDTH):
        different |= state[word] ^ other[word]
    return different == 0


@compiled
def best_ends(states: Words, dice: Words, task: Task, keep: int, ends: Words, values: Floats) -> None:
    """For each state and its row of dice write the best of `keep` ends of the round, and its value.

    Equal states that follow each other share a memo, where searches with other dice have much in common.
    """
    found = np.zeros((keep, WIDTH + MORE), np.int64)
    memo = np.zeros(0 if ORDER_MATTERS else SMALL_MEMO, np.int64)
    width, special_width = task.width, task.special_width
    task = Task(task.tables, task.guide, task.judge, task.round_, task.extra, width, special_width, memo)
    for index in range(len(states)):
        if index and not _are_equal(states[index], states[index - 1]):
            memo[:] = 0
        beam(states[index], dice[index], task, found)
        copy(found[0], ends[index], zero(index) + WIDTH)
        values[index] = found[0, WIDTH + VALUE] / SCALE
