# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0913, PLR0915, PLR0917, C901  (compiled functions know no keywords, and calls cost)
"""A beam search over one round: the boards it can end with that a value model likes best.

Boards are kept in **pools** by how many dice are drawn and whether a special route is; each keeps the best so many.
A board is known by a hash of its drawings, so that it is valued once, however many orders lead to it.
"""

from __future__ import annotations

from random import Random
from typing import Final

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
"""The value times 2**20, so that pools are rows of whole numbers."""
MOVES: Final = 19
"""How many moves; they follow."""
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

_RANDOM = Random("inkrail/beam")  # noqa: S311 - hashes guard nothing
SIGNS: Words = np.array([_RANDOM.getrandbits(62) for _ in range(128 * 64)], dtype=np.int64)
"""A number for each move, from which hashes of boards are made."""


@inlined
def _known(table: Words, key: int) -> bool:
    """Whether a hash was seen before; it is remembered, unless the table is crowded there."""
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
def _offer(heap: Words, size: int, room: int, value: int, key: int, parent: int, move: int) -> int:
    """Keep a candidate if it is among the best; the size of the heap then."""
    if size < room:
        at = size
        size += 1
        while at > 0:
            up = (at - 1) >> 1
            if heap[up, C_VALUE] <= value:
                break
            for word in range(CANDIDATE):
                heap[at, word] = heap[up, word]
            at = up
    else:
        if value <= heap[0, C_VALUE]:
            return size
        at = 0
        while True:
            down = 2 * at + 1
            if down >= size:
                break
            if down + 1 < size and heap[down + 1, C_VALUE] < heap[down, C_VALUE]:
                down += 1
            if heap[down, C_VALUE] >= value:
                break
            for word in range(CANDIDATE):
                heap[at, word] = heap[down, word]
            at = down
    heap[at, C_VALUE] = value
    heap[at, C_HASH] = key
    heap[at, C_PARENT] = parent
    heap[at, C_MOVE] = move
    return size


@inner
def _try_piece(
    desks: Words,
    book: Words,
    piece: int,
    model: Floats,
    round_: int,
    floats: Floats,
    ints: Words,
    signs: Words,
    table: Words,
    heap: Words,
    size: int,
    room: int,
    key: int,
    parent: int,
) -> int:
    """Offer every placement of a piece to a heap; its size then, plus 2**32 if the piece fits anywhere."""
    desk, after = desks[0], desks[1]
    fits = 0
    for tile in range(book[PIECE_TILES + 2 * piece], book[PIECE_TILES + 2 * piece + 1]):
        cells = cells_for(desk, book, tile)
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            fits = 1
            move = move_of(tile, cell)
            child = key ^ signs[move]
            if _known(table, child):
                continue
            for word in range(ANYWHERE + 1):
                after[word] = desk[word]
            draw(after, book, tile, cell)
            value = int(guide_of(after, book, model, round_, floats, ints) * SCALE)
            size = _offer(heap, size, room, value, child, parent, move)
    return size | fits << 32


@inner
def _expand_dice(
    pool: Words,
    size: int,
    book: Words,
    dice: Words,
    model: Floats,
    round_: int,
    floats: Floats,
    ints: Words,
    signs: Words,
    table: Words,
    desks: Words,
    heap: Words,
    found: int,
    room: int,
    parents: int,
) -> int:
    """Offer every board one die further; boards where none fits are marked as ends. The heap's size then."""
    for index in range(size):
        entry = pool[index]
        lay_open(entry, book, desks[0])
        fits = 0
        tried = 0
        for die in range(len(dice)):
            piece = dice[die]
            if entry[LEFT] >> die & 1 and not tried >> piece & 1:
                tried |= 1 << piece
                found = _try_piece(
                    desks,
                    book,
                    piece,
                    model,
                    round_,
                    floats,
                    ints,
                    signs,
                    table,
                    heap,
                    found,
                    room,
                    entry[HASH],
                    parents + index,
                )
                fits |= found >> 32
                found &= (1 << 32) - 1
        if not fits:
            entry[LEFT] = 0
    return found


@inner
def _expand_specials(
    pool: Words,
    size: int,
    book: Words,
    model: Floats,
    round_: int,
    floats: Floats,
    ints: Words,
    signs: Words,
    table: Words,
    desks: Words,
    heap: Words,
    found: int,
    room: int,
) -> int:
    """Offer every board with one special route more (B10). The heap's size then."""
    for index in range(size):
        entry = pool[index]
        lay_open(entry, book, desks[0])
        spent = desks[0, SPENT]
        for special in range(book[SPECIALS]):
            if not spent >> special & 1:
                found = _try_piece(
                    desks,
                    book,
                    book[SPECIAL_PIECES + special],
                    model,
                    round_,
                    floats,
                    ints,
                    signs,
                    table,
                    heap,
                    found,
                    room,
                    entry[HASH],
                    index | _FROM_SPECIAL,
                )
                found &= (1 << 32) - 1
    return found


@inner
def _fill_pool(
    pool: Words, heap: Words, size: int, plain: Words, other: Words, book: Words, dice: Words, desk: Words
) -> None:
    """Make the boards that a heap kept, best first; parents come from two pools, one of them by special route."""
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
            entry[LEFT] = _without(source[LEFT], book, dice, tile_of(move))
        moves = source[MOVES]
        for index in range(moves):
            entry[MOVES + 1 + index] = source[MOVES + 1 + index]
        entry[MOVES + 1 + moves] = move
        entry[MOVES] = moves + 1
        _drop_least(heap, at + 1)


