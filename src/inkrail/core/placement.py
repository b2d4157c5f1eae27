"""Placements, and which of them the board allows (B7, B8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from inkrail.core.board import Board
from inkrail.core.cells import CELL_MASKS, NO_CELLS, Cell, Mask, cells_of, contains
from inkrail.core.kinds import Kind
from inkrail.core.layout import Layer, layer
from inkrail.core.pieces import Piece, Tile


class Placement(NamedTuple):
    """A tile in a cell."""

    tile: Tile
    cell: Cell

    @property
    def piece(self) -> Piece:
        """The piece that is drawn."""
        return self.tile.piece

    def __str__(self) -> str:
        return f"{self.tile.piece.name} {self.cell} {self.tile.text}"

    def __repr__(self) -> str:
        return f"parse_placement({str(self)!r})"


class Placements(Sequence[Placement]):
    """Placements of one piece: for each orientation the cells it may go to."""

    __slots__ = ("__dict__", "masks")

    def __init__(self, masks: tuple[tuple[Tile, Mask], ...]) -> None:
        self.masks = masks

    @cached_property
    def cells(self) -> Mask:
        """The cells where the piece fits in some orientation."""
        mask = NO_CELLS
        for _, cells in self.masks:
            mask |= cells
        return mask

    def __len__(self) -> int:
        count = 0
        for _, cells in self.masks:
            count += cells.bit_count()
        return count

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Placement]: ...
    def __getitem__(self, index: int | slice) -> Placement | Sequence[Placement]:
        if isinstance(index, slice):
            return tuple(self)[index]
        if index < 0:
            index += len(self)
        if index < 0:
            raise IndexError(index)
        for tile, cells in self.masks:
            count = cells.bit_count()
            if index < count:
                return Placement(tile, cells_of(cells)[index])
            index -= count
        raise IndexError(index)

    def __iter__(self) -> Iterator[Placement]:
        return (Placement(tile, cell) for tile, cells in self.masks for cell in cells_of(cells))

    def __contains__(self, placement: object) -> bool:
        return isinstance(placement, Placement) and any(
            tile == placement.tile and contains(cells, placement.cell) for tile, cells in self.masks
        )

    def __bool__(self) -> bool:
        return bool(self.masks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placements) and self.masks == other.masks

    def __hash__(self) -> int:
        return hash(self.masks)

    def __repr__(self) -> str:
        return f"<Placements {', '.join(map(str, self))}>"


NOWHERE = Placements(())


_Plan = tuple[Tile, tuple[Layer, ...], tuple[Layer, ...]]
"""A tile, the layers of which at least one must contain its cell, and those of which none may (see `Board.faces`)."""


class Contacts:
    """Which kinds may never meet, and so which placements are legal."""

    def __init__(self, never_meet: Iterable[tuple[Kind, Kind]]) -> None:
        pairs = frozenset(never_meet)
        self.never_meet = pairs | {(other, one) for one, other in pairs}
        self._plans: dict[str, dict[str, _Plan]] = {}

    def _plans_of(self, piece: Piece) -> dict[str, _Plan]:
        """What each orientation of a piece requires of its cell, by its notation."""
        try:
            return self._plans[piece.name]
        except KeyError:
            plans = self._plans[piece.name] = {tile.text: self._plan(tile) for tile in piece.tiles}
            return plans

    def _plan(self, tile: Tile) -> _Plan:
        joins = tuple(layer(side, kind) for side, kind in tile.carried if kind in tile.piece.needs)
        clashes = tuple(
            layer(side, other)
            for side, kind in tile.carried
            for one, other in sorted(self.never_meet)
            if one == kind
        )
        return tile, joins, clashes

    def placements(self, board: Board, piece: Piece, *, where: Mask) -> Placements:
        """All legal placements of the piece in the cells `where` (B7, B8)."""
        faces = board.faces
        masks = []
        for tile, joins, clashes in self._plans_of(piece).values():
            cells = where
            if joins:
                met = NO_CELLS
                for number in joins:
                    met |= faces[number]
                cells &= met
            for number in clashes:
                cells &= ~faces[number]
            if cells:
                masks.append((tile, cells))
        return Placements(tuple(masks)) if masks else NOWHERE

    def problem(self, board: Board, placement: Placement) -> str | None:
        """The code of what forbids the placement in its cell, whatever is in it now, or None."""
        tile = placement.tile
        _, joins, clashes = self._plans_of(tile.piece)[tile.text]
        faces, bit = board.faces, CELL_MASKS[placement.cell]
        for number in clashes:
            if faces[number] & bit:
                return "placement.kind_clash"
        for number in joins:
            if faces[number] & bit:
                return None
        return "placement.unconnected" if tile.piece.needs else None
