# mypy: disable-error-code="no-any-return"
# ruff: noqa: PLR0917  (compiled functions take no keywords, and calls cost)
"""The features of highways and railways at the end of a round that predict the final score.

Network points are 4 for each exit reached minus 4 for each network, whatever their sizes (S1; 12 exits add one). So
what matters is how few tiles would connect the networks and the unreached exits with each other.

The **dense** features are counts, named below; those of expansions and of the underground follow them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel.board.bits import (
    ALL,
    CENTRE,
    NOT_EAST,
    NOT_SOUTH,
    NOT_WEST,
    ROW,
    Words,
    count,
    grown,
    larger,
    zero,
)
from inkrail.kernel.board.layout import FACES, FILLED, SIDE, SPENT
from inkrail.kernel.board.longest import longest_of, sweep
from inkrail.kernel.board.networks import (
    beside,
    exits_met,
    joined_east,
    joined_south,
    joints_of,
    network_of,
    open_ends,
    showing,
    stations,
)
from inkrail.kernel.board.tables import EXITS
from inkrail.kernel.compiling import apart, inlined, inner

Floats = NDArray[np.float32]

# Dense features.
NETWORKS: Final = 0
REACHED: Final = 1
LOST: Final = 2
"""Exits whose cell is filled without a connection to them."""
CLOSED: Final = 3
"""Networks without an end that faces a free cell."""
JOINTS: Final = 4
"""From here on: how many connections between networks and free exits need one tile, two, ... six."""
APART: Final = 10
"""Networks and free exits that six tiles cannot connect."""
LONGEST: Final = 11
HOPED: Final = 13
"""The longest routes if every free cell continued what faces it."""
MIDDLE: Final = 15
DEAD: Final = 16
"""Ends that face a filled cell, by slot."""
OPEN: Final = 18
"""Ends that face a free cell, by slot."""
LONE: Final = 20
"""Free cells with one face, by slot."""
SAME: Final = 22
"""Free cells with two or more faces, all of one slot."""
MIXED: Final = 24
MEETINGS: Final = 25
"""Free cells where two networks meet."""
FREE: Final = 26
SPECIALS_LEFT: Final = 27
"""Then flags for one, two and three left."""
SPENT_BITS: Final = 31
LARGEST: Final = 37
SECOND: Final = 38
LARGEST_REACH: Final = 39
SECOND_REACH: Final = 40
CLOSED_EXITS: Final = 41
FRONTIER: Final = 42
FREE_MIDDLE: Final = 43
NEAR: Final = 44
"""Free cells at most two tiles from a network."""
STATIONS: Final = 45
FAR_FREE: Final = 46
ONE: Final = 47
DENSE: Final = 48
COUNTED: Final = (NETWORKS, REACHED, CLOSED, LARGEST, SECOND, LARGEST_REACH, SECOND_REACH, CLOSED_EXITS)
"""The features counted network by network."""

NEAR_JOINTS: Final = 6

# Work space: a row for each network or free exit.
MOST_PARTS: Final = 32
HIGH: Final = 0
LOW: Final = 1
WORK: Final = 2 * MOST_PARTS + 8


@inlined
def faced_by(board: Words, slot: int, cells: int) -> int:
    """The cells that these cells' sides of the slot's kind face."""
    return (
        (board[slot] & cells) >> ROW
        | (board[SIDE + slot] & cells & NOT_EAST) << 1
        | (board[2 * SIDE + slot] & cells) << ROW & ALL
        | (board[3 * SIDE + slot] & cells & NOT_WEST) >> 1
    )


@inlined
def exit_cells(tables: Words, at: int) -> int:
    """The cells at exits of a kind; `at` is the kind's first word of exits in the tables."""
    return tables[at] | tables[at + SIDE] | tables[at + 2 * SIDE] | tables[at + 3 * SIDE]


