"""Where a board's exits are, and of which kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NewType

from inkrail.core.cells import CELL_MASKS, NO_CELLS, Cell, Mask
from inkrail.core.kinds import KINDS, Kind
from inkrail.core.sides import SIDES, Side

Layer = NewType("Layer", int)
"""A layer's number in `Board.shown` and `Board.faces`."""

LAYERS: Final = len(SIDES) * len(KINDS)
_NUMBERS: Final = tuple(tuple(Layer(side * len(KINDS) + kind) for kind in KINDS) for side in SIDES)


def layer(side: Side, kind: Kind) -> Layer:
    """The layer of this side and kind."""
    return _NUMBERS[side][kind]


@dataclass(frozen=True)
class Exit:
    """A place at the outer edge where a network may leave the board."""

    cell: Cell
    side: Side
    kind: Kind


@dataclass(frozen=True)
class Layout:
    """A printed board: its name and its exits."""

    name: str
    exits: tuple[Exit, ...]

    @cached_property
    def faces(self) -> tuple[Mask, ...]:
        """For each layer the cells that meet an exit there."""
        masks = [NO_CELLS] * LAYERS
        for exit_ in self.exits:
            masks[layer(exit_.side, exit_.kind)] |= CELL_MASKS[exit_.cell]
        return tuple(masks)

    @cached_property
    def gates(self) -> tuple[tuple[Exit, Layer, Mask], ...]:
        """Each exit with its layer and its cell as a mask."""
        return tuple((exit_, layer(exit_.side, exit_.kind), CELL_MASKS[exit_.cell]) for exit_ in self.exits)

    @cached_property
    def by_place(self) -> dict[tuple[Cell, Side], Exit]:
        """Each exit by its cell and side."""
        return {(exit_.cell, exit_.side): exit_ for exit_ in self.exits}
