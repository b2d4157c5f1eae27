"""The kernel of one ruleset: takes positions, and gives states, scores and drawings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inkrail.core.board import Board, Round
from inkrail.core.cells import CELLS, Mask, mask_of
from inkrail.core.kinds import Kind
from inkrail.core.layout import layer
from inkrail.core.pieces import Piece, Role
from inkrail.core.placement import Placement, Placements
from inkrail.core.sides import SIDES
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.effects import CELL_BITS, CELL_PART, DUPLICATES, ERASES, NO_MOVE, TILE_PART
from inkrail.kernel.board.layout import (
    IN_APART,
    IN_BROKEN,
    IN_CRATERS,
    IN_FILLED,
    IN_HUBS,
    IN_ORIGIN,
    IN_OVER,
    IN_SPENT,
    IN_STATIONS,
)
from inkrail.kernel.board.lines import LINES, LINES_WITH_UNDERGROUND, TOTAL
from inkrail.kernel.board.moves import after_moves, after_strikes, cells_of_piece, score_all
from inkrail.kernel.board.tables import (
    DICE,
    DIE,
    FACES_OF_DIE,
    UNDER_DICE,
    make_tables,
    pieces_of,
    slots_of,
    stored_at,
    tiles_of,
)
from inkrail.kernel.board.tables import VOLCANO as VOLCANO_PIECE
from inkrail.kernel.capabilities import CAPABILITIES_OF, game_of
from inkrail.kernel.chance import Chance
from inkrail.kernel.compiling import specialisation
from inkrail.kernel.search.all_ends import MOVES, Moves, all_ends
from inkrail.kernel.search.beam import MORE, NO_MEMO, SCALE, Task, beam, best_ends
from inkrail.kernel.search.beam import MOVES as IN_MOVES
from inkrail.kernel.search.beam import VALUE as IN_VALUE
from inkrail.kernel.search.last_round import LOWEST, MOST_VISITED, LastRound, best_end, last_round_of
from inkrail.kernel.search.options import DUTY_DONE
from inkrail.kernel.search.playouts import playouts
from inkrail.kernel.search.rolls import Rolls, roll_of, rolls_of
from inkrail.kernel.search.values import expectations, rolls_worth
from inkrail.kernel.value.guide import columns_of
from inkrail.kernel.value.routes import Floats
from inkrail.rules.dealing import Faces
from inkrail.rules.expansions.lava import LAVA_DIE, VOLCANO
from inkrail.rules.expansions.meteor import craters, origin_of
from inkrail.rules.expansions.underground import BROKEN, DUPLICATE, HUB
from inkrail.rules.position import DRAW, ERASE, Drawing, Position
from inkrail.rules.ruleset import Ruleset

MOST_BOARDS: Final = 1 << 20
"""The default limit on the ends of a round listed; few rounds without a special route have more."""
MOST_SEEN: Final = 1 << 21
"""How many boards are remembered where the order of drawings matters; half of them are listed."""


NARROW_WIDTH: Final = 10
NARROW_SPECIAL: Final = 3
NARROW_KEPT: Final = 10
"""The breadth of the search that `worth` makes, the same for every roll and board."""


class NotPlayedError(ValueError):
    """The kernel does not support this ruleset."""


class Expansion(NamedTuple):
    """Boards that a round can end with, and the moves that lead there in a legal order."""

    states: Words
    moves: Moves
    is_complete: bool
    """False if there are more boards than the limit."""


class Ends(NamedTuple):
    """Boards that a round can end with, best first: their states, the moves that lead there, and their values."""

    states: Words
    moves: Words
    values: NDArray[np.float64]


class Model(NamedTuple):
    """The values of boards: the guide's weights, a row for each round, and the judge's, empty if there is none."""

    guide: Floats
    judge: Floats


class Kernel:
    """The compiled engine for one ruleset; it holds tables but no game state."""

    def __init__(self, ruleset: Ruleset) -> None:
        if not plays(ruleset):
            raise NotPlayedError(f"the kernel does not play the ruleset {ruleset.name!r}")
        self.ruleset = ruleset
        self.capabilities = CAPABILITIES_OF[game_of(ruleset)]
        self.compiled = specialisation(self.capabilities)
        self.pieces = pieces_of(ruleset)
        self.tiles = tiles_of(self.pieces)
        self.tables = make_tables(ruleset, self.capabilities["UNDER"])
        self.solves_at_once = bool(self.capabilities["SOLVED_AT_ONCE"])
        self.width = self.capabilities["WIDTH"]
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
        """A position's boards and special routes as a state."""
        state = self.blank()
        for part, board in enumerate(position.boards):
            self._write_board(board, part, state[self.capabilities["UNDER_AT"] if part else 0 :])
        state[IN_SPENT] = sum(self._specials[name] for name in position.crossed_off)
        if self.capabilities["METEORS"]:
            state[IN_CRATERS] = craters(position.boards[0])
            state[IN_ORIGIN] = origin_of(position)
        if self.capabilities["SUBWAYS"]:
            self._write_underground(position, state[self.capabilities["UNDER_AT"] :])
        return state

    def _write_board(self, board: Board, part: int, state: Words) -> None:
        for kind, slot in slots_of(self.ruleset, part).items():
            at = stored_at(slot)
            state[at : at + 4] = [board.shown[layer(side, Kind(kind))] for side in SIDES]
        state[IN_FILLED] = board.filled
        for cell, tile in zip(CELLS, board.tiles, strict=True):
            if tile and len(tile.groups) > 1:
                state[IN_APART] |= 1 << cell

    def _write_underground(self, position: Position, state: Words) -> None:
        board = position.boards[-1]
        state[IN_HUBS], state[IN_BROKEN] = board.marked(HUB), board.marked(BROKEN)
        state[IN_STATIONS] = _stations(board)
        state[IN_OVER] = _stations(position.boards[0]) if self.capabilities["TWO_BOARDS"] else 0
        state[IN_SPENT] = (1 << position.notes.get(DUPLICATE, 0)) - 1

    def dice_of(self, position: Position) -> Words:
        """The dice that a position has left, as piece numbers; in Lava with the volcano."""
        dice = [self._numbers[piece.name] for piece in position.dice]
        if self.capabilities["LAVA"]:
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
        below = (
            self.capabilities["SUBWAYS"]
            and self.ruleset.board_of(position.round_) == len(position.boards) - 1
        )
        name = DUPLICATE if below else Role.SPECIAL.value
        return any(extra.name == name and not extra.why for extra in self.ruleset.extras(position))

    def faces(self, board: int = 0) -> Words:
        """The faces of each die of a board's rounds as piece numbers, one row per die."""
        faces = self.tables[DIE : DIE + self.tables[DICE] * FACES_OF_DIE].reshape(-1, FACES_OF_DIE)
        if not self.capabilities["TWO_BOARDS"]:
            return faces
        return faces[self.tables[UNDER_DICE] :] if board else faces[: self.tables[UNDER_DICE]]

    def number(self, piece: Piece) -> int:
        """A piece's number in the tables."""
        return self._numbers[piece.name]

    def move(self, placement: Placement) -> int:
        """A placement as a number."""
        return self._tile_numbers[placement.tile] << CELL_BITS | int(placement.cell)

    def placement(self, move: int) -> Placement:
        """The placement of a number."""
        return Placement(self.tiles[int(move) >> CELL_BITS & TILE_PART], CELLS[int(move) & CELL_PART])

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
        masks = self.compiled(cells_of_piece)(state, self.tables, self._numbers[piece.name], int(erasing))
        pairs = zip(piece.tiles, (Mask(int(mask)) for mask in masks), strict=True)
        return Placements(tuple((tile, cells) for tile, cells in pairs if cells))

    def after(self, state: Words, moves: Words) -> Words:
        """The states after each of these moves in turn."""
        return self.compiled(after_moves)(state, self.tables, moves)

    def strike(self, states: Words, *, directions: Words, distances: Words) -> Words:
        """Each state after its own meteor struck; directions are numbers of sides (M2-M4)."""
        return self.compiled(after_strikes)(states, self.tables, directions, distances)

    def score_lines(self, states: Words) -> Words:
        """The score lines of each state, one row each; the columns are named in `inkrail.kernel.board.lines`."""
        lines = self._no_lines(len(states))
        self.compiled(score_all)(states, self.tables, lines)
        return lines

    def score(self, states: Words) -> Words:
        """The total of each state."""
        totals: Words = self.score_lines(states)[:, TOTAL]
        return totals

    def columns(self, states: Words) -> Floats:
        """The inputs of the guide, one row per state; `inkrail.kernel.value.guide` describes them."""
        rows = np.empty((len(states), self.capabilities["GUIDE_COLUMNS"]), dtype=np.float32)
        self.compiled(columns_of)(states, self.tables, rows)
        return rows

    def playouts(
        self, states: Words, *, rounds: int, chance: Chance, special: int = 0
    ) -> tuple[Words, Words]:
        """Play the last `rounds` rounds at random from each state; return the final states and their score lines.

        In `special` percent of the rounds a special route is tried.
        """
        lines = self._no_lines(len(states))
        ends = self.compiled(playouts)(states, self.tables, rounds, chance, special, lines)
        return ends, lines

    def _no_lines(self, number: int) -> Words:
        columns = LINES_WITH_UNDERGROUND if self.capabilities["SUBWAYS"] else LINES
        return np.zeros((number, columns), dtype=np.int64)

    # Rounds.

    def expand_round(
        self, state: Words, dice: Words, *, specials: bool = False, limit: int = MOST_BOARDS
    ) -> Expansion:
        """All boards that the round can end with, each once; if `specials`, also those with one special route."""
        states = np.empty((limit, self.width), dtype=np.int64)
        moves = np.empty((limit, MOVES), dtype=np.int16)
        seen = np.zeros(MOST_SEEN if self.capabilities["ORDER_MATTERS"] else 1, dtype=np.int64)
        found = self.compiled(all_ends)(state, self.tables, dice, int(specials), states, moves, seen)
        number = min(found, limit) if found >= 0 else limit
        return Expansion(states[:number], moves[:number], 0 <= found <= limit)

    def beam_round(
        self,
        state: Words,
        dice: Words,
        *,
        model: Model,
        round_: int,
        width: int,
        special_width: int,
        kept: int,
        specials: bool = False,
    ) -> Ends:
        """The `kept` ends of the round with the highest values that a beam finds, best first.

        Each step keeps `width` boards and tries special routes on `special_width` of them. The value of an end of the
        last round is its score.
        """
        ends = np.zeros((kept, self.width + MORE), np.int64)
        task = Task(self.tables, *model, round_, int(specials), width, special_width, NO_MEMO)
        number = self.compiled(beam)(state, dice, task, ends)
        found = ends[:number, self.width :]
        at = IN_MOVES + 1
        moves = np.where(np.arange(MORE - at) < found[:, IN_MOVES:at], found[:, at:], NO_MOVE)
        return Ends(ends[:number, : self.width], moves, found[:, IN_VALUE] / SCALE)

    def best_ends(
        self,
        states: Words,
        dice: Words,
        *,
        model: Model,
        round_: int,
        width: int,
        special_width: int,
        kept: int,
    ) -> tuple[Words, Floats]:
        """For each state with its own dice the best end that such a beam finds, and its value."""
        ends, worth = np.empty_like(states), np.empty(len(states), np.float32)
        task = Task(self.tables, *model, round_, 1, width, special_width, NO_MEMO)
        self.compiled(best_ends)(states, dice, task, kept, ends, worth)
        return ends, worth

    @cached_property
    def rolls(self) -> tuple[Rolls, ...]:
        """The rolls of the rounds of each board with their probabilities, or a fixed sample of them."""
        meteors = bool(self.capabilities["METEORS"])
        boards = range(len(self.ruleset.layouts))
        return tuple(rolls_of(self.faces(board), meteors=meteors, volcano=self._volcano) for board in boards)

    @property
    def _volcano(self) -> int | None:
        """The number of the volcano, where there is one."""
        return int(self.tables[VOLCANO_PIECE]) if self.capabilities["LAVA"] else None

    def roll(self, faces: Faces) -> Rolls:
        """A single roll, written like those of `rolls`."""
        return roll_of(faces, pieces=self.pieces, volcano=self._volcano)

    def worth(self, states: Words, *, model: Model, round_: int, rolls: Rolls | None = None) -> Floats:
        """What each state is worth with each of the `rolls` of a round: the best end that one narrow search finds.

        It includes what is decided before drawing; the last round is exact where the kernel solves it. A mirrored board is
        worth exactly the same: the directions of a sample's meteors are those in its canonical view.
        """
        rolls = rolls or self.rolls[self.ruleset.board_of(Round(round_))]
        worth = np.empty((len(states), len(rolls.dice)), np.float32)
        task = Task(self.tables, *model, round_, 1, NARROW_WIDTH, NARROW_SPECIAL, NO_MEMO)
        meteors, is_sample = rolls.meteors, int(rolls.is_sample)
        self.compiled(rolls_worth)(states, rolls.dice, meteors, is_sample, task, NARROW_KEPT, worth)
        return worth

    def values(self, states: Words, *, model: Model, round_: int) -> NDArray[np.float64]:
        """The expectation of each state before a round is rolled, over all its `rolls`; after the last the score."""
        if round_ > self.ruleset.rounds:
            return self.score(states).astype(np.float64)
        return self.expectations(self.worth(states, model=model, round_=round_), round_=round_)

    def expectations(self, worth: Floats, *, round_: int) -> NDArray[np.float64]:
        """The mean of each row of what the `rolls` of a round are worth, weighted."""
        weights = self.rolls[self.ruleset.board_of(Round(round_))].weights
        return self.compiled(expectations)(worth, weights)

    def last_round(
        self,
        state: Words,
        dice: Words,
        *,
        specials: bool = False,
        above: int = LOWEST,
        two: bool = False,
        prunes: bool = True,
        limit: int = MOST_VISITED,
    ) -> LastRound:
        """The exact highest total that the round can end with, if above `above`; if `two`, also the second best."""
        options = int(specials), above, int(prunes), int(two), limit
        return last_round_of(self.compiled(best_end)(state, self.tables, dice, *options), limit)


def _stations(board: Board) -> int:
    """The cells with a station, as a mask."""
    return mask_of(cell for cell in CELLS if (tile := board[cell]) and tile.piece.station)


def plays(ruleset: Ruleset) -> bool:
    """Whether the kernel supports a ruleset."""
    return game_of(ruleset) in CAPABILITIES_OF


@lru_cache(maxsize=32)
def kernel_for(ruleset: Ruleset) -> Kernel:
    """The cached kernel of a ruleset; raises `NotPlayedError` unless `plays(ruleset)`."""
    return Kernel(ruleset)