@inlined
def note_network(dense: Floats, work: Words, parts: int, size: int, ahead: int) -> int:
    """Count a network with `size` exits; if it faces free cells it is a part. Return the number of parts."""
    reach = count(ahead)
    dense[NETWORKS] += 1
    dense[REACHED] += size
    if size > dense[LARGEST] or (size == dense[LARGEST] and reach > dense[LARGEST_REACH]):
        dense[SECOND], dense[SECOND_REACH] = dense[LARGEST], dense[LARGEST_REACH]
        dense[LARGEST], dense[LARGEST_REACH] = size, reach
    elif size > dense[SECOND] or (size == dense[SECOND] and reach > dense[SECOND_REACH]):
        dense[SECOND], dense[SECOND_REACH] = size, reach
    if ahead:
        work[2 * parts] = ahead
        return parts + 1
    dense[CLOSED] += 1
    dense[CLOSED_EXITS] += size
    return parts


@inlined
def note_exits(work: Words, parts: int, waiting: int) -> int:
    """Add each of these free cells at an exit as a part; return the number of parts."""
    while waiting:
        work[2 * parts] = waiting & -waiting
        waiting &= waiting - 1
        parts += 1
    return parts


@inner
def _find_parts(board: Words, tables: Words, dense: Floats, work: Words) -> int:
    """Write the free cells that each network and each free exit faces; return the number of parts."""
    free = ~board[FILLED] & ALL
    joints = joints_of(board)
    first = zero(free)
    exits, exits_too = exits_met(board, first), exits_met(board, first + 1)
    parts = zero(free)
    for column in COUNTED:
        dense[column] = 0.0
    while exits | exits_too:
        start = exits & -exits
        one, two = network_of(start, first if start else exits_too & -exits_too, joints)
        size = count(exits & one) + count(exits_too & two)
        exits &= ~one
        exits_too &= ~two
        ahead = (faced_by(board, first, one) | faced_by(board, first + 1, two)) & free
        parts = note_network(dense, work, parts, size, ahead)
    waiting = (exit_cells(tables, first + EXITS) | exit_cells(tables, first + EXITS + 1)) & free
    dense[LOST] = 12 - dense[REACHED] - count(waiting)
    return note_exits(work, parts, waiting)


@inner
def meetings_of(work: Words, parts: int) -> int:
    """The free cells that two networks or exits face."""
    once = twice = 0
    for part in range(parts):
        twice |= once & work[2 * part]
        once |= work[2 * part]
    return twice


@inner
def join_parts(work: Words, parts: int, free: int, dense: Floats) -> None:
    """Count the edges of a minimum spanning tree over all parts by the tiles that they need."""
    near = 0
    for part in range(parts):
        work[2 * part + 1] = work[2 * part]
    for tiles in range(1, NEAR_JOINTS + 1):
        if tiles > 1:
            side = tiles & 1
            for part in range(parts):
                reach = work[2 * part + side]
                work[2 * part + side] = (reach | beside(reach)) & free
                if tiles == 2:
                    near |= work[2 * part + side]
        joints = 0
        one = 0
        while one < parts:
            two = one + 1
            while two < parts:
                if work[2 * one] & work[2 * two + 1] or work[2 * one + 1] & work[2 * two]:
                    work[2 * one] |= work[2 * two]
                    work[2 * one + 1] |= work[2 * two + 1]
                    parts -= 1
                    work[2 * two] = work[2 * parts]
                    work[2 * two + 1] = work[2 * parts + 1]
                    joints += 1
                    two = one + 1
                else:
                    two += 1
            one += 1
        dense[JOINTS + tiles - 1] = joints
    dense[APART] = parts - 1 + dense[CLOSED] if parts else dense[CLOSED]
    dense[NEAR] = count(near)


@inner
def _hoped(board: Words, slot: int, free: int, faced: int) -> int:
    """An estimate, by two sweeps, of the longest route if every free cell continued what faces it."""
    cells = showing(board, slot) | faced
    shown_east, shown_south = board[SIDE + slot] & NOT_EAST, board[2 * SIDE + slot] & NOT_SOUTH
    east = (
        joined_east(board, slot)
        | board[FACES + SIDE + slot] & free & NOT_EAST
        | shown_east & (free & NOT_WEST) >> 1
    )
    south = (
        joined_south(board, slot)
        | board[FACES + 2 * SIDE + slot] & free & NOT_SOUTH
        | shown_south & free >> ROW
    )
    best = zero(slot)
    while cells:
        component = ahead = cells & -cells
        last = ahead
        while ahead:
            last = ahead
            ahead = grown(component, east, south) & ~component
            component |= ahead
        cells &= ~component
        if count(component) <= best:
            continue
        best = larger(best, sweep(last & -last, east, south))
    return best


