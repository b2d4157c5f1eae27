"""The river, rules V: two dice, rivers that no route may touch, bridges that cross them."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.core.board import Board
from inkrail.core.cells import Cell
from inkrail.core.connections import places_showing, regions
from inkrail.core.dice import Die
from inkrail.core.kinds import Kind
from inkrail.core.longest import Longest
from inkrail.core.pieces import Piece
from inkrail.core.score import ScoreLine
from inkrail.rules.module import Report, RuleModule, Scoring
from inkrail.rules.position import Position

RIVER_PIECES = (
    Piece("river-straight", "W.W."),
    Piece("river-curve", "WW.."),
    Piece("bridge-highway", "WHWH", joined=False),
    Piece("bridge-railway", "WRWR", joined=False),
)
"""What the river dice show; on a bridge river and route are not joined (V1)."""

RIVER_DIE = Die(
    "river",
    ("river-straight", "river-curve", "river-curve", "river-curve", "bridge-highway", "bridge-railway"),
)

BOTH_ENDS_AT_THE_EDGE = 3
_BEST = "river.best"


class River(RuleModule):
    """Two optional river dice per round, drawn anywhere; the best river scores (V1-V5).

    An open end of a river is an error like any other open side (V4, S5).
    """

    name = "river"
    rounds = 6
    longest = Longest.CELLS
    dice = (RIVER_DIE, RIVER_DIE)
    pieces = RIVER_PIECES
    never_meet = ((Kind.RIVER, Kind.HIGHWAY), (Kind.RIVER, Kind.RAILWAY))

    def score(self, position: Position, scoring: Scoring) -> Iterator[ScoreLine]:
        """The river worth most: one point per cell, and 3 for two ends at the outer edge (V5)."""
        board = position.boards[self.board]
        rivers = (_river_line(board, cells) for cells in regions(board, Kind.RIVER))
        yield max(rivers, key=lambda line: line.points, default=_river_line(board, ()))

    def report(self, lines: tuple[ScoreLine, ...]) -> Report:
        """The points of the best river."""
        return {"best_river": sum(line.points for line in lines if line.name == _BEST)}


def _river_line(board: Board, cells: tuple[Cell, ...]) -> ScoreLine:
    sides = places_showing(board, Kind.RIVER, cells=cells)
    at_edge = [cell for cell, side in sides if cell.neighbour(side) is None]
    bonus = BOTH_ENDS_AT_THE_EDGE if len(at_edge) == 2 else 0
    return ScoreLine(_BEST, len(cells), len(cells) + bonus, cells, sides, kind="route")
