"""What is connected on a board: networks, regions of one kind, open ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from inkrail.core.board import Board
from inkrail.core.cells import EDGES, NEIGHBOURS, Cell, iter_cells
from inkrail.core.kinds import KINDS, Kind
from inkrail.core.layout import Exit, layer
from inkrail.core.sides import OPPOSITE, SIDES, Side

Place = tuple[Cell, Side]
"""A side of a cell."""

Group = tuple[Cell, tuple[Side, ...]]
"""Sides of a cell that are connected inside its tile."""


@dataclass(frozen=True, slots=True)
class Network:
    """Groups joined side to side, and the exits they reach (S1)."""

    groups: tuple[Group, ...]
    exits: tuple[Exit, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The network's cells, each once, in their order on the board."""
        return tuple(sorted({cell for cell, _ in self.groups}))

    @property
    def sides(self) -> tuple[Place, ...]:
        """Every side that belongs to the network."""
        return tuple((cell, side) for cell, sides in self.groups for side in sides)


def joints(board: Board, kind: Kind) -> Iterator[tuple[Cell, Side]]:
    """Each place where two tiles meet in this kind, told once: from the west or the north of it."""
    for side in (Side.E, Side.S):
        number = layer(side, kind)
        for cell in iter_cells(board.shown[number] & board.faces[number] & ~EDGES[side]):
            yield cell, side


def networks(board: Board) -> tuple[Network, ...]:
    """All networks, whether or not they reach an exit; those with most exits first."""
    groups: list[Group] = []
    at: dict[Place, int] = {}
    for cell in iter_cells(board.filled):
        tile = board.tiles[cell]
        assert tile is not None
        for sides in tile.groups:
            for side in sides:
                at[cell, side] = len(groups)
            groups.append((cell, sides))
    roots = _joined(board, at, count=len(groups))
    members: dict[int, list[Group]] = {}
    for root, group in zip(roots, groups, strict=True):
        members.setdefault(root, []).append(group)
    reached: dict[int, list[Exit]] = {}
    for exit_ in board.layout.exits:
        if board.shown[layer(exit_.side, exit_.kind)] >> exit_.cell & 1:
            reached.setdefault(roots[at[exit_.cell, exit_.side]], []).append(exit_)
    found = [Network(tuple(groups), tuple(reached.get(root, ()))) for root, groups in members.items()]
    return tuple(sorted(found, key=lambda network: -len(network.exits)))


def _joined(board: Board, at: dict[Place, int], *, count: int) -> list[int]:
    """For each of the groups, told by their numbers, the first group of its network."""
    roots = list(range(count))
    for kind in KINDS:
        for cell, side in joints(board, kind):
            neighbour = NEIGHBOURS[cell][side]
            assert neighbour is not None
            one, other = at[cell, side], at[neighbour, OPPOSITE[side]]
            while roots[one] != one:
                one = roots[one]
            while roots[other] != other:
                other = roots[other]
            roots[max(one, other)] = min(one, other)
    for number, root in enumerate(roots):
        roots[number] = roots[root]
    return roots


def regions(board: Board, kind: Kind) -> tuple[tuple[Cell, ...], ...]:
    """The cells that show the kind, in sets joined where two of its sides meet."""
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in iter_cells(board.cells_showing(kind))}
    for cell, side in joints(board, kind):
        neighbour = cell.neighbour(side)
        assert neighbour is not None
        beside[cell].append(neighbour)
        beside[neighbour].append(cell)
    found = []
    while beside:
        region, ahead = set(), [next(iter(beside))]
        while ahead:
            cell = ahead.pop()
            region.add(cell)
            ahead += [other for other in beside.pop(cell, ()) if other not in region]
        found.append(tuple(sorted(region)))
    return tuple(found)


def places_showing(board: Board, kind: Kind, *, cells: Iterable[Cell]) -> tuple[Place, ...]:
    """The sides of these cells that carry the kind."""
    return tuple(
        (cell, side) for cell in cells for side in SIDES if board.shown[layer(side, kind)] >> cell & 1
    )


def open_ends(board: Board, kind: Kind) -> tuple[Place, ...]:
    """The kind's sides that meet neither a side of their kind nor the outer edge (S5)."""
    found: list[Place] = []
    for side in SIDES:
        number = layer(side, kind)
        if open_ := board.shown[number] & ~board.faces[number] & ~EDGES[side]:
            found += [(cell, side) for cell in iter_cells(open_)]
    return tuple(found)