@inner
def read_kind(board: Words, tables: Words, part: int, kind: int, free: int, dense: Floats) -> int:
    """Write the features of the first or second kind of one of two boards; return the free cells that it faces."""
    slot = part + kind
    north, east, south, west = board[slot], board[SIDE + slot], board[2 * SIDE + slot], board[3 * SIDE + slot]
    to_north, to_east = north >> ROW, (east & NOT_EAST) << 1
    to_south, to_west = (south << ROW) & ALL, (west & NOT_WEST) >> 1
    opened = count(to_north & free) + count(to_east & free) + count(to_south & free) + count(to_west & free)
    dense[OPEN + kind] = opened
    dense[DEAD + kind] = open_ends(board, slot) - opened
    length = longest_of(board, tables, slot)
    faced = (to_north | to_east | to_south | to_west) & free
    dense[LONGEST + kind] = length
    dense[HOPED + kind] = larger(length, _hoped(board, slot, free, faced))
    return faced


@inner
def read_faces(board: Words, part: int, free: int, dense: Floats) -> None:
    """Count the free cells of one of two boards by what faces them."""
    at = part + FACES
    n0, e0, s0, w0 = board[at], board[at + SIDE], board[at + 2 * SIDE], board[at + 3 * SIDE]
    n1, e1, s1, w1 = board[at + 1], board[at + SIDE + 1], board[at + 2 * SIDE + 1], board[at + 3 * SIDE + 1]
    any0, any1 = (n0 | e0 | s0 | w0) & free, (n1 | e1 | s1 | w1) & free
    n, e, s, w = n0 | n1, e0 | e1, s0 | s1, w0 | w1
    several = (n & e | s & w | (n | e) & (s | w)) & free
    dense[LONE] = count(any0 & ~several)
    dense[LONE + 1] = count(any1 & ~several)
    dense[SAME] = count(several & any0 & ~any1)
    dense[SAME + 1] = count(several & any1 & ~any0)
    dense[MIXED] = count(any0 & any1)
    dense[FRONTIER] = count(any0 | any1)


@apart()
def read_routes(board: Words, tables: Words, dense: Floats, work: Words) -> int:
    """Write the dense features of the open board; return the cells where networks meet."""
    free = ~board[FILLED] & ALL
    parts = _find_parts(board, tables, dense, work)
    meetings = meetings_of(work, parts)
    join_parts(work, parts, free, dense)
    surface = zero(free)
    for kind in range(2):
        read_kind(board, tables, surface, kind, free, dense)
    read_faces(board, surface, free, dense)
    read_specials(board[SPENT], dense)
    dense[MIDDLE] = count(board[FILLED] & CENTRE)
    dense[MEETINGS] = count(meetings)
    dense[FREE] = count(free)
    dense[FREE_MIDDLE] = count(free & CENTRE)
    dense[STATIONS] = count(stations(board))
    dense[FAR_FREE] = dense[FREE] - dense[NEAR]
    dense[ONE] = 1.0
    return meetings


@inlined
def read_specials(spent: int, dense: Floats) -> None:
    """Write which special routes are used, and how many are left."""
    left = 3 - count(spent)
    dense[SPECIALS_LEFT] = left
    dense[SPECIALS_LEFT + 1] = 1.0 if left == 1 else 0.0
    dense[SPECIALS_LEFT + 2] = 1.0 if left == 2 else 0.0
    dense[SPECIALS_LEFT + 3] = 1.0 if left == 3 else 0.0
    for special in range(6):
        dense[SPENT_BITS + special] = spent >> special & 1
