"""What an agent sees of a position: planes of 7 x 7 cells, and a vector of small numbers.

This is the readable definition, from the engine's values; `stepping` computes the same inside the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from inkrail.core.board import Board, Round
from inkrail.core.cells import CELL_MASKS, CENTRE, NO_CELLS, SIZE, Mask, cells_of, mask_of
from inkrail.core.kinds import Kind
from inkrail.core.layout import layer
from inkrail.core.pieces import Piece, Tile
from inkrail.core.sides import SIDES
from inkrail.envs.planes import Bytes, unpacked
from inkrail.kernel.board.tables import pieces_of, slots_of
from inkrail.rules.position import Extra, Position
from inkrail.rules.ruleset import Ruleset

Observation = dict[str, Bytes]
"""`planes` and `vector`."""

FILLED: Final = "filled"
KEPT_APART: Final = "routes kept apart"
CENTRE_CELLS: Final = "centre"
STATIONS: Final = "stations"
HUBS: Final = "hubs"
BROKEN_PIPES: Final = "broken pipes"
CRATERS: Final = "craters"
METEOR_ORIGIN: Final = "last crater"


class Plane(NamedTuple):
    """A plane: the number of its board, its name, and the cells that it has."""

    board: int
    name: str
    cells: Callable[[Position], Mask]


class Column(NamedTuple):
    """A number of the vector: its name and its largest value; the smallest is 0."""

    name: str
    most: int


class ObservationSpace:
    """The planes and numbers of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.dice_pieces = tuple(piece for piece in pieces_of(ruleset) if piece.name in ruleset.faces)
        self.extras = tuple((extra, self._pieces_of(extra)) for extra in ruleset.extras(ruleset.set_up()))
        self.other_dice = tuple(die for die in ruleset.dice(Round(1)) if die.faces[0] not in ruleset.pieces)
        self.planes = tuple(self._planes())
        self.columns = tuple(self._columns())

    def __reduce__(self) -> tuple[object, ...]:
        return observation_space, (self.ruleset,)

    def __repr__(self) -> str:
        name, planes, columns = self.ruleset.name, len(self.planes), len(self.columns)
        return f"<ObservationSpace {name}, planes {planes}, numbers {columns}>"

    def _pieces_of(self, extra: Extra) -> tuple[Piece, ...]:
        """All pieces that an extra can be; what depends on the roll can be any of its board's dice."""
        board_for = self.ruleset.board_for
        return extra.pieces or tuple(one for one in self.dice_pieces if board_for(one) == extra.board)

    def observe(self, position: Position) -> Observation:
        """The observation of a position."""
        planes = unpacked([plane.cells(position) for plane in self.planes])
        return {
            "planes": planes.reshape(-1, SIZE, SIZE).copy(),
            "vector": np.array([*self._numbers(position)], np.int8),
        }

    # Planes.

    def _planes(self) -> Iterator[Plane]:
        """For each board openings, filled cells, crossings, exits, the centre, and what an expansion adds."""
        for number, layout in enumerate(self.ruleset.layouts):
            kinds = [Kind(kind) for kind in slots_of(self.ruleset, number)]
            for kind in kinds:
                for side in SIDES:
                    yield Plane(number, f"{_name(kind)} {side}", _shown(number, layer(side, kind)))
            yield Plane(number, FILLED, _shown(number, None))
            yield Plane(number, KEPT_APART, _where(number, lambda tile: len(tile.groups) > 1))
            for kind in sorted({exit_.kind for exit_ in layout.exits}):
                exits = mask_of(exit_.cell for exit_ in layout.exits if exit_.kind is kind)
                yield Plane(number, f"{_name(kind)} exits", _always(exits))
            yield Plane(number, CENTRE_CELLS, _always(CENTRE))
            if Kind.SUBWAY in kinds:
                yield Plane(number, STATIONS, _where(number, lambda tile: tile.piece.station))
                yield Plane(number, HUBS, _marked(number, "hub"))
            if Kind.PIPE in kinds and len(self.ruleset.layouts) > 1:
                yield Plane(number, BROKEN_PIPES, _marked(number, "broken"))
        if self.other_dice:
            yield Plane(0, CRATERS, _where(0, lambda tile: not tile.carried))
            yield Plane(0, METEOR_ORIGIN, self._origin)

    def _origin(self, position: Position) -> Mask:
        origin = self.ruleset.origin(position)
        return NO_CELLS if origin is None else CELL_MASKS[origin]

    # The vector.

    def _columns(self) -> Iterator[Column]:
        ruleset = self.ruleset
        yield Column("round", ruleset.rounds)
        if len(ruleset.layouts) > 1:
            yield Column("board", 1)
        for piece in self.dice_pieces:
            yield Column(f"dice {piece}", len(ruleset.dice(Round(1))))
        for extra, pieces in self.extras:
            yield Column(f"{extra.name} left", extra.total)
            yield Column(f"{extra.name} now", 1)
            if len(pieces) > 1:
                yield from (Column(f"{extra.name} {piece}", 1) for piece in pieces)
        for die in self.other_dice:
            yield from (Column(f"{die.name} {face}", 1) for face in dict.fromkeys(die.faces))
        if ruleset.steps:
            yield Column("choice", 1)

    def _numbers(self, position: Position) -> Iterator[int]:
        """The numbers of a position, in the order of the columns."""
        ruleset = self.ruleset
        board = ruleset.board_of(position.round_)
        yield position.round_
        if len(ruleset.layouts) > 1:
            yield board
        for piece in self.dice_pieces:
            yield position.dice.count(piece)
        for extra, (_, pieces) in zip(ruleset.extras(position), self.extras, strict=True):
            yield extra.left
            yield extra.board == board and extra.left > 0 and not extra.why
            if len(pieces) > 1:
                yield from (piece in extra.pieces and piece.name not in extra.used for piece in pieces)
        for die in self.other_dice:
            yield from (face in position.rolled for face in dict.fromkeys(die.faces))
        if ruleset.steps:
            yield bool(ruleset.choices(position))


@lru_cache(maxsize=32)
def observation_space(ruleset: Ruleset) -> ObservationSpace:
    """The cached planes and numbers of a ruleset."""
    return ObservationSpace(ruleset)


def _name(kind: Kind) -> str:
    return kind.name.lower()


def _always(cells: Mask) -> Callable[[Position], Mask]:
    return lambda _: cells


def _shown(board: int, number: int | None) -> Callable[[Position], Mask]:
    """The cells of a layer of a board, or all filled ones."""
    if number is None:
        return lambda position: position.boards[board].filled
    return lambda position: position.boards[board].shown[number]


def _where(board: int, wanted: Callable[[Tile], bool]) -> Callable[[Position], Mask]:
    """The cells with such a tile."""
    return lambda position: _cells_with(position.boards[board], wanted)


def _cells_with(board: Board, wanted: Callable[[Tile], bool]) -> Mask:
    return mask_of(cell for cell in cells_of(board.filled) if (tile := board[cell]) and wanted(tile))


def _marked(board: int, name: str) -> Callable[[Position], Mask]:
    return lambda position: position.boards[board].marked(name)
