# ruff: noqa: PLR0917  (called for every board of a search, where keywords cost)
"""The layers of one kind on a board of the engine, and walks along them."""

from __future__ import annotations

from typing import Final, NamedTuple

from inkrail.core.board import Board
from inkrail.core.cells import ALL_CELLS, EDGES, INNER, SIZE
from inkrail.core.kinds import KINDS, Kind
from inkrail.core.longest import Longest, longest_route
from inkrail.core.sides import Side

EAST: Final = len(KINDS)
SOUTH: Final = 2 * EAST
WEST: Final = 3 * EAST
"""Where the layers of a side begin in `Board.shown` and `Board.faces`; those of the north begin at 0."""
EDGE_N, EDGE_E, EDGE_S, EDGE_W = EDGES
INNER_N, INNER_E, INNER_S, INNER_W = INNER
_ALL: Final = int(ALL_CELLS)
_NOT_EAST: Final = int(INNER[Side.E])
_NOT_WEST: Final = int(INNER[Side.W])


class Layers(NamedTuple):
    """What a kind shows and faces, side by side, all cells that show it, and the cells joined to the next ones."""

    north: int
    east: int
    south: int
    west: int
    from_north: int
    from_east: int
    from_south: int
    from_west: int
    cells: int
    to_east: int
    to_south: int


def layers_of(board: Board, kind: int) -> Layers:
    """The layers of a kind."""
    shown, faces = board.shown, board.faces
    north, east, south, west = shown[kind], shown[EAST + kind], shown[SOUTH + kind], shown[WEST + kind]
    from_east, from_south = faces[EAST + kind], faces[SOUTH + kind]
    return Layers(
        north,
        east,
        south,
        west,
        faces[kind],
        from_east,
        from_south,
        faces[WEST + kind],
        north | east | south | west,
        east & from_east & INNER_E,
        south & from_south & INNER_S,
    )


def exits_met(layers: Layers) -> int:
    """The cells connected to an exit of the kind; no cell has two exits."""
    north, east, south, west, from_north, from_east, from_south, from_west, *_ = layers
    return (
        north & from_north & EDGE_N
        | east & from_east & EDGE_E
        | south & from_south & EDGE_S
        | west & from_west & EDGE_W
    )


def exit_cells(board: Board, kind: int) -> int:
    """The cells at exits of the kind."""
    exits = board.layout.faces
    return exits[kind] | exits[EAST + kind] | exits[SOUTH + kind] | exits[WEST + kind]


def faced_by(layers: Layers, cells: int) -> int:
    """The cells that these cells' sides of the kind face."""
    return (
        (layers.north & cells) >> SIZE
        | (layers.east & cells & _NOT_EAST) << 1
        | (layers.south & cells) << SIZE & _ALL
        | (layers.west & cells & _NOT_WEST) >> 1
    )


def open_ends(layers: Layers) -> int:
    """How many sides of the kind meet neither their kind nor the outer edge (S5)."""
    north, east, south, west, from_north, from_east, from_south, from_west, *_ = layers
    return (
        (north & ~from_north & INNER_N).bit_count()
        + (east & ~from_east & INNER_E).bit_count()
        + (south & ~from_south & INNER_S).bit_count()
        + (west & ~from_west & INNER_W).bit_count()
    )


def around(cells: int) -> int:
    """These cells and all cells next to one of them."""
    return (
        cells | cells << SIZE | cells >> SIZE | (cells & _NOT_EAST) << 1 | (cells & _NOT_WEST) >> 1
    ) & _ALL


def region_at(start: int, to_east: int, to_south: int) -> int:
    """The cells that are joined to the start, with it."""
    region, ahead = start, start
    while ahead:
        ahead = (
            (ahead & to_east) << 1
            | ahead >> 1 & to_east
            | (ahead & to_south) << SIZE
            | ahead >> SIZE & to_south
        ) & ~region
        region |= ahead
    return region


def sweep(start: int, to_east: int, to_south: int) -> tuple[int, int, int]:
    """The region of the start, the cells of it that are farthest, and how many cells a way there has."""
    region = ahead = last = start
    steps = 0
    while ahead:
        last = ahead
        steps += 1
        ahead = (
            (ahead & to_east) << 1
            | ahead >> 1 & to_east
            | (ahead & to_south) << SIZE
            | ahead >> SIZE & to_south
        ) & ~region
        region |= ahead
    return region, last, steps


def longest(board: Board, kind: int, layers: Layers, reading: Longest) -> int:
    """The points of the longest route of the kind (S2, S3); the engine measures those with loops."""
    to_east, to_south = layers.to_east, layers.to_south
    best, cells = 0, layers.cells
    while cells:
        region, last, _ = sweep(cells & -cells, to_east, to_south)
        cells &= ~region
        if (region & to_east).bit_count() + (region & to_south).bit_count() >= region.bit_count():
            return longest_route(board, Kind(kind), reading=reading).length
        if region.bit_count() > best:
            best = max(best, sweep(last & -last, to_east, to_south)[2])
    return best
