"""Meteor, rules M: before each round's drawing a meteor leaves a crater on every board."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, MIDDLE, SIZE, Cell, Mask, cells_of, mask_of
from inkrail.core.connections import Place
from inkrail.core.dice import Die
from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.pieces import Piece, Role
from inkrail.core.placement import Placement
from inkrail.core.score import ScoreLine
from inkrail.core.sides import SIDES, Side
from inkrail.rules.module import RuleModule, Scoring
from inkrail.rules.position import ERASE, Choice, Drawable, Position
from inkrail.rules.standard import SPECIALS, cross_off, special_problem

CRATER = Piece("crater", "....")
_CRATER_TILE = CRATER.tile("....")

DIRECTIONS = {"up": Side.N, "right": Side.E, "down": Side.S, "left": Side.W}
_CHOOSE = "choose"
DIRECTION_DIE = Die("direction", (*DIRECTIONS, _CHOOSE, _CHOOSE))
DISTANCE_DIE = Die("distance", ("1", "1", "1", "2", "2", "3"))

DIRECTION = "direction"
IGNORE = "ignore"
POINTS_A_TILE = 2

_ORIGIN = "meteor_origin"
_OVER = "meteor_over"
"""Noted once this round's meteor has struck or was ignored."""

_LINE_AND_BACK = 2 * (SIZE - 1)
"""The steps back and forth that visit every cell of a line of the board."""


class Meteor(RuleModule):
    """Two dice send a meteor; craters may be drawn over, and routes that end at one score (M1-M8)."""

    name = "meteor"
    rounds = 6
    longest = Longest.STRETCHES
    dice = (DIRECTION_DIE, DISTANCE_DIE)
    pieces = (CRATER,)
    drawing_verbs = (ERASE,)
    steps = (DIRECTION, IGNORE)
    paid_steps = (IGNORE,)
    codes = ("meteor.no_crater",)
    erasing = "on_craters"

    def set_up(self, position: Position) -> Position:
        """The first meteor comes from the middle of the board (M2)."""
        return position.noting(**{_ORIGIN: MIDDLE})

    def begin_round(self, position: Position) -> Position:
        """Let the meteor strike at once if there is nothing to decide (M2)."""
        choices = self.choices(position)
        return self.choose(position, choices[0]) if len(choices) == 1 else position

    def choices(self, position: Position) -> tuple[Choice, ...]:
        """The directions the meteor may take, and the special routes that pay for ignoring it (M2, M5)."""
        rolled = [face for face in position.rolled if face in DIRECTION_DIE.faces]
        if not rolled or _OVER in position.this_round:
            return ()
        directions = DIRECTIONS if rolled[0] == _CHOOSE else rolled
        payments = (piece for piece in SPECIALS if not special_problem(position, piece))
        return (
            *(Choice(DIRECTION, direction) for direction in directions),
            *(Choice(IGNORE, piece.name) for piece in payments),
        )

    def choose(self, position: Position, choice: Choice) -> Position:
        """Send the meteor in that direction, or cross off a special route and let it pass (M2, M5)."""
        position = position.noting_this_round(**{_OVER: 1})
        if choice.verb == IGNORE:
            special = next(piece for piece in SPECIALS if piece.name == choice.argument)
            return cross_off(position, special)
        path = self.path(position, choice)
        return self._hit(position, path[-1]).noting(**{_ORIGIN: path[-1]}) if path else position

    def path(self, position: Position, choice: Choice) -> tuple[Cell, ...]:
        """The cells that the meteor passes, the one it hits last (M2, M3)."""
        if choice.verb != DIRECTION:
            return ()
        distance = next(int(face) for face in position.rolled if face in DISTANCE_DIE.faces)
        board = position.boards[self.board]
        return flight(board, origin_of(position), direction=DIRECTIONS[choice.argument], distance=distance)

    def origin(self, position: Position) -> Cell | None:
        """The cell hit last (M2); a board text, which has no meteors, has none."""
        return CELLS[position.notes[_ORIGIN]] if _ORIGIN in position.notes else None

    def _hit(self, position: Position, cell: Cell) -> Position:
        """A crater in place of whatever is in the cell; dice and special routes stay used (M4)."""
        board = position.boards[self.board].erase(cell)
        return position.with_board(self.board, board.draw(_CRATER_TILE, cell, round_=position.round_))

    def drawables(self, position: Position) -> Iterator[Drawable]:
        """Each route die left may replace a crater (M6)."""
        where = craters(position.boards[self.board])
        for piece in dict.fromkeys(position.dice):
            if piece.role is Role.ROUTE:
                yield Drawable(
                    ERASE, piece, where, Position.without_die, board=self.board, refused="meteor.no_crater"
                )

    def forgiven(self, board: Board) -> Iterator[Place]:
        """The sides that face a crater (M7)."""
        for cell in cells_of(craters(board)):
            for side in SIDES:
                neighbour = cell.neighbour(side)
                tile = None if neighbour is None else board[neighbour]
                if neighbour is not None and tile and tile.sides[side.opposite] is not None:
                    yield neighbour, side.opposite

    def score(self, position: Position, scoring: Scoring) -> Iterator[ScoreLine]:
        """Two points for each tile with a side that faces a crater (M7)."""
        sides = tuple(sorted(self.forgiven(position.boards[self.board])))
        cells = tuple(sorted({cell for cell, _ in sides}))
        yield ScoreLine("meteor.crater_routes", len(cells), POINTS_A_TILE * len(cells), cells, sides)

    def read_line(self, position: Position, placement: Placement) -> Position | None:
        """A crater's line: a meteor struck there, wherever it came from (M4)."""
        if placement.piece != CRATER:
            return None
        if position.boards[self.board][placement.cell] == _CRATER_TILE:
            raise Refusal("placement.occupied", cell=placement.cell, piece=CRATER.name)
        return self._hit(position, placement.cell)


def origin_of(position: Position) -> Cell:
    """The cell hit last, from which the next meteor comes (M2)."""
    return CELLS[position.notes[_ORIGIN]]


def craters(board: Board) -> Mask:
    """The cells with a crater."""
    return mask_of(cell for cell in cells_of(board.filled) if board[cell] == _CRATER_TILE)


def flight(board: Board, origin: Cell, *, direction: Side, distance: int) -> tuple[Cell, ...]:
    """The cells that the meteor passes, the one it hits last; none if its whole line is craters (M2, M3)."""
    path: list[Cell] = []
    cell = origin
    while len(path) < distance or board[cell] == _CRATER_TILE:
        if len(path) > distance + _LINE_AND_BACK:
            return ()
        ahead = cell.neighbour(direction)
        if ahead is None:
            direction = direction.opposite
            ahead = cell.neighbour(direction)
        assert ahead is not None
        cell = ahead
        path.append(cell)
    return tuple(path)
