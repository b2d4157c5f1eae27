"""The board: an immutable value."""

from __future__ import annotations

from typing import NewType

from inkrail.core.cells import ALL_CELLS, BESIDE, CELL_MASKS, CELLS, NO_CELLS, Cell, Mask
from inkrail.core.kinds import Kind
from inkrail.core.layout import LAYERS, Layout
from inkrail.core.pieces import Tile
from inkrail.core.showing import svg_of
from inkrail.core.sides import Side

Round = NewType("Round", int)
"""A round, counted from 1."""
NO_ROUND = Round(0)
"""The round of tiles from before the first round, or whose round is not known."""

_BLANKS = (None,) * len(CELLS)
_ZEROS = (NO_ROUND,) * len(CELLS)


class Board:
    """Tiles in cells, each with its round's number, and marks that events left in cells.

    Besides the tiles it keeps two rows of layers, one mask for each side and kind (see `layout.layer`):
    `shown` holds the cells whose tile shows the kind at the side, `faces` the cells that see it from
    there, because a neighbour shows it or an exit is there. All checks of legality use these.
    """

    __slots__ = ("faces", "filled", "layout", "marks", "rounds", "shown", "tiles")

    def __init__(
        self,
        layout: Layout,
        *,
        tiles: tuple[Tile | None, ...] = _BLANKS,
        rounds: tuple[Round, ...] = _ZEROS,
        marks: tuple[tuple[str, Mask], ...] = (),
        filled: Mask = NO_CELLS,
        shown: tuple[Mask, ...] = (NO_CELLS,) * LAYERS,
        faces: tuple[Mask, ...] | None = None,
    ) -> None:
        self.layout = layout
        self.tiles = tiles
        self.rounds = rounds
        self.marks = marks
        self.filled = filled
        self.shown = shown
        self.faces = layout.faces if faces is None else faces

    @property
    def free(self) -> Mask:
        """The cells with nothing in them."""
        return ALL_CELLS & ~self.filled

    def __getitem__(self, cell: Cell) -> Tile | None:
        return self.tiles[cell]

    def cells_showing(self, kind: Kind) -> Mask:
        """The cells whose tile carries the kind on some side."""
        shown = self.shown
        return shown[kind] | shown[7 + kind] | shown[14 + kind] | shown[21 + kind]

    def cells_facing(self, kind: Kind) -> Mask:
        """The cells that meet the kind on some side."""
        faces = self.faces
        return faces[kind] | faces[7 + kind] | faces[14 + kind] | faces[21 + kind]

    def draw(self, tile: Tile, cell: Cell, *, round_: Round = NO_ROUND) -> Board:
        """The board with the tile in a free cell."""
        tiles, rounds = list(self.tiles), list(self.rounds)
        tiles[cell], rounds[cell] = tile, round_
        shown, faces = list(self.shown), list(self.faces)
        bit, beside = CELL_MASKS[cell], BESIDE[cell]
        for side, own, facing in tile.layers:
            shown[own] |= bit
            faces[facing] |= beside[side]
        return Board(
            self.layout,
            tiles=tuple(tiles),
            rounds=tuple(rounds),
            marks=self.marks,
            filled=self.filled | bit,
            shown=tuple(shown),
            faces=tuple(faces),
        )

    def erase(self, cell: Cell) -> Board:
        """The board without what is in the cell, including its marks."""
        tile = self.tiles[cell]
        if tile is None:
            return self
        tiles, rounds = list(self.tiles), list(self.rounds)
        tiles[cell], rounds[cell] = None, NO_ROUND
        shown, faces = list(self.shown), list(self.faces)
        bit, beside = CELL_MASKS[cell], BESIDE[cell]
        for side, own, facing in tile.layers:
            shown[own] &= ~bit
            faces[facing] &= ~beside[side]
        return Board(
            self.layout,
            tiles=tuple(tiles),
            rounds=tuple(rounds),
            marks=tuple((name, mask & ~bit) for name, mask in self.marks if mask & ~bit),
            filled=self.filled & ~bit,
            shown=tuple(shown),
            faces=tuple(faces),
        )

    def marked(self, name: str) -> Mask:
        """The cells that have this mark."""
        return dict(self.marks).get(name, NO_CELLS)

    def mark(self, name: str, cells: Mask) -> Board:
        """The board with this mark on exactly these cells."""
        marks = {**dict(self.marks), name: cells}
        return Board(
            self.layout,
            tiles=self.tiles,
            rounds=self.rounds,
            marks=tuple(sorted((name, mask) for name, mask in marks.items() if mask)),
            filled=self.filled,
            shown=self.shown,
            faces=self.faces,
        )

    def meets(self, cell: Cell, side: Side) -> Kind | None:
        """What the cell meets on this side: a neighbour's side or an exit."""
        neighbour = cell.neighbour(side)
        if neighbour is None:
            exit_ = self.layout.by_place.get((cell, side))
            return exit_.kind if exit_ else None
        tile = self.tiles[neighbour]
        return tile.sides[side.opposite] if tile else None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and self.tiles == other.tiles
            and self.rounds == other.rounds
            and self.marks == other.marks
            and self.layout == other.layout
        )

    def __hash__(self) -> int:
        return hash((self.tiles, self.rounds, self.marks))

    def _repr_svg_(self) -> str:
        return svg_of(self)

    def __repr__(self) -> str:
        drawn = ", ".join(
            f"{tile.piece} {cell} {tile.text}" for cell, tile in zip(CELLS, self.tiles, strict=True) if tile
        )
        return f"<Board {self.layout.name}: {drawn}>"
