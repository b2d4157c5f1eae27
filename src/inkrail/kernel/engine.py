"""The kernel of one ruleset: takes positions, and gives states, scores and drawings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from inkrail.core.board import Board
from inkrail.core.cells import CELLS, Mask, mask_of
from inkrail.core.kinds import Kind
from inkrail.core.layout import layer
from inkrail.core.pieces import Piece, Role
from inkrail.core.placement import Placement, Placements
from inkrail.core.sides import SIDES, Side
from inkrail.kernel.beam import Ends, Evaluation, beam_round, merge_round
from inkrail.kernel.below import BELOW
from inkrail.kernel.bits import Words
from inkrail.kernel.boards import (
    DUPLICATES,
    ERASES,
    NO_MOVE,
    after_moves,
    cell_of,
    cells_of_piece,
    move_of,
    score_all,
    tile_of,
)
from inkrail.kernel.book import (
    GAME,
    GAMES,
    IN_APART,
    IN_BROKEN,
    IN_CRATERS,
    IN_FILLED,
    IN_HUBS,
    IN_ORIGIN,
    IN_OVER,
    IN_SPENT,
    IN_STATIONS,
    LAKE,
    LAVA,
    METEOR,
    SPECIALS_A_GAME,
    UNDERGROUND,
    game_of,
    make_book,
    pieces_of,
    slots_of,
    stored_at,
    tiles_of,
    width_of,
)
from inkrail.kernel.chance import Chance
from inkrail.kernel.features import Floats
from inkrail.kernel.hand import DUTY_DONE, specials_left
from inkrail.kernel.last_round import best_end
from inkrail.kernel.linear import COLUMNS, read_columns
from inkrail.kernel.meteors import after_strike
from inkrail.kernel.playouts import playouts
from inkrail.kernel.rounds import MOVES, Moves, expand
from inkrail.kernel.scoring import LINES, LINES_WITH_UNDERGROUND, TOTAL
from inkrail.rules.expansions.lava import LAVA_DIE, VOLCANO
from inkrail.rules.expansions.meteor import craters, origin_of
from inkrail.rules.expansions.underground import BROKEN, DUPLICATE, HUB
from inkrail.rules.position import DRAW, ERASE, Drawing, Position
from inkrail.rules.ruleset import Ruleset

MOST_BOARDS: Final = 1 << 20
"""The default limit on the ends of a round listed; few rounds without a special route have more."""
MOST_MERGED: Final = 1 << 14
"""The highest limit where the order of drawings matters."""
LOWEST: Final = -1000
"""A number below any total."""
SOLVED: Final = ("base",)
"""The rulesets whose last round is solved; with optional dice that go anywhere it has too many ends."""


class NotPlayedError(ValueError):
    """The kernel does not support this ruleset."""


class Expansion(NamedTuple):
    """Boards that a round can end with, and the moves that lead there in a legal order."""

    states: Words
    moves: Moves
    is_complete: bool
    """False if there are more boards than the limit."""


class Kernel:
    """The compiled engine for one ruleset; it holds tables but no game state."""

    def __init__(self, ruleset: Ruleset, *, board: int = 0) -> None:
        if not plays(ruleset):
            raise NotPlayedError(f"the kernel does not play the ruleset {ruleset.name!r}")
        self.ruleset = ruleset
        self.board = board
        self.pieces = pieces_of(ruleset, board)
        self.tiles = tiles_of(self.pieces)
        self.book = make_book(ruleset, board)
        self.solves_last_round = game_of(ruleset) in SOLVED
        self.width = width_of(ruleset, board)
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

    def start(self) -> Words:
        """The state before the first round."""
        return self.state_of(self.ruleset.set_up())

    def state_of(self, position: Position) -> Words:
        """A position's board and special routes as a state."""
        state, board = self.blank(), position.boards[self.board]
        for kind, slot in self._slots.items():
            at = stored_at(slot)
            state[at : at + 4] = [board.shown[layer(side, Kind(kind))] for side in SIDES]
        state[IN_FILLED] = board.filled
        for cell, tile in zip(CELLS, board.tiles, strict=True):
            if tile and len(tile.groups) > 1:
                state[IN_APART] |= 1 << cell
        if self.book[GAME] == METEOR:
            state[IN_CRATERS] = craters(board)
            state[IN_ORIGIN] = origin_of(position)
        if self.book[GAME] >= UNDERGROUND:
            state[IN_HUBS], state[IN_BROKEN] = board.marked(HUB), board.marked(BROKEN)
            state[IN_STATIONS] = _stations(board)
            state[IN_OVER] = _stations(position.boards[0]) if self.board else 0
            state[IN_SPENT] = (1 << position.notes.get(DUPLICATE, 0)) - 1
            return state
        state[IN_SPENT] = sum(self._specials[name] for name in position.crossed_off)
        return state

    def dice_of(self, position: Position) -> Words:
        """The dice that a position has left, as piece numbers; in Lava with the volcano."""
        dice = [self._numbers[piece.name] for piece in position.dice]
        if self.book[GAME] == LAVA:
            dice += self._lava_of(position)
        return np.array(dice, dtype=np.int64)

    def _lava_of(self, position: Position) -> list[int]:
        """The round's volcano if it may still be drawn (F5), and `DUTY_DONE` after the first lava die (F3)."""
        erupts = any(drawable.piece == VOLCANO for drawable in self.ruleset.drawables(position))
        left = sum(piece.name in LAVA_DIE.faces for piece in position.dice)
        is_first = left >= sum(face in LAVA_DIE.faces for face in position.rolled)
        volcano = [self._numbers[VOLCANO.name]] if erupts else []
        return volcano if is_first else [*volcano, DUTY_DONE]

    def may_draw_special(self, position: Position) -> bool:
        """Whether this round still allows a special route (B10), or underground a result to be drawn again (U4)."""
        name = DUPLICATE if self.book[GAME] >= UNDERGROUND else Role.SPECIAL.value
        return any(extra.name == name and not extra.why for extra in self.ruleset.extras(position))

    def number(self, piece: Piece) -> int:
        """A piece's number in the book."""
        return self._numbers[piece.name]

    def move(self, placement: Placement) -> int:
        """A placement as a number."""
        return move_of(self._tile_numbers[placement.tile], int(placement.cell))

    def placement(self, move: int) -> Placement:
        """The placement of a number."""
        return Placement(self.tiles[tile_of(int(move))], CELLS[cell_of(int(move))])

    def drawings(self, moves: Iterable[int]) -> tuple[Drawing, ...]:
        """A row of moves as drawings in a legal order, without the padding at its end."""
        return tuple(self._drawing(int(move)) for move in moves if move != NO_MOVE)

    def _drawing(self, move: int) -> Drawing:
        placement = self.placement(move)
        verb = next((verb for verb, piece in self.ruleset.verbs.items() if piece == placement.piece), DRAW)
        verb = ERASE if move & ERASES else verb
        return Drawing(DUPLICATE if move & DUPLICATES else verb, placement)

    # Queries.

    def placements(self, state: Words, piece: Piece, *, erasing: bool = False) -> Placements:
        """The legal placements of a piece in free cells, or those that erase something for it (B7, B8, M6, F6)."""
        masks = cells_of_piece(state, self.book, self._numbers[piece.name], int(erasing))
        pairs = zip(piece.tiles, (Mask(int(mask)) for mask in masks), strict=True)
        return Placements(tuple((tile, cells) for tile, cells in pairs if cells))

    def after(self, state: Words, moves: Words) -> Words:
        """The states after each of these moves in turn."""
        return after_moves(state, self.book, moves)

    def strike(self, state: Words, *, direction: Side, distance: int) -> Words:
        """The state after a meteor struck (M2-M4)."""
        return after_strike(state, self.book, int(direction), distance)

    def score_lines(self, states: Words) -> Words:
        """The score lines of each state, one row each; the columns are named in `inkrail.kernel.scoring`."""
        return score_all(states, self.book)

    def score(self, states: Words) -> Words:
        """The total of each state."""
        totals: Words = self.score_lines(states)[:, TOTAL]
        return totals

    def columns(self, states: Words) -> Floats:
        """The inputs of a linear value, one row per state; `inkrail.kernel.linear` describes the columns."""
        number = BELOW if self.book[GAME] >= UNDERGROUND else COLUMNS
        rows = np.empty((len(states), number), dtype=np.float32)
        read_columns(states, self.book, rows)
        return rows

    def playouts(
        self, states: Words, *, rounds: int, chance: Chance, special: int = 0
    ) -> tuple[Words, Words]:
        """Play each state on at random for `rounds` rounds; return the final states and their score lines.

        In `special` percent of the rounds a special route is tried.
        """
        columns = LINES_WITH_UNDERGROUND if self.book[GAME] >= UNDERGROUND else LINES
        lines = np.zeros((len(states), columns), dtype=np.int64)
        ends = playouts(states, self.book, rounds, chance, special, lines)
        return ends, lines

    # Rounds.

    def part_of(self, round_: int) -> tuple[Kernel, int]:
        """The kernel of the board that a round is drawn on, and the number of its first piece."""
        return self, 0

    def expand_round(
        self, state: Words, dice: Words, *, specials: bool = False, limit: int = MOST_BOARDS
    ) -> Expansion:
        """All boards that the round can end with, each once; if `specials`, also those with one special route."""
        bits = self._specials_bits(state, dice, allowed=specials)
        if self.book[GAME] >= LAKE:
            most = min(limit, MOST_MERGED)
            ends, is_complete = merge_round(state, self.book, dice=dice, specials=bits, limit=most)
            return Expansion(ends.states, ends.moves, is_complete)
        states = np.empty((limit, self.width), dtype=np.int64)
        moves = np.empty((limit, MOVES), dtype=np.int16)
        found = expand(state, self.book, dice, bits, states, moves)
        return Expansion(states[:found], moves[:found], found <= limit)

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
        """The ends of the round that a beam finds, best first by the evaluation.

        Special routes are tried on the best `special_width` boards after each drawing, by default on all that are kept.
        """
        bits = self._specials_bits(state, dice, allowed=specials)
        widths = width, width if special_width is None else special_width
        return beam_round(state, self.book, dice=dice, specials=bits, widths=widths, evaluate=evaluate)

    def last_round(
        self, state: Words, dice: Words, *, specials: bool = False, prunes: bool = True
    ) -> tuple[int, Words]:
        """The exact highest total that the round can end with, and the moves that lead there."""
        if not self.solves_last_round:
            raise NotPlayedError(f"the kernel does not solve the last round of {self.ruleset.name!r}")
        bits = self._specials_bits(state, dice, allowed=specials)
        best = best_end(state, self.book, dice, bits, LOWEST, int(prunes))
        return int(best[MOVES]), best[:MOVES]

    def _specials_bits(self, state: Words, dice: Words, *, allowed: bool) -> int:
        if self.book[GAME] >= UNDERGROUND:
            may = allowed and int(state[IN_SPENT]).bit_count() < self.book[SPECIALS_A_GAME]
            return sum(1 << piece for piece in set(dice.tolist())) if may else 0
        return specials_left(self.book, state[IN_SPENT]) if allowed else 0


def _stations(board: Board) -> int:
    """The cells with a station, as a mask."""
    return mask_of(cell for cell in CELLS if (tile := board[cell]) and tile.piece.station)


def plays(ruleset: Ruleset) -> bool:
    """Whether the kernel supports a ruleset."""
    return game_of(ruleset) in GAMES
