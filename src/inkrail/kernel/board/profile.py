# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The longest route of a component with loops, in bounded time, by a dynamic program over a broken profile.

The cells are taken row by row. A state holds, for the seven columns and for the step to the right, which of the
joints cut by this frontier belong to the route and which of them are connected (4 bits each, numbered in the order
they appear), and above those how many cells have an odd number of joints so far: at most the route's two ends.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.board.bits import ROW, Words, count, larger, lowest, zero
from inkrail.kernel.compiling import apart, inlined

CUTS: Final = ROW + 1
RIGHT: Final = 4 * ROW
ODD: Final = 4 * CUTS
BLOCKS: Final = (1 << ODD) - 1
NEW: Final = CUTS + 1
"""The number of a block that begins at this cell, before the blocks are renumbered."""

IMPOSSIBLE: Final = -1
CLOSED: Final = -2
OPEN: Final = -3

SLOTS: Final = 1 << 17
"""The size of the hash table of states; the frontier has far fewer than half as many."""
COUNTS: Final = SLOTS
"""After the states: the most joints on a way to each."""
PLACES: Final = 2 * SLOTS
"""The places of the states in the order in which they came."""
TABLE: Final = 3 * SLOTS


@apart(allocates=True)
def longest_by_profile(component: int, east: int, south: int, most: int, best: int) -> int:
    """The most points of a route with at most `most` joints at a cell, if more than `best`; else `best`."""
    tables = np.empty(2 * TABLE, np.int64)
    for slot in range(SLOTS):
        tables[slot] = tables[TABLE + slot] = IMPOSSIBLE
    none = now = zero(component)
    then = none + TABLE
    size = _enter(tables, now, none, none, none)
    todo = component
    while todo:
        cell = lowest(todo)
        todo &= todo - 1
        ways = (east >> cell & 1) + 2 * (south >> cell & 1)
        ahead = count(todo) if most == 2 else count(todo & east) + count(todo & south)
        grown = zero(component)
        for index in range(size):
            place = tables[now + PLACES + index]
            state, joints = tables[place], tables[COUNTS + place]
            tables[place] = IMPOSSIBLE
            for way in range(4):
                if way | ways != ways:
                    continue
                after = _step(state, cell % ROW, way, most)
                total = joints + (way & 1) + (way >> 1)
                if after >= 0 and total + ahead + 1 > best:
                    grown = _enter(tables, then, grown, after, total)
                elif after <= CLOSED:
                    best = larger(best, total + (1 if after == OPEN or most > 2 else 0))
        now, then = then, now
        size = grown
    return best


@inlined
def _enter(tables: Words, table: int, size: int, state: int, joints: int) -> int:
    """Keep the better of two ways to a state; return the number of states."""
    slot = (state ^ state >> 9 ^ state >> 20) & (SLOTS - 1)
    while tables[table + slot] != state:
        if tables[table + slot] == IMPOSSIBLE:
            tables[table + slot] = state
            tables[table + COUNTS + slot] = joints
            tables[table + PLACES + size] = table + slot
            return size + 1
        slot = (slot + 1) & (SLOTS - 1)
    at = table + COUNTS + slot
    tables[at] = larger(tables[at], joints)
    return size


@inlined
def _step(state: int, column: int, way: int, most: int) -> int:
    """The state after a cell from which the route goes right (way & 1) and down (way & 2)."""
    above, left = state >> 4 * column & 15, state >> RIGHT & 15
    joints = (1 if above else 0) + (1 if left else 0) + (way & 1) + (way >> 1)
    if joints > most:
        return IMPOSSIBLE
    if joints == 0:
        return state
    odd = (state >> ODD) + (joints & 1)
    if odd > 2:
        return IMPOSSIBLE
    block = above or (left or NEW)
    blocks = state & BLOCKS & ~(15 << 4 * column) & ~(15 << RIGHT)
    blocks |= (block if way & 2 else 0) << 4 * column
    blocks |= (block if way & 1 else 0) << RIGHT
    return _renumbered(blocks, block, left if above else 0, odd)


@inlined
def _renumbered(blocks: int, block: int, merged: int, odd: int) -> int:
    """The state with its blocks numbered in the order they appear; the route is done when `block` was the last."""
    names = 0
    known = 0
    numbered = 0
    alive = False
    for cut in range(CUTS):
        number = blocks >> 4 * cut & 15
        if number == 0:
            continue
        if number == merged:
            number = block
        alive |= number == block
        if not names >> 4 * number & 15:
            known += 1
            names |= known << 4 * number
        numbered |= (names >> 4 * number & 15) << 4 * cut
    if not alive:
        return IMPOSSIBLE if blocks else OPEN if odd else CLOSED
    return numbered | odd << ODD
