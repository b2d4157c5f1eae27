"""The lake, rules L: two dice, water that fills automatically, piers that join networks."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.core.board import Board
from inkrail.core.cells import Cell, cells_of
from inkrail.core.connections import places_showing, regions
from inkrail.core.dice import Die
from inkrail.core.errors import Refusal
from inkrail.core.kinds import Kind
from inkrail.core.layout import layer
from inkrail.core.longest import Longest
from inkrail.core.pieces import Piece
from inkrail.core.placement import Placement
from inkrail.core.score import ScoreLine
from inkrail.core.sides import SIDES
from inkrail.rules.module import Report, RuleModule, Scoring
from inkrail.rules.position import Position

LAKE_FACES = (
    Piece("lake-1", "..L."),
    Piece("lake-2", ".LL."),
    Piece("lake-3", "LL.L"),
    Piece("pier-railway", "R.L."),
    Piece("pier-highway", "H.L."),
    Piece("pier-double", "RLLH"),
)
"""What the lake dice show; a pier joins its routes with its water (L1, L5)."""

LAKE_FULL = Piece("lake-full", "LLLL")
"""A cell that water has filled (L3)."""

LAKE_DIE = Die("lake", tuple(piece.name for piece in LAKE_FACES))

_FULL = LAKE_FULL.tile("LLLL")
_SMALLEST = "lake.smallest"


class Lake(RuleModule):
    """Two optional lake dice per round, drawn anywhere; the smallest lake scores (L1-L6).

    Water may meet anything, and no open side of it is an error (L4, S5).
    """

    name = "lake"
    rounds = 6
    longest = Longest.CELLS
    dice = (LAKE_DIE, LAKE_DIE)
    pieces = (*LAKE_FACES, LAKE_FULL)
    codes = ("lake.not_filled", "lake.not_surrounded")
    missing = "lake.not_filled"

    def forced(self, position: Position) -> tuple[Placement, ...]:
        """Water in every empty cell that three or four open lake sides surround (L3)."""
        return tuple(Placement(_FULL, cell) for cell in iter_surrounded(position.boards[self.board]))

    def read_line(self, position: Position, placement: Placement) -> Position | None:
        """Refuse water that is not forced (L3); forced water is drawn before this is called."""
        if placement.piece != LAKE_FULL:
            return None
        taken = position.boards[self.board][placement.cell]
        code = "placement.occupied" if taken else "lake.not_surrounded"
        raise Refusal(code, cell=placement.cell, piece=placement.piece.name)

    def score(self, position: Position, scoring: Scoring) -> Iterator[ScoreLine]:
        """A point for each cell of the smallest lake (L6)."""
        board = position.boards[self.board]
        smallest: tuple[Cell, ...] = min(regions(board, Kind.LAKE), key=len, default=())
        sides = places_showing(board, Kind.LAKE, cells=smallest)
        yield ScoreLine(_SMALLEST, len(smallest), len(smallest), smallest, sides)

    def report(self, lines: tuple[ScoreLine, ...]) -> Report:
        """The size of the smallest lake."""
        return {"smallest_lake": sum(line.value for line in lines if line.name == _SMALLEST)}


def iter_surrounded(board: Board) -> Iterator[Cell]:
    """The empty cells with three or four sides at open lake sides (L3); the outer edge does not count."""
    north, east, south, west = (board.faces[layer(side, Kind.LAKE)] for side in SIDES)
    three = north & east & (south | west) | south & west & (north | east)
    yield from cells_of(board.free & three)
