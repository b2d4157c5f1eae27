"""The kernel of one ruleset: positions in, states and scores and drawings out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from inkrail.core.cells import CELLS
from inkrail.core.kinds import Kind
from inkrail.core.layout import layer
from inkrail.core.pieces import Piece
from inkrail.core.placement import Placement, Placements
from inkrail.core.sides import SIDES
from inkrail.kernel.bits import Words
from inkrail.kernel.boards import NO_MOVE, after_moves, cell_of, cells_of_piece, move_of, score_all, tile_of
from inkrail.kernel.book import make_book, pieces_of, slots_of, tiles_of
from inkrail.kernel.chance import Chance
from inkrail.kernel.desk import IN_APART, IN_FILLED, IN_SPENT, IN_THIRD, WIDTH, WIDTH_OF_THREE
from inkrail.kernel.playouts import playouts
from inkrail.kernel.scoring import LINES, TOTAL
from inkrail.rules.position import DRAW, Drawing, Position
from inkrail.rules.ruleset import Ruleset
from inkrail.rules.standard import special_problem


class Kernel:
    """The compiled engine for one ruleset; it holds tables and no game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.pieces = pieces_of(ruleset)
        self.tiles = tiles_of(self.pieces)
        self.book = make_book(ruleset)
        self.width = WIDTH_OF_THREE if len(slots_of(self.pieces)) > 2 else WIDTH
        self._slots = slots_of(self.pieces)
        self._numbers = {piece.name: number for number, piece in enumerate(self.pieces)}
        self._tile_numbers = {tile: number for number, tile in enumerate(self.tiles)}
        self._specials = {piece.name: 1 << index for index, piece in enumerate(ruleset.specials)}

    def __repr__(self) -> str:
        return f"<Kernel {self.ruleset.name}>"

    # From the reference engine's values and back.

    def blank(self) -> Words:
        """The state of an empty board."""
        return np.zeros(self.width, dtype=np.int64)

    def state_of(self, position: Position) -> Words:
        """A position's board and special routes as a state."""
        state, board = self.blank(), position.boards[0]
        for kind, slot in self._slots.items():
            at = 4 * slot if slot < 2 else IN_THIRD
            state[at : at + 4] = [board.shown[layer(side, Kind(kind))] for side in SIDES]
        state[IN_FILLED] = board.filled
        for cell, tile in zip(CELLS, board.tiles, strict=True):
            if tile and len(tile.groups) > 1:
                state[IN_APART] |= 1 << cell
        state[IN_SPENT] = sum(self._specials[name] for name in position.crossed_off)
        return state

    def dice_of(self, position: Position) -> Words:
        """The dice that a position has left, as numbers of pieces."""
        return np.array([self._numbers[piece.name] for piece in position.dice], dtype=np.int64)

    def may_draw_special(self, position: Position) -> bool:
        """Whether this round still allows a special route (B10)."""
        return special_problem(position) is None

    def number(self, piece: Piece) -> int:
        """A piece's number in the book."""
        return self._numbers[piece.name]

    def move(self, placement: Placement) -> int:
        """A placement as a number."""
        return move_of(self._tile_numbers[placement.tile], int(placement.cell))

    def placement(self, move: int) -> Placement:
        """The placement that a number means."""
        return Placement(self.tiles[tile_of(int(move))], CELLS[cell_of(int(move))])

    def drawings(self, moves: Iterable[int]) -> tuple[Drawing, ...]:
        """A row of moves as drawings in a legal order; what is no move at its end is left out."""
        return tuple(Drawing(DRAW, self.placement(move)) for move in moves if move != NO_MOVE)

    # Questions.

    def placements(self, state: Words, piece: Piece) -> Placements:
        """The legal placements of a piece (B7, B8)."""
        masks = cells_of_piece(state, self.book, self._numbers[piece.name])
        pairs = zip(piece.tiles, map(int, masks), strict=True)
        return Placements(tuple((tile, cells) for tile, cells in pairs if cells))

    def after(self, state: Words, moves: Words) -> Words:
        """The states after each of these moves in turn."""
        return after_moves(state, self.book, moves)

    def score_lines(self, states: Words) -> Words:
        """The score lines of each state, a row each; the columns are named in `inkrail.kernel.scoring`."""
        return score_all(states, self.book)

    def score(self, states: Words) -> Words:
        """The total of each state."""
        totals: Words = self.score_lines(states)[:, TOTAL]
        return totals

    def playouts(
        self, states: Words, *, rounds: int, chance: Chance, special: int = 0
    ) -> tuple[Words, Words]:
        """Play each state on by chance for so many rounds: the final states and their score lines.

        In `special` of a hundred rounds a special route is tried.
        """
        lines = np.zeros((len(states), LINES), dtype=np.int64)
        ends = playouts(states, self.book, rounds, chance, special, lines)
        return ends, lines


@lru_cache(maxsize=32)
def kernel_for(ruleset: Ruleset) -> Kernel:
    """The kernel of a ruleset, made once."""
    return Kernel(ruleset)
