"""What is connected on a board: networks, regions of one kind, open ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from inkrail.core.board import Board
from inkrail.core.cells import CELL_MASKS, CELLS, INNER, NO_CELLS, SIZE, Cell, Mask, cells_of
from inkrail.core.kinds import KINDS, Kind
from inkrail.core.layout import Exit, layer
from inkrail.core.sides import SIDES, Side

Place = tuple[Cell, Side]
"""A side of a cell."""

PLACES: Final = tuple(tuple((cell, side) for side in SIDES) for cell in CELLS)
"""For each cell its four sides; score sheets share these instead of making their own."""

_LAYERS_OF = tuple(tuple((side, layer(side, kind)) for side in SIDES) for kind in KINDS)
"""For each kind its four layers, with their sides."""

_INNER_EAST, _INNER_SOUTH = INNER[Side.E], INNER[Side.S]

Group = tuple[Cell, tuple[Side, ...]]
"""Sides of a cell that are connected inside its tile."""


class Network(NamedTuple):
    """Groups joined side to side, in their order on the board, and the exits they reach (S1)."""

    groups: tuple[Group, ...]
    exits: tuple[Exit, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The network's cells, each once, in their order on the board."""
        return tuple(dict.fromkeys([cell for cell, _ in self.groups]))

    @property
    def sides(self) -> tuple[Place, ...]:
        """Every side that belongs to the network."""
        return tuple([PLACES[cell][side] for cell, sides in self.groups for side in sides])


def joints(board: Board, kind: Kind) -> list[tuple[Cell, Cell]]:
    """The pairs of cells that are joined in this kind, each once, the western or northern cell first."""
    to_east, to_south = _joined_cells(board, kind)
    if not to_east | to_south:
        return []
    pairs = [(cell, CELLS[cell + 1]) for cell in cells_of(to_east)]
    return pairs + [(cell, CELLS[cell + SIZE]) for cell in cells_of(to_south)]


def _joined_cells(board: Board, kind: Kind) -> tuple[Mask, Mask]:
    """The cells that are joined in this kind to the next one in the east, and in the south."""
    _, (_, east), (_, south), _ = _LAYERS_OF[kind]
    shown, faces = board.shown, board.faces
    return shown[east] & faces[east] & _INNER_EAST, shown[south] & faces[south] & _INNER_SOUTH


def networks(board: Board) -> tuple[Network, ...]:
    """All networks, whether or not they reach an exit; those with most exits first."""
    groups: list[Group] = []
    at = tuple([0] * len(CELLS) for _ in SIDES)
    for cell in cells_of(board.filled):
        tile = board.tiles[cell]
        assert tile is not None
        for sides in tile.groups:
            for side in sides:
                at[side][cell] = len(groups)
            groups.append((cell, sides))
    roots = _joined(board, at, count=len(groups))
    members: dict[int, list[Group]] = {}
    for root, group in zip(roots, groups, strict=True):
        members.setdefault(root, []).append(group)
    reached: dict[int, list[Exit]] = {}
    for exit_, number, beside in board.layout.gates:
        if board.shown[number] & beside:
            reached.setdefault(roots[at[exit_.side][exit_.cell]], []).append(exit_)
    unsorted = [Network(tuple(groups), tuple(reached.get(root, ()))) for root, groups in members.items()]
    return tuple(sorted(unsorted, key=lambda network: -len(network.exits)))


def _joined(board: Board, at: Sequence[Sequence[int]], *, count: int) -> list[int]:
    """The number of the first group of each group's network; `at` has the numbers of groups by side and cell."""
    north, east, south, west = at
    roots = list(range(count))
    to_east = to_south = NO_CELLS
    for kind in KINDS:
        joined = _joined_cells(board, kind)
        to_east |= joined[0]
        to_south |= joined[1]
    pairs = [(east[cell], west[cell + 1]) for cell in cells_of(to_east)]
    pairs += [(south[cell], north[cell + SIZE]) for cell in cells_of(to_south)]
    for pair in pairs:
        one, other = pair
        while roots[one] != one:
            one = roots[one]
        while roots[other] != other:
            other = roots[other]
        if one < other:
            roots[other] = one
        else:
            roots[one] = other
    for number, root in enumerate(roots):
        roots[number] = roots[root]
    return roots


def regions(board: Board, kind: Kind) -> tuple[tuple[Cell, ...], ...]:
    """The cells that show the kind, in sets joined where two of its sides meet."""
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in cells_of(board.cells_showing(kind))}
    for cell, neighbour in joints(board, kind):
        beside[cell].append(neighbour)
        beside[neighbour].append(cell)
    components = []
    while beside:
        region, ahead = set(), [next(iter(beside))]
        while ahead:
            cell = ahead.pop()
            region.add(cell)
            ahead += [other for other in beside.pop(cell, ()) if other not in region]
        components.append(tuple(sorted(region)))
    return tuple(components)


def places_showing(board: Board, kind: Kind, *, cells: Iterable[Cell]) -> tuple[Place, ...]:
    """The sides of these cells that carry the kind."""
    shown = [(side, board.shown[number]) for side, number in _LAYERS_OF[kind]]
    return tuple(PLACES[cell][side] for cell in cells for side, mask in shown if mask & CELL_MASKS[cell])


def open_ends(board: Board, kind: Kind) -> tuple[Place, ...]:
    """The kind's sides that meet neither a side of their kind nor the outer edge (S5)."""
    ends: list[Place] = []
    for side, number in _LAYERS_OF[kind]:
        if open_ := board.shown[number] & ~board.faces[number] & INNER[side]:
            ends += [PLACES[cell][side] for cell in cells_of(open_)]
    return tuple(ends)
