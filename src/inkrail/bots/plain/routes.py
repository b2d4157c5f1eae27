# ruff: noqa: PLR0917  (called for every board of a search, where keywords cost)
"""The columns of highways and railways, and what those of subways and pipes have in common with them.

`inkrail.kernel.value.routes` explains them. What is counted is the same here, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from inkrail.bots.plain.layers import (
    INNER_E,
    INNER_S,
    INNER_W,
    Layers,
    around,
    exit_cells,
    exits_met,
    faced_by,
    layers_of,
    longest,
    open_ends,
    sweep,
)
from inkrail.core.board import Board
from inkrail.core.cells import ALL_CELLS, CENTRE, SIZE
from inkrail.core.kinds import Kind
from inkrail.core.longest import Longest

NEAR_JOINTS: Final = 6
_ALL: Final = int(ALL_CELLS)
_CENTRE: Final = int(CENTRE)
_EXITS: Final = 12


class Found(NamedTuple):
    """A network: its exits, and the free cells that it faces."""

    exits: int
    ahead: int


class Networks(NamedTuple):
    """The columns about networks and about what would join them; `meetings` are the free cells where they meet."""

    networks: int
    reached: int
    lost: int
    closed: int
    joints: tuple[int, ...]
    apart: int
    largest: tuple[int, int, int, int]
    """Exits of the largest and of the second, free cells that they face."""
    closed_exits: int
    near: int
    meetings: int


def networks_of(found: Iterable[Found], *, waiting: int, free: int, exits: int, reached: int) -> Networks:
    """The columns of these networks; `waiting` are free cells at exits, `reached` is how many of `exits` are met."""
    found = sorted(found, key=_size, reverse=True)
    closed = [network for network in found if not network.ahead]
    parts = [network.ahead for network in found if network.ahead]
    cells = waiting
    while cells:
        parts.append(cells & -cells)
        cells &= cells - 1
    once = twice = 0
    for part in parts:
        twice |= once & part
        once |= part
    joints, left, near = _joints(parts, free)
    sizes = [*map(_size, found[:2]), (0, 0), (0, 0)]
    return Networks(
        len(found),
        sum(network.exits for network in found),
        exits - reached - waiting.bit_count(),
        len(closed),
        joints,
        left - 1 + len(closed) if left else len(closed),
        (sizes[0][0], sizes[1][0], sizes[0][1], sizes[1][1]),
        sum(network.exits for network in closed),
        near.bit_count(),
        twice,
    )


def _size(network: Found) -> tuple[int, int]:
    return network.exits, network.ahead.bit_count()


def _joints(parts: list[int], free: int) -> tuple[tuple[int, ...], int, int]:
    """The edges of a minimum spanning tree by the tiles they need, how many parts stay apart, what is near them."""
    pairs = [(part, part) for part in parts]
    counted = [0] * NEAR_JOINTS
    near = 0
    for tiles in range(1, NEAR_JOINTS + 1):
        if tiles > 1:
            if tiles & 1:
                pairs = [(one, around(two) & free) for one, two in pairs]
            else:
                pairs = [(around(one) & free, two) for one, two in pairs]
        if tiles == 2:
            for one, _ in pairs:
                near |= one
        joined: list[tuple[int, int]] = []
        seen_one = seen_two = 0
        for one, two in pairs:
            if one & seen_two or two & seen_one:
                one, two, joined = _join(one, two, joined)  # noqa: PLW2901
            joined.append((one, two))
            seen_one |= one
            seen_two |= two
        counted[tiles - 1] = len(pairs) - len(joined)
        pairs = joined
        if len(pairs) < 2 and tiles > 1:
            break
    return tuple(counted), len(pairs), near


def _join(one: int, two: int, others: list[tuple[int, int]]) -> tuple[int, int, list[tuple[int, int]]]:
    """A part with all those that it meets, and the others."""
    apart: list[tuple[int, int]] = []
    for other, other_too in others:
        if one & other_too or two & other:
            one |= other
            two |= other_too
        else:
            apart.append((other, other_too))
    return one, two, apart


class KindColumns(NamedTuple):
    """The columns of one kind, and the free cells that it faces."""

    longest: int
    hoped: int
    dead: int
    open: int
    faced: int


def kind_columns(board: Board, kind: int, layers: Layers, free: int, reading: Longest) -> KindColumns:
    """The columns of one kind."""
    to_north, to_east = layers.north >> SIZE & free, (layers.east & INNER_E) << 1 & free
    to_south, to_west = layers.south << SIZE & free, (layers.west & INNER_W) >> 1 & free
    opened = to_north.bit_count() + to_east.bit_count() + to_south.bit_count() + to_west.bit_count()
    length = longest(board, kind, layers, reading)
    faced = to_north | to_east | to_south | to_west
    hoped = _hoped(layers, free, faced, length)
    return KindColumns(length, hoped, open_ends(layers) - opened, opened, faced)


def _hoped(layers: Layers, free: int, faced: int, length: int) -> int:
    """An estimate, by two sweeps, of the longest route if every free cell continued what faces it."""
    cells = layers.cells | faced
    to_east = (
        layers.to_east | layers.from_east & free & INNER_E | layers.east & INNER_E & (free & INNER_W) >> 1
    )
    to_south = layers.to_south | layers.from_south & free & INNER_S | layers.south & INNER_S & free >> SIZE
    best = length
    while cells:
        region, last, _ = sweep(cells & -cells, to_east, to_south)
        cells &= ~region
        if region.bit_count() > best:
            best = max(best, sweep(last & -last, to_east, to_south)[2])
    return best


def face_columns(one: Layers, two: Layers, free: int) -> tuple[int, int, int, int, int, int]:
    """The free cells by what faces them: one kind alone, the other, several sides of one, both, any."""
    north, east = one.from_north | two.from_north, one.from_east | two.from_east
    south, west = one.from_south | two.from_south, one.from_west | two.from_west
    first = (one.from_north | one.from_east | one.from_south | one.from_west) & free
    second = (two.from_north | two.from_east | two.from_south | two.from_west) & free
    several = (north & east | south & west | (north | east) & (south | west)) & free
    return (
        (first & ~several).bit_count(),
        (second & ~several).bit_count(),
        (several & first & ~second).bit_count(),
        (several & second & ~first).bit_count(),
        (first & second).bit_count(),
        (first | second).bit_count(),
    )


def special_columns(spent: int) -> list[int]:
    """How many special routes are left, and which are used."""
    left = 3 - spent.bit_count()
    return [left, left == 1, left == 2, left == 3, *(spent >> special & 1 for special in range(6))]


def apart_of(board: Board, cells: int) -> int:
    """Those of the cells whose tile keeps its kinds apart."""
    apart = 0
    tiles = board.tiles
    while cells:
        bit = cells & -cells
        cells ^= bit
        tile = tiles[bit.bit_length() - 1]
        if tile and len(tile.groups) > 1:
            apart |= bit
    return apart


def _network_at(one: int, two: int, highway: Layers, railway: Layers, stations: int) -> tuple[int, int]:
    """The cells of highways and of railways that are connected to these."""
    east, south, east_too, south_too = highway.to_east, highway.to_south, railway.to_east, railway.to_south
    ahead, ahead_too = one, two
    while ahead or ahead_too:
        ahead |= ahead_too & stations & ~one
        ahead_too |= ahead & stations & ~two
        one |= ahead
        two |= ahead_too
        ahead = (
            (ahead & east) << 1 | ahead >> 1 & east | (ahead & south) << SIZE | ahead >> SIZE & south
        ) & ~one
        ahead_too = (
            (ahead_too & east_too) << 1
            | ahead_too >> 1 & east_too
            | (ahead_too & south_too) << SIZE
            | ahead_too >> SIZE & south_too
        ) & ~two
        one |= ahead
        two |= ahead_too
    return one, two


def _found(highway: Layers, railway: Layers, stations: int, free: int) -> list[Found]:
    """All networks with an exit."""
    exits, exits_too = exits_met(highway), exits_met(railway)
    found = []
    while exits or exits_too:
        start = exits & -exits
        one, two = _network_at(start, 0 if start else exits_too & -exits_too, highway, railway, stations)
        met = (exits & one).bit_count() + (exits_too & two).bit_count()
        exits &= ~one
        exits_too &= ~two
        found.append(Found(met, (faced_by(highway, one) | faced_by(railway, two)) & free))
    return found


def route_columns(board: Board, spent: int, reading: Longest) -> list[float]:
    """The columns of highways and railways; `spent` has a bit for each special route used."""
    highway, railway = layers_of(board, Kind.HIGHWAY), layers_of(board, Kind.RAILWAY)
    free = _ALL & ~board.filled
    both = highway.cells & railway.cells
    stations = both & ~apart_of(board, both)
    found = _found(highway, railway, stations, free)
    waiting = (exit_cells(board, Kind.HIGHWAY) | exit_cells(board, Kind.RAILWAY)) & free
    reached = sum(network.exits for network in found)
    networks = networks_of(found, waiting=waiting, free=free, exits=_EXITS, reached=reached)
    one = kind_columns(board, Kind.HIGHWAY, highway, free, reading)
    two = kind_columns(board, Kind.RAILWAY, railway, free, reading)
    faces = face_columns(highway, railway, free)
    return dense_columns(board, networks, (one, two), faces, spent=spent, stations=stations.bit_count())


def dense_columns(
    board: Board,
    networks: Networks,
    kinds: tuple[KindColumns, KindColumns],
    faces: tuple[int, int, int, int, int, int],
    *,
    spent: int,
    stations: int,
) -> list[float]:
    """All columns of one board's two kinds, in their order."""
    one, two = kinds
    middle, empty = (board.filled & _CENTRE).bit_count(), 49 - board.filled.bit_count()
    return [
        networks.networks,
        networks.reached,
        networks.lost,
        networks.closed,
        *networks.joints,
        networks.apart,
        one.longest,
        two.longest,
        one.hoped,
        two.hoped,
        middle,
        one.dead,
        two.dead,
        one.open,
        two.open,
        *faces[:5],
        networks.meetings.bit_count(),
        empty,
        *special_columns(spent),
        *networks.largest,
        networks.closed_exits,
        faces[5],
        9 - middle,
        networks.near,
        stations,
        empty - networks.near,
        1,
    ]