@inlined
def _without(left: int, book: Words, dice: Words, tile: int) -> int:
    """The dice left when one of them was drawn as this tile."""
    for die in range(len(dice)):
        first, end = book[PIECE_TILES + 2 * dice[die]], book[PIECE_TILES + 2 * dice[die] + 1]
        if left >> die & 1 and first <= tile < end:
            return left & ~(1 << die)
    return left


@inlined
def _drop_least(heap: Words, size: int) -> None:
    """Take the least candidate off a heap of this size."""
    last = size - 1
    value = heap[last, C_VALUE]
    at = 0
    while True:
        down = 2 * at + 1
        if down >= last:
            break
        if down + 1 < last and heap[down + 1, C_VALUE] < heap[down, C_VALUE]:
            down += 1
        if heap[down, C_VALUE] >= value:
            break
        for word in range(CANDIDATE):
            heap[at, word] = heap[down, word]
        at = down
    for word in range(CANDIDATE):
        heap[at, word] = heap[last, word]


@compiled
def beam(
    state: Words,
    book: Words,
    dice: Words,
    special: int,
    model: Floats,
    round_: int,
    width: int,
    special_width: int,
    signs: Words,
    ends: Words,
) -> int:
    """Write the best ends of the round, best first, as entries; how many there are.

    `special` is 1 if a special route may be drawn this round.
    """
    number = len(dice)
    room = 4096
    while room < 1024 * width + 2048 * special_width:
        room *= 2
    table = np.zeros(room, np.int64)
    desks = np.zeros((2, DESK), np.int64)
    floats = np.zeros(FLOATS, np.float32)
    ints = np.zeros(INTS, np.int64)
    pools = np.zeros((2, 2, width, ENTRY), np.int64)
    heaps = np.zeros((2, width, CANDIDATE), np.int64)
    kept = np.zeros((len(ends), CANDIDATE), np.int64)
    store = np.zeros((len(ends), ENTRY), np.int64)
    best = 0
    sizes = np.zeros((2, 2), np.int64)
    lay_open(state, book, desks[0])
    if count(desks[0, SPENT]) >= book[SPECIALS_A_GAME]:
        special = 0
    first = pools[0, 0, 0]
    first[: len(state)] = state
    first[HASH] = signs[0] ^ signs[1] ^ signs[2]
    first[LEFT] = (1 << number) - 1
    first[VALUE] = int(guide_of(desks[0], book, model, round_, floats, ints) * SCALE)
    sizes[0, 0] = 1
    carried = 0
    for drawn in range(number + 1):
        now, then = drawn & 1, 1 - (drawn & 1)
        if special:
            carried = _expand_specials(
                pools[now, 0],
                min(special_width, sizes[now, 0]),
                book,
                model,
                round_,
                floats,
                ints,
                signs,
                table,
                desks,
                heaps[1],
                carried,
                width,
            )
            _fill_pool(pools[now, 1], heaps[1], carried, pools[then, 1], pools[now, 0], book, dice, desks[0])
            sizes[now, 1] = carried
        carried = 0
        for lane in range(2):
            size = sizes[now, lane]
            found = _expand_dice(
                pools[now, lane],
                size,
                book,
                dice,
                model,
                round_,
                floats,
                ints,
                signs,
                table,
                desks,
                heaps[lane],
                0,
                width,
                0,
            )
            for index in range(size):
                if pools[now, lane, index, LEFT] == 0:
                    best = _keep_end(pools[now, lane, index], kept, store, best)
            if lane == 0:
                _fill_pool(
                    pools[then, 0], heaps[0], found, pools[now, 0], pools[now, 0], book, dice, desks[0]
                )
                sizes[then, 0] = found
            else:
                carried = found
            if not special:
                break
    for index in range(best):
        entry = store[index]
        lay_open(entry, book, desks[0])
        value = int(judge_of(desks[0], book, model, round_, floats, ints) * SCALE)
        entry[VALUE] = value
        _offer(kept, index, len(kept), value, entry[HASH], index, NO_MOVE)
    for at in range(best - 1, -1, -1):
        ends[at] = store[kept[0, C_PARENT]]
        _drop_least(kept, at + 1)
    return best


@compiled
def look_ahead(
    states: Words,
    book: Words,
    rolls: Words,
    special: int,
    model: Floats,
    round_: int,
    width: int,
    special_width: int,
    keep: int,
    signs: Words,
    values: Floats,
) -> None:
    """For each state and each roll of this round, write the value of the best end."""
    ends = np.zeros((keep, ENTRY), np.int64)
    for index in range(len(states)):
        for number in range(len(rolls)):
            beam(
                states[index], book, rolls[number], special, model, round_, width, special_width, signs, ends
            )
            values[index, number] = ends[0, VALUE] / SCALE


@inner
def _keep_end(entry: Words, kept: Words, store: Words, size: int) -> int:
    """Keep an end of the round if it is among the best."""
    if size == len(kept) and entry[VALUE] <= kept[0, C_VALUE]:
        return size
    at = size if size < len(kept) else kept[0, C_PARENT]
    for word in range(ENTRY):
        store[at, word] = entry[word]
    return _offer(kept, size, len(kept), entry[VALUE], entry[HASH], at, NO_MOVE)
