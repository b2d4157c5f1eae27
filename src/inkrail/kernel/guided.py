# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""A beam search of one round that finds the ends with the highest values by the value model.

Boards are kept in **pools** by the number of dice drawn and whether a special route was; each pool keeps only the best.
A board is identified by a hash of its drawings, so that it is evaluated once, however many orders lead to it.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

import numpy as np

from inkrail.kernel.bits import Words, count, lowest
from inkrail.kernel.boards import NO_MOVE, cell_of, move_of, tile_of
from inkrail.kernel.book import ANYWHERE, DESK, PIECE_TILES, SPECIAL_PIECES, SPECIALS, SPECIALS_A_GAME, SPENT
from inkrail.kernel.compiling import compiled, inlined, inner
from inkrail.kernel.desk import cells_for, draw, lay_open, put_away
from inkrail.kernel.evaluation import FLOATS, INTS, guide_of, judge_of
from inkrail.kernel.features import Floats

MOST_MOVES: Final = 8

# Words of an entry of a pool: a state, then these.
HASH: Final = 16
LEFT: Final = 17
"""The dice left as bits."""
VALUE: Final = 18
"""The value times 2**20, so that pools are rows of integers."""
MOVES: Final = 19
"""The number of moves; the moves follow."""
ENTRY: Final = MOVES + 1 + MOST_MOVES
SCALE: Final = float(1 << 20)

# Words of a candidate in a heap.
C_VALUE: Final = 0
C_HASH: Final = 1
C_PARENT: Final = 2
C_MOVE: Final = 3
CANDIDATE: Final = 4
_FROM_SPECIAL: Final = 1 << 20
PROBES: Final = 32

_RANDOM = Random("inkrail/beam")  # noqa: S311 - the hashes are not for security
SIGNS: Words = np.array([_RANDOM.getrandbits(62) for _ in range(128 * 64)], dtype=np.int64)
"""A random number for each move; the hash of a board is made from those of its moves."""
_FITS: Final = 1 << 32
"""Added to a heap's size where a piece fits."""


class Task(NamedTuple):
    """The parameters of a beam search: `special` is 1 if a special route may be drawn this round.

    Each step keeps `width` boards and tries special routes on `special_width` of them.
    """

    book: Words
    model: Floats
    signs: Words
    round_: int
    special: int
    width: int
    special_width: int


class Bench(NamedTuple):
    """A task in progress with its work space."""

    book: Words
    model: Floats
    signs: Words
    round_: int
    dice: Words
    table: Words
    desks: Words
    floats: Floats
    ints: Words


@inlined
def _known(table: Words, key: int) -> bool:
    """Whether a hash was seen before; it is stored, unless the table is too full there."""
    mask = len(table) - 1
    for probe in range(PROBES):
        place = (key + probe) & mask
        if table[place] == key:
            return True
        if table[place] == 0:
            table[place] = key
            return False
    return False


@inlined
def _copy(source: Words, target: Words, words: int) -> None:
    for word in range(words):
        target[word] = source[word]


@inlined
def _risen(heap: Words, size: int, value: int) -> int:
    """The place of a value added to a heap; larger ones move down."""
    at = size
    while at > 0:
        up = (at - 1) >> 1
        if heap[up, C_VALUE] <= value:
            break
        _copy(heap[up], heap[at], CANDIDATE)
        at = up
    return at


@inlined
def _sunk(heap: Words, size: int, value: int) -> int:
    """The place of a value that replaces the least one; smaller ones move up."""
    at = 0
    while True:
        down = 2 * at + 1
        if down >= size:
            break
        if down + 1 < size and heap[down + 1, C_VALUE] < heap[down, C_VALUE]:
            down += 1
        if heap[down, C_VALUE] >= value:
            break
        _copy(heap[down], heap[at], CANDIDATE)
        at = down
    return at


@inlined
def _offer(heap: Words, size: int, value: int, key: int, parent: int, move: int) -> int:
    """Keep a candidate if it is among the best; return the new size of the heap."""
    if size < len(heap):
        at = _risen(heap, size, value)
        size += 1
    elif value <= heap[0, C_VALUE]:
        return size
    else:
        at = _sunk(heap, size, value)
    heap[at, C_VALUE] = value
    heap[at, C_HASH] = key
    heap[at, C_PARENT] = parent
    heap[at, C_MOVE] = move
    return size


@inlined
def _drop_least(heap: Words, size: int) -> None:
    """Remove the least candidate from a heap of this size."""
    last = size - 1
    at = _sunk(heap, last, heap[last, C_VALUE])
    _copy(heap[last], heap[at], CANDIDATE)


