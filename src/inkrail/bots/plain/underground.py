"""The columns of the underground, rules U; `inkrail.kernel.value.underground` explains them."""

from __future__ import annotations

from typing import Final, NamedTuple

from inkrail.bots.plain.layers import Layers, exit_cells, exits_met, faced_by, layers_of, region_at
from inkrail.bots.plain.routes import (
    Found,
    Networks,
    dense_columns,
    face_columns,
    kind_columns,
    networks_of,
)
from inkrail.core.board import Board
from inkrail.core.cells import ALL_CELLS, SIZE
from inkrail.core.kinds import Kind
from inkrail.core.longest import Longest
from inkrail.rules.expansions.underground import BROKEN, DUPLICATE, HUB
from inkrail.rules.position import Position

_ALL: Final = int(ALL_CELLS)
_EXITS: Final = 6
_UNUSED: Final = 48
_FIRST_ROW: Final = (1 << SIZE) - 1
_FIRST_COLUMN: Final = sum(1 << SIZE * row for row in range(SIZE))


class BoardColumns(NamedTuple):
    """The columns of one underground board, and what those of both boards are counted from."""

    dense: list[float]
    """Those of subways and of the whole board, then those of the networks of pipes."""
    hubs: int
    broken: int
    faced: int
    """The free cells that subways face."""
    pipes: int
    stations: int
    loose: tuple[int, int]


def duplicates(position: Position) -> int:
    """How many results were drawn again (U4)."""
    return position.notes.get(DUPLICATE, 0)


def board_columns(board: Board, again: int, reading: Longest) -> BoardColumns:
    """The columns of an underground board alone; `again` is how many results were drawn again."""
    free = _ALL & ~board.filled
    hubs = int(board.marked(HUB))
    subway, pipe = layers_of(board, Kind.SUBWAY), layers_of(board, Kind.PIPE)
    networks, loose = _networks(board, Kind.SUBWAY, subway, hubs=hubs)
    pipes, loose_pipes = _networks(board, Kind.PIPE, pipe, hubs=0)
    one = kind_columns(board, Kind.SUBWAY, subway, free, reading)
    two = kind_columns(board, Kind.PIPE, pipe, free, reading)
    faces = face_columns(subway, pipe, free)
    first = dense_columns(board, networks, (one, two), faces, spent=(1 << again) - 1, stations=0)
    return BoardColumns(
        first + _network_columns(pipes),
        hubs,
        int(board.marked(BROKEN)).bit_count(),
        one.faced,
        pipe.cells,
        _stations(board),
        (loose, loose_pipes),
    )


def underground_columns(position: Position, below: BoardColumns) -> list[float]:
    """All columns of the underground: those of its board, then what the surface above it changes."""
    own = _own_columns(position, below)
    return [*below.dense, below.hubs.bit_count(), below.broken, *own, *below.loose]


def _networks(board: Board, kind: Kind, layers: Layers, *, hubs: int) -> tuple[Networks, int]:
    """The networks of one kind, and the number of cells in none of them."""
    free, exits = _ALL & ~board.filled, exits_met(layers)
    loose, todo = layers.cells, exits | hubs
    found = []
    while todo:
        network = region_at(todo & -todo, layers.to_east, layers.to_south)
        todo &= ~network
        loose &= ~network
        size = (exits & network).bit_count() + (hubs & network).bit_count()
        found.append(Found(size, faced_by(layers, network) & free))
    waiting = exit_cells(board, kind) & free
    columns = networks_of(found, waiting=waiting, free=free, exits=_EXITS, reached=exits.bit_count())
    return columns, loose.bit_count()


def _network_columns(networks: Networks) -> list[float]:
    """Those of the columns of a board that are about networks, in their order; the others are 0."""
    columns: list[float] = [0] * _UNUSED
    columns[:11] = [
        networks.networks,
        networks.reached,
        networks.lost,
        networks.closed,
        *networks.joints,
        networks.apart,
    ]
    columns[25] = networks.meetings.bit_count()
    columns[37:42] = [*networks.largest, networks.closed_exits]
    columns[44] = networks.near
    return columns


def _own_columns(position: Position, below: BoardColumns) -> list[float]:
    """Where hubs can still be made: by rows and columns (U9), or under stations of the surface (U5, U6)."""
    free = _ALL & ~position.boards[-1].filled
    if len(position.boards) == 1:
        return [*_places(free, below.hubs), 0, 0, 0, 0]
    surface = position.boards[0]
    over, above_free = _stations(surface), _ALL & ~surface.filled
    return [
        0,
        0,
        (over & free).bit_count(),
        (over & below.faced).bit_count(),
        (below.stations & above_free).bit_count(),
        (below.pipes & above_free).bit_count(),
    ]


def _places(free: int, hubs: int) -> list[float]:
    rows = columns = 0
    for line in range(SIZE):
        row, column = _FIRST_ROW << SIZE * line, _FIRST_COLUMN << line
        if hubs & row:
            free &= ~row
        else:
            rows += 1
        if hubs & column:
            free &= ~column
        else:
            columns += 1
    return [min(rows, columns), free.bit_count()]


def _stations(board: Board) -> int:
    """The cells with a station."""
    mask = 0
    for cell, tile in enumerate(board.tiles):
        if tile is not None and tile.piece.station:
            mask |= 1 << cell
    return mask
