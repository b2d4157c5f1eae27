# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The longest route of a component with loops, in bounded time, by a dynamic program over a broken profile.

The cells are taken row by row. A state holds, for the seven columns and for the step to the right, which of the
joints cut by this frontier belong to the route and which of them are connected (4 bits each, numbered in the order
they appear), and above those how many cells have an odd number of joints so far: at most the route's two ends.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.board.bits import ROW, Words, count, lowest, zero
from inkrail.kernel.compiling import compiled, inlined

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


@compiled
def longest_by_profile(component: int, east: int, south: int, most: int, best: int) -> int:
    """The most points of a route with at most `most` joints at a cell, if more than `best`; else `best`."""
    tables = np.full((2, SLOTS), IMPOSSIBLE, np.int64)
    counts = np.zeros((2, SLOTS), np.int64)
    places = np.empty((2, SLOTS), np.int64)
    none = zero(component)
    now, size = 0, _enter(tables[0], counts[0], places[0], none, none, none)
    todo = component
    while todo:
        cell = lowest(todo)
        todo &= todo - 1
        ways = (east >> cell & 1) + 2 * (south >> cell & 1)
        ahead = count(todo) if most == 2 else count(todo & east) + count(todo & south)
        other, grown = 1 - now, zero(component)
        for index in range(size):
            place = places[now, index]
            state, joints = tables[now, place], counts[now, place]
            tables[now, place] = IMPOSSIBLE
            for way in range(4):
                if way | ways != ways:
                    continue
                after = _step(state, cell % ROW, way, most)
                total = joints + (way & 1) + (way >> 1)
                if after >= 0 and total + ahead + 1 > best:
                    grown = _enter(tables[other], counts[other], places[other], grown, after, total)
                elif after <= CLOSED:
                    best = max(best, total + (1 if after == OPEN or most > 2 else 0))
        now, size = other, grown
    return best


@inlined
def _enter(table: Words, counts: Words, places: Words, size: int, state: int, joints: int) -> int:
    """Keep the better of two ways to a state; return the number of states."""
    place = (state ^ state >> 9 ^ state >> 20) & (SLOTS - 1)
    while table[place] != state:
        if table[place] == IMPOSSIBLE:
            table[place] = state
            counts[place] = joints
            places[size] = place
            return size + 1
        place = (place + 1) & (SLOTS - 1)
    counts[place] = max(counts[place], joints)
    return size


@inlined
def _step(state: int, column: int, way: int, most: int) -> int:
    """The state after a cell from which the route goes right (way & 1) and down (way & 2)."""
    above, left = state >> 4 * column & 15, state >> RIGHT & 15
    joints = int(above > 0) + int(left > 0) + (way & 1) + (way >> 1)
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