@inner
def _try_piece(bench: Bench, piece: int, heap: Words, size: int, key: int, parent: int) -> int:
    """Offer every placement of a piece to a heap; return its new size, plus `_FITS` if the piece fits anywhere."""
    book, desk, after = bench.book, bench.desks[0], bench.desks[1]
    fits = 0
    for tile in range(book[PIECE_TILES + 2 * piece], book[PIECE_TILES + 2 * piece + 1]):
        cells = cells_for(desk, book, tile)
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            fits = _FITS
            move = move_of(tile, cell)
            child = key ^ bench.signs[move]
            if _known(bench.table, child):
                continue
            _copy(desk, after, ANYWHERE + 1)
            draw(after, book, tile, cell)
            value = guide_of(after, book, bench.model, bench.round_, bench.floats, bench.ints)
            size = _offer(heap, size, int(value * SCALE), child, parent, move)
    return size | fits


@inner
def _expand_dice(bench: Bench, pool: Words, size: int, heap: Words) -> int:
    """Offer every board with one more die; mark boards where none fits as ends. Return the heap's new size."""
    found = size - size
    for index in range(size):
        entry = pool[index]
        lay_open(entry, bench.book, bench.desks[0])
        fits = 0
        tried = 0
        for die in range(len(bench.dice)):
            piece = bench.dice[die]
            if entry[LEFT] >> die & 1 and not tried >> piece & 1:
                tried |= 1 << piece
                found = _try_piece(bench, piece, heap, found, entry[HASH], index)
                fits |= found & _FITS
                found &= _FITS - 1
        if not fits:
            entry[LEFT] = 0
    return found


@inner
def _expand_specials(bench: Bench, pool: Words, size: int, heap: Words, found: int) -> int:
    """Offer every board with one more special route (B10) to a heap of `found` boards; return its new size."""
    book = bench.book
    for index in range(size):
        entry = pool[index]
        lay_open(entry, book, bench.desks[0])
        spent = bench.desks[0, SPENT]
        for special in range(book[SPECIALS]):
            if not spent >> special & 1:
                piece = book[SPECIAL_PIECES + special]
                found = _try_piece(bench, piece, heap, found, entry[HASH], index | _FROM_SPECIAL)
                found &= _FITS - 1
    return found


@inner
def _fill_pool(bench: Bench, pool: Words, heap: Words, size: int, plain: Words, other: Words) -> None:
    """Build the boards of a heap, best first; parents come from two pools, those for special routes from the second."""
    book, desk = bench.book, bench.desks[0]
    for at in range(size - 1, -1, -1):
        entry = pool[at]
        move = heap[0, C_MOVE]
        parent = heap[0, C_PARENT]
        source = other[parent & (_FROM_SPECIAL - 1)] if parent & _FROM_SPECIAL else plain[parent]
        lay_open(source, book, desk)
        draw(desk, book, tile_of(move), cell_of(move))
        put_away(desk, book, entry)
        entry[HASH] = heap[0, C_HASH]
        entry[VALUE] = heap[0, C_VALUE]
        entry[LEFT] = source[LEFT]
        if not parent & _FROM_SPECIAL:
            entry[LEFT] = _without(source[LEFT], book, bench.dice, tile_of(move))
        moves = source[MOVES]
        for index in range(moves):
            entry[MOVES + 1 + index] = source[MOVES + 1 + index]
        entry[MOVES + 1 + moves] = move
        entry[MOVES] = moves + 1
        _drop_least(heap, at + 1)


@inlined
def _without(left: int, book: Words, dice: Words, tile: int) -> int:
    """The dice left after one was drawn as this tile."""
    for die in range(len(dice)):
        first, end = book[PIECE_TILES + 2 * dice[die]], book[PIECE_TILES + 2 * dice[die] + 1]
        if left >> die & 1 and first <= tile < end:
            return left & ~(1 << die)
    return left


@compiled
def _bench_for(task: Task, dice: Words) -> Bench:
    """The work space for a task with these dice."""
    room = 4096
    while room < 1024 * task.width + 2048 * task.special_width:
        room *= 2
    return Bench(
        task.book,
        task.model,
        task.signs,
        task.round_,
        dice,
        np.zeros(room, np.int64),
        np.zeros((2, DESK), np.int64),
        np.zeros(FLOATS, np.float32),
        np.zeros(INTS, np.int64),
    )


