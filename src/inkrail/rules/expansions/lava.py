"""Lava, rules F: lava that grows from volcanoes, and must grow in each round."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.core.board import Board
from inkrail.core.cells import MIDDLE, Mask, neighbours_of
from inkrail.core.connections import open_ends, places_showing, regions
from inkrail.core.dice import Die
from inkrail.core.errors import Refusal
from inkrail.core.kinds import Kind
from inkrail.core.longest import Longest
from inkrail.core.pieces import Piece
from inkrail.core.placement import Contacts, Placement
from inkrail.core.score import ScoreLine
from inkrail.rules.module import RuleModule, Scoring
from inkrail.rules.position import DRAW, ERASE, Drawable, Drawing, Extra, Position

F = Kind.LAVA

LAVA = (
    Piece("lava-2-adjacent", ".FF.", needs="F"),
    Piece("lava-2-opposite", "F.F.", needs="F"),
    Piece("lava-3", "FF.F", needs="F"),
    Piece("lava-railway", ".RFR", joined=False, needs="F"),
    Piece("lava-highway", ".HFH", joined=False, needs="F"),
)
"""What the lava dice show; the route on the last two is a separate group (F1, F4)."""

VOLCANO = Piece("volcano", "FFFF")
_VOLCANO_TILE = VOLCANO.tile("FFFF")

LAVA_DIE = Die("lava", ("lava-2-adjacent", *(piece.name for piece in LAVA)))

POINTS_A_CLOSED_LAKE = 5

_ERUPT = "volcano"
_ERUPTED = "lava_volcano"
"""Noted once this round's volcano is drawn."""


class Lava(RuleModule):
    """Two lava dice per round, one of which must be drawn, and volcanoes for new lakes (F1-F9)."""

    name = "lava"
    rounds = 6
    longest = Longest.STRETCHES
    dice = (LAVA_DIE, LAVA_DIE)
    pieces = (*LAVA, VOLCANO)
    drawing_verbs = (ERASE,)
    verbs = {_ERUPT: VOLCANO}  # noqa: RUF012 - a mapping that is never changed
    codes = (
        "lava.must_draw",
        "lava.one_volcano",
        "lava.volcano_near_lava",
        "lava.first_volcano",
        "lava.free_cell_left",
        "lava.only_first_erases",
        "lava.nothing_to_erase",
    )
    erasing = "erasing"

    def set_up(self, position: Position) -> Position:
        """Put a volcano in the middle before the first round (F2)."""
        board = position.boards[self.board].draw(_VOLCANO_TILE, MIDDLE)
        return position.with_board(self.board, board)

    def extras(self, position: Position) -> Iterator[Extra]:
        """The round's volcano (F5)."""
        yield self._volcano(position, volcano_cells(position.boards[self.board]))

    def _volcano(self, position: Position, where: Mask) -> Extra:
        drawn = _ERUPTED in position.this_round
        return Extra(
            _ERUPT,
            _ERUPT,
            (VOLCANO,),
            where,
            _erupt,
            board=self.board,
            left=0 if drawn else 1,
            total=1,
            per="round",
            used={VOLCANO.name: "lava.one_volcano"} if drawn else {},
            refused="lava.volcano_near_lava",
        )

    def drawables(self, position: Position) -> Iterator[Drawable]:
        """The first lava die in a route's place if the lava is shut in (F6)."""
        if _is_first(position) and is_shut_in(position.boards[self.board]):
            yield from self._erasing(position)

    def _erasing(self, position: Position) -> Iterator[Drawable]:
        where = _routes(position.boards[self.board])
        for piece in _lava_dice(position):
            yield Drawable(
                ERASE,
                piece,
                where,
                Position.without_die,
                board=self.board,
                refused="lava.nothing_to_erase",
            )

    def why_not(self, position: Position, drawing: Drawing) -> str | None:
        """Why this lava die may not erase anything (F6)."""
        if drawing.verb != ERASE or drawing.placement.piece not in _lava_dice(position):
            return None
        return "lava.free_cell_left" if _is_first(position) else "lava.only_first_erases"

    def duties(self, position: Position, contacts: Contacts) -> Iterator[str]:
        """The round's first lava die, or a volcano for it, while there is a way to draw them (F3, F6)."""
        board = position.boards[self.board]
        items = (item for group in self.due(position) for item in group)
        if any(contacts.placements(board, item.piece, where=item.where) for item in items):
            yield "lava.must_draw"

    def due(self, position: Position) -> Iterator[tuple[Drawable, ...]]:
        """A lava die in a free cell; if there is none, a volcano or a lava die in a route's place (F3, F6).

        The volcano costs less, especially if the lava fits in a free cell beside it.
        """
        dice = _lava_dice(position)
        if not dice or not _is_first(position):
            return
        board = position.boards[self.board]
        if not is_shut_in(board):
            yield tuple(
                Drawable(DRAW, piece, board.free, Position.without_die, board=self.board) for piece in dice
            )
            return
        cells = volcano_cells(board)
        yield tuple(self._volcano(position, cells & neighbours_of(board.free)).drawables())
        yield tuple(self._volcano(position, cells).drawables())
        yield tuple(self._erasing(position))

    def score(self, position: Position, scoring: Scoring) -> Iterator[ScoreLine]:
        """Five points for each closed lake, and a point for each cell of the largest one (F8)."""
        board = position.boards[self.board]
        lakes = regions(board, F)
        leaking = {cell for cell, _ in open_ends(board, F)}
        closed = [lake for lake in lakes if leaking.isdisjoint(lake)]
        cells = tuple(sorted(cell for lake in closed for cell in lake))
        largest = max(lakes, key=len, default=())
        points = POINTS_A_CLOSED_LAKE * len(closed)
        sides = places_showing(board, F, cells=cells)
        yield ScoreLine("lava.closed_lakes", len(closed), points, cells, sides)
        sides = places_showing(board, F, cells=largest)
        yield ScoreLine("lava.largest_lake", len(largest), len(largest), largest, sides)

    def read_line(self, position: Position, placement: Placement) -> Position | None:
        """A board text begins with the volcano from before the first round (F2)."""
        if not position.boards[self.board].filled and placement != Placement(_VOLCANO_TILE, MIDDLE):
            raise Refusal("lava.first_volcano", cell=MIDDLE)
        return None


def volcano_cells(board: Board) -> Mask:
    """The free cells that have no lava in any neighbour, whichever sides it shows (F5)."""
    return board.free & ~neighbours_of(board.cells_showing(F))


def is_shut_in(board: Board) -> bool:
    """Whether no free cell is next to an open lava side (F6)."""
    return not board.free & board.cells_facing(F)


def _routes(board: Board) -> Mask:
    """The cells that lava may take from a route: those without lava (F6)."""
    return board.filled & ~board.cells_showing(F)


def _lava_dice(position: Position) -> tuple[Piece, ...]:
    """The lava dice left, each piece once."""
    return tuple(dict.fromkeys(piece for piece in position.dice if piece in LAVA))


def _is_first(position: Position) -> bool:
    """Whether no lava die was drawn this round (F3, F6)."""
    left = sum(piece in LAVA for piece in position.dice)
    rolled = sum(face in LAVA_DIE.faces for face in position.rolled)
    return left >= rolled


def _erupt(position: Position, piece: Piece) -> Position:  # noqa: ARG001 - how `Drawable.spend` is called
    """Note that this round's volcano is drawn (F5)."""
    return position.noting_this_round(**{_ERUPTED: 1})
