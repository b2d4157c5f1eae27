"""The kernel of the underground below a surface (U2): two boards, drawn on in turn.

A state is the surface's, as in the base game, followed by the underground's. Pieces and tiles are numbered
consecutively, those of the surface first. The dice of a round determine the board: without any dice left nothing more
is drawn, and underground only results that are left are drawn again (U4). A search of a whole round has them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from inkrail.core.board import Round
from inkrail.core.pieces import Piece
from inkrail.core.placement import Placements
from inkrail.kernel.beam import Ends, Evaluation
from inkrail.kernel.bits import Words
from inkrail.kernel.boards import DUPLICATES, NO_MOVE, cell_of, move_of, tile_of
from inkrail.kernel.book import (
    IN_APART,
    IN_BROKEN,
    IN_HUBS,
    IN_OVER,
    IN_STATIONS,
    WIDTH,
    WIDTH_OF_UNDERGROUND,
)
from inkrail.kernel.chance import Chance
from inkrail.kernel.engine import MOST_BOARDS, Expansion, Kernel
from inkrail.kernel.features import Floats
from inkrail.kernel.linear import COLUMNS_OF_TWO, read_columns_of_two
from inkrail.kernel.playouts import playouts_of_two
from inkrail.kernel.rounds import Moves
from inkrail.kernel.scoring import EXPANSION, LINES, LINES_WITH_UNDERGROUND, TOTAL
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset

H: Final = slice(0, 4)
R: Final = slice(4, 8)
PIPES: Final = slice(4, 8)


class TwoBoards(Kernel):
    """A kernel for each board, and the effects of the surface on the underground."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.below = Kernel(ruleset, board=1)
        self.above = Kernel(ruleset)
        self.width = WIDTH + WIDTH_OF_UNDERGROUND
        self.pieces = self.above.pieces + self.below.pieces
        self.tiles = self.above.tiles + self.below.tiles
        self._numbers = {piece.name: number for number, piece in enumerate(self.pieces)}
        self._tile_numbers = {tile: number for number, tile in enumerate(self.tiles)}

    # From the reference engine's values and back.

    def state_of(self, position: Position) -> Words:
        """A position's boards, special routes and repeated results as a state."""
        return np.concatenate((self.above.state_of(position), self.below.state_of(position)))

    def dice_of(self, position: Position) -> Words:
        """The dice that a position has left, as piece numbers."""
        return np.array([self._numbers[piece.name] for piece in position.dice], dtype=np.int64)

    def may_draw_special(self, position: Position) -> bool:
        """Whether this round still allows a special route (B10), or a result to be drawn again (U4)."""
        part = self.below if self.ruleset.board_of(position.round_) else self.above
        return part.may_draw_special(position)

    # Queries.

    def placements(self, state: Words, piece: Piece, *, erasing: bool = False) -> Placements:
        """The legal placements of a piece on its board (B7, B8, U3)."""
        if self.ruleset.board_for(piece):
            return self.below.placements(state[WIDTH:], piece, erasing=erasing)
        return self.above.placements(state[:WIDTH], piece, erasing=erasing)

    def after(self, state: Words, moves: Words) -> Words:
        """The states after each of these moves in turn."""
        states = []
        for move in moves.tolist():
            again = move & DUPLICATES
            own = tile_of(move) - len(self.above.tiles)
            if own >= 0:
                part = np.array([move_of(own, cell_of(move)) | again])
                state = np.concatenate((state[:WIDTH], self.below.after(state[WIDTH:], part)[0]))
            else:
                state = self._with_surface(self.above.after(state[:WIDTH], np.array([move])), state)[0]
            states.append(state)
        return np.array(states)

    def score_lines(self, states: Words) -> Words:
        """The score lines of each state; the underground's total is the surface's expansion line (U7)."""
        lines = self.below.score_lines(np.ascontiguousarray(states[:, WIDTH:]))
        points = lines[:, TOTAL].copy()
        lines[:, :LINES] = self.above.score_lines(np.ascontiguousarray(states[:, :WIDTH]))
        lines[:, EXPANSION] = points
        lines[:, TOTAL] += points
        return lines

    def columns(self, states: Words) -> Floats:
        """The inputs of a linear value, one row per state: the surface's columns, then the underground's."""
        rows = np.empty((len(states), COLUMNS_OF_TWO), dtype=np.float32)
        read_columns_of_two(states, self.above.book, self.below.book, rows)
        return rows

    def playouts(
        self, states: Words, *, rounds: int, chance: Chance, special: int = 0
    ) -> tuple[Words, Words]:
        """Play the last `rounds` rounds of the game, counting both boards, at random from each state."""
        lines = np.zeros((len(states), LINES_WITH_UNDERGROUND), dtype=np.int64)
        books = (self.above.book, self.below.book)
        return playouts_of_two(states, books, rounds, chance, special, lines), lines

    # Rounds.

    def part_of(self, round_: int) -> tuple[Kernel, int]:
        """The kernel of the board that a round is drawn on, and the number of its first piece (U2)."""
        if self.ruleset.board_of(Round(round_)):
            return self.below, len(self.above.pieces)
        return self.above, 0

    def expand_round(
        self, state: Words, dice: Words, *, specials: bool = False, limit: int = MOST_BOARDS
    ) -> Expansion:
        """All boards that the round can end with, each once."""
        part, own, whole = self._board_of(state, dice)
        may = specials and len(dice) > 0
        found = part.expand_round(own, self._own(dice), specials=may, limit=limit)
        return Expansion(whole(found.states), self._moves(found.moves, part), found.is_complete)

    def beam_round(
        self,
        state: Words,
        dice: Words,
        *,
        width: int,
        evaluate: Evaluation,
        specials: bool = False,
        special_width: int | None = None,
    ) -> Ends:
        """The ends of the round that a beam finds, best first by the evaluation of both boards."""
        part, own, whole = self._board_of(state, dice)
        ends = part.beam_round(
            own,
            self._own(dice),
            width=width,
            evaluate=lambda states: evaluate(whole(states)),
            specials=specials and len(dice) > 0,
            special_width=special_width,
        )
        return Ends(whole(ends.states), self._moves(ends.moves, part), ends.values)

    def _is_below(self, dice: Words) -> bool:
        return bool(len(dice)) and int(dice[0]) >= len(self.above.pieces)

    def _own(self, dice: Words) -> Words:
        """The dice in the numbering of their board."""
        return dice - len(self.above.pieces) if self._is_below(dice) else dice

    def _board_of(self, state: Words, dice: Words) -> tuple[Kernel, Words, Callable[[Words], Words]]:
        """The kernel of the board drawn on, its state, and the function from its states to states of both boards."""
        if self._is_below(dice):
            return self.below, state[WIDTH:], lambda states: self._with_underground(states, state)
        return self.above, state[:WIDTH], lambda states: self._with_surface(states, state)

    def _moves(self, moves: Moves, part: Kernel) -> Moves:
        """The moves of one board in the numbering of both."""
        if part is self.above:
            return moves
        more = np.int16(move_of(len(self.above.tiles), 0))
        return np.where(moves == NO_MOVE, moves, moves + more)

    def _with_underground(self, states: Words, before: Words) -> Words:
        """These states of the underground with the surface as it was."""
        return np.column_stack((np.repeat(before[np.newaxis, :WIDTH], len(states), axis=0), states))

    def _with_surface(self, states: Words, before: Words) -> Words:
        """These states of the surface with the underground, where new stations make hubs and break pipes (U5, U6)."""
        below = np.repeat(before[np.newaxis, WIDTH:], len(states), axis=0)
        highway, railway = (
            np.bitwise_or.reduce(states[:, H], axis=1),
            np.bitwise_or.reduce(states[:, R], axis=1),
        )
        over = highway & railway & ~states[:, IN_APART]
        pipes = np.bitwise_or.reduce(below[:, PIPES], axis=1)
        below[:, IN_HUBS] |= over & below[:, IN_STATIONS]
        below[:, IN_BROKEN] |= over & ~below[:, IN_OVER] & pipes
        below[:, IN_OVER] = over
        return np.column_stack((states, below))
