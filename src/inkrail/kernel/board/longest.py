# ruff: noqa: PLR0917  (compiled functions take no keywords)
"""The longest route of a kind in both readings of S3, in bounded time on every board.

A kind's cells and its joints (`east`: cells joined to the one on their right, `south`: to the one below) are a
graph. A component without a loop is measured by two sweeps, any other by a search of all its routes or, if that takes
more than a few steps, by the dynamic program of `profile`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from inkrail.kernel.board.bits import ROW, Words, count, grown, larger, zero
from inkrail.kernel.board.networks import joined_east, joined_south, junctions, showing
from inkrail.kernel.board.profile import longest_by_profile
from inkrail.kernel.board.tables import STRETCHES
from inkrail.kernel.compiling import apart, inlined, inner

BUDGET: Final = 2_000
"""The steps of a search before the dynamic program takes over."""
DEPTH: Final = 90
"""More steps than a route can have: the board has 84 places where two cells can be joined."""

# Work space: for each step the cell reached, and what is left to try there.
HEADS: Final = 0
OPTIONS: Final = DEPTH
RIGHTS: Final = DEPTH
"""The joints not yet used, and the direction tried last."""
DOWNS: Final = 2 * DEPTH
TRIED: Final = 3 * DEPTH
WORK: Final = 4 * DEPTH


@inlined
def longest_of(board: Words, tables: Words, slot: int) -> int:
    """The points of the longest route of the slot's kind (S2, S3)."""
    crossings = junctions(board, slot) if tables[STRETCHES] else zero(slot)
    return longest(
        showing(board, slot),
        joined_east(board, slot),
        joined_south(board, slot),
        crossings,
        tables[STRETCHES],
    )


@inner
def longest(cells: int, east: int, south: int, crossings: int, stretches: int) -> int:
    """The points of the longest route (S2, S3).

    `crossings` are the cells with three or four sides of the kind; they matter only if `stretches` is 1.
    """
    best = zero(cells)
    while cells:
        if not stretches and count(cells) <= best:
            break
        component = ahead = cells & -cells
        last = ahead
        while ahead:
            last = ahead
            ahead = grown(component, east, south) & ~component
            component |= ahead
        cells &= ~component
        size = count(component)
        joints = count(component & east) + count(component & south)
        if joints < size:
            if size > best:
                best = larger(best, sweep(last & -last, east, south))
        elif not stretches:
            if size > best:
                best = _longest_path(component, component & east, component & south, best)
        elif not component & crossings:
            best = larger(best, size)
        elif joints + 1 > best:
            best = _longest_trail(component, component & east, component & south, best)
    return best


@inner
def sweep(start: int, east: int, south: int) -> int:
    """The number of cells from the start to the farthest cell."""
    reached = ahead = start
    steps = 0
    while ahead:
        steps += 1
        ahead = grown(reached, east, south) & ~reached
        reached |= ahead
    return steps


@inlined
def _within(cells: int, east: int, south: int) -> tuple[int, int]:
    """The cells with at least two joints to others of these, and those with an odd number of them."""
    right = cells & east & cells >> 1
    down = cells & south & cells >> ROW
    left, up = right << 1, down << ROW
    two = right & left | up & down | (right | left) & (up | down)
    return two, right ^ left ^ up ^ down


@apart(allocates=True)
def _longest_path(component: int, east: int, south: int, best: int) -> int:
    """The most cells on a path that visits none twice, if more than `best` (S3, `cells`)."""
    two, _ = _within(component, east, south)
    leaves = component & ~two
    most = count(component) - larger(zero(best), count(leaves) - 2)
    core = two
    while True:
        two, _ = _within(core, east, south)
        if two == core:
            break
        core = two
    work = np.empty(WORK, np.int64)
    budget = zero(best) + BUDGET
    while leaves | core and best < most:
        start = leaves & -leaves if leaves else core & -core
        leaves &= ~start
        core &= ~start
        best, budget = _paths_from(start, east, south, best, budget, work)
        if budget < 0:
            return larger(best, longest_by_profile(component, east, south, zero(best) + 2, best))
    return best


@inner
def _paths_from(start: int, east: int, south: int, best: int, budget: int, work: Words) -> tuple[int, int]:
    """The longest path that begins here, if longer than `best`, and what is left of the budget."""
    visited = work[HEADS] = start
    work[OPTIONS] = grown(start, east, south) & ~visited
    depth = 0
    while depth >= 0:
        options = work[OPTIONS + depth]
        step = options & -options
        if not step:
            visited ^= work[HEADS + depth]
            depth -= 1
            continue
        work[OPTIONS + depth] = options ^ step
        budget -= 1
        if budget < 0:
            break
        depth += 1
        visited |= step
        work[HEADS + depth] = step
        ahead = grown(step, east, south) & ~visited
        if depth >= best:
            best = depth + 1
        if ahead & (ahead - 1) and depth + _reach(step, visited ^ step, east, south) <= best:
            ahead = 0
        work[OPTIONS + depth] = ahead
    return best, budget


@inner
def _reach(start: int, visited: int, east: int, south: int) -> int:
    """How many cells can be reached without those visited, the start included."""
    reached, before = start, 0
    while reached != before:
        before = reached
        reached = grown(reached, east, south) & ~visited
    return count(reached)


@apart(allocates=True)
def _longest_trail(component: int, east: int, south: int, best: int) -> int:
    """The most points of a walk that uses no joint twice, if more than `best` (S3, `stretches`).

    A walk that cannot be made longer has used every joint of both its ends. So it begins and ends at cells with an
    odd number of joints; and where there are none it uses all joints and comes back, which counts its junction twice.
    """
    _, odd = _within(component, east, south)
    joints = count(east) + count(south)
    ends = count(odd)
    if ends <= 2:
        return larger(best, joints + 1)
    most = joints - (ends // 2 - 1) + 1
    work = np.empty(WORK, np.int64)
    budget = zero(best) + BUDGET
    while odd and best < most:
        start = odd & -odd
        odd ^= start
        best, budget = _trails_from(start, east, south, best, budget, work)
        if budget < 0:
            return larger(best, longest_by_profile(component, east, south, zero(best) + 4, best))
    return best


@inner
def _trails_from(start: int, east: int, south: int, best: int, budget: int, work: Words) -> tuple[int, int]:
    """The longest walk that begins here, if longer than `best`, and what is left of the budget."""
    work[HEADS] = start
    work[RIGHTS] = east
    work[DOWNS] = south
    work[TRIED] = 0
    depth = 0
    while depth >= 0:
        head = work[HEADS + depth]
        right = work[RIGHTS + depth]
        down = work[DOWNS + depth]
        way = work[TRIED + depth]
        if way == 4 or depth + 1 + count(right) + count(down) <= best:
            depth -= 1
            continue
        work[TRIED + depth] = way + 1
        bit = head >> 1 if way == 1 else head >> ROW if way == 3 else head
        used = bit & (right if way < 2 else down)
        if not used:
            continue
        budget -= 1
        if budget < 0:
            break
        depth += 1
        work[HEADS + depth] = head << 1 if way == 0 else head << ROW if way == 2 else bit
        work[RIGHTS + depth] = right ^ used if way < 2 else right
        work[DOWNS + depth] = down if way < 2 else down ^ used
        work[TRIED + depth] = 0
        best = larger(best, depth + 1)
    return best, budget