@inner
def _begin(bench: Bench, state: Words, first: Words) -> int:
    """Write the entry that the round begins with; return the number of special routes that the game still allows."""
    lay_open(state, bench.book, bench.desks[0])
    _copy(state, first, len(state))
    first[HASH] = bench.signs[0] ^ bench.signs[1] ^ bench.signs[2]
    first[LEFT] = (1 << len(bench.dice)) - 1
    return bench.book[SPECIALS_A_GAME] - count(bench.desks[0, SPENT])


@compiled
def beam(state: Words, dice: Words, task: Task, ends: Words) -> int:
    """Write the best ends of the round, best first, as entries; return how many there are."""
    bench = _bench_for(task, dice)
    pools = np.zeros((2, 2, task.width, ENTRY), np.int64)
    heaps = np.zeros((2, task.width, CANDIDATE), np.int64)
    kept = np.zeros((len(ends), CANDIDATE), np.int64)
    store = np.zeros((len(ends), ENTRY), np.int64)
    sizes = np.zeros((2, 2), np.int64)
    lanes = 2 if _begin(bench, state, pools[0, 0, 0]) > 0 and task.special else 1
    value = guide_of(bench.desks[0], bench.book, bench.model, bench.round_, bench.floats, bench.ints)
    pools[0, 0, 0, VALUE] = int(value * SCALE)
    sizes[0, 0] = 1
    # Not literal zeros: Numba compiles a separate version of a function that is called with a literal.
    best = carried = sizes[0, 1]
    for drawn in range(len(dice) + 1):
        now, then = drawn & 1, 1 - (drawn & 1)
        if lanes == 2:
            tried = min(task.special_width, sizes[now, 0])
            carried = _expand_specials(bench, pools[now, 0], tried, heaps[1], carried)
            _fill_pool(bench, pools[now, 1], heaps[1], carried, pools[then, 1], pools[now, 0])
            sizes[now, 1] = carried
        for lane in range(lanes):
            found = _expand_dice(bench, pools[now, lane], sizes[now, lane], heaps[lane])
            best = _keep_ends(pools[now, lane], sizes[now, lane], kept, store, best)
            if lane == 0:
                _fill_pool(bench, pools[then, 0], heaps[0], found, pools[now, 0], pools[now, 0])
                sizes[then, 0] = found
            else:
                carried = found
    _judge_ends(bench, kept, store, best, ends)
    return best


@compiled
def look_ahead(states: Words, rolls: Words, task: Task, keep: int, values: Floats) -> None:
    """Write, for each state and each row of rolls, the value of the best end that playing them leads to.

    A row has the rolls of the task's round and of those after it. In each round `keep` ends are judged and the best is
    played.
    """
    ends = np.zeros((keep, ENTRY), np.int64)
    width = states.shape[1]
    for index in range(len(states)):
        for number in range(len(rolls)):
            beam(states[index], rolls[number, 0], task, ends)
            for later in range(1, rolls.shape[1]):
                beam(ends[0, :width].copy(), rolls[number, later], _later(task, later), ends)
            values[index, number] = ends[0, VALUE] / SCALE


@compiled
def _later(task: Task, rounds: int) -> Task:
    """The same task this many rounds later."""
    return Task(
        task.book, task.model, task.signs, task.round_ + rounds, task.special, task.width, task.special_width
    )


@inner
def _keep_ends(pool: Words, size: int, kept: Words, store: Words, best: int) -> int:
    """Keep those ends of the round in a pool that are among the best; return how many are kept."""
    for index in range(size):
        entry = pool[index]
        if entry[LEFT] or (best == len(kept) and entry[VALUE] <= kept[0, C_VALUE]):
            continue
        at = best if best < len(kept) else kept[0, C_PARENT]
        _copy(entry, store[at], ENTRY)
        best = _offer(kept, best, entry[VALUE], entry[HASH], at, NO_MOVE)
    return best


@inner
def _judge_ends(bench: Bench, kept: Words, store: Words, best: int, ends: Words) -> None:
    """Write the ends that were kept, best first by the judge."""
    desk = bench.desks[0]
    for index in range(best):
        entry = store[index]
        lay_open(entry, bench.book, desk)
        judged = judge_of(desk, bench.book, bench.model, bench.round_, bench.floats, bench.ints)
        entry[VALUE] = int(judged * SCALE)
        _offer(kept, index, entry[VALUE], entry[HASH], index, NO_MOVE)
    for at in range(best - 1, -1, -1):
        _copy(store[kept[0, C_PARENT]], ends[at], ENTRY)
        _drop_least(kept, at + 1)
