"""What one seat has in front of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from inkrail.core.board import NO_ROUND, Board, Round
from inkrail.core.cells import Mask
from inkrail.core.pieces import Piece
from inkrail.core.placement import Placement

_NO_NOTES: Final[Mapping[str, int]] = {}


class Position(NamedTuple):
    """The boards of one seat and what it may still draw; an immutable value.

    `rolled` are the faces this seat plays with this round, `dice` the pieces among them not drawn yet,
    `crossed_off` the special routes used up in this game. What a module must remember it notes under its own
    name: `notes` for the whole game, `this_round` until the next round begins. These are never changed in place.
    """

    boards: tuple[Board, ...]
    round_: Round = NO_ROUND
    rolled: tuple[str, ...] = ()
    dice: tuple[Piece, ...] = ()
    crossed_off: tuple[str, ...] = ()
    notes: Mapping[str, int] = _NO_NOTES
    this_round: Mapping[str, int] = _NO_NOTES

    # Every drawing calls the next two, so they avoid `_replace`, which takes twice as long.

    def with_board(self, number: int, board: Board) -> Position:
        """The position with this board in place of the one of that number."""
        boards = (*self.boards[:number], board, *self.boards[number + 1 :])
        return Position(boards, *self[1:])

    def without_die(self, piece: Piece) -> Position:
        """The position with one die of this piece drawn."""
        left = list(self.dice)
        left.remove(piece)
        return Position(*self[:3], tuple(left), *self[4:])

    def noting(self, **notes: int) -> Position:
        """The position with notes that last for the game."""
        return self._replace(notes={**self.notes, **notes})

    def noting_this_round(self, **notes: int) -> Position:
        """The position with notes that last until the round ends."""
        return self._replace(this_round={**self.this_round, **notes})

    def __hash__(self) -> int:
        return hash((self.boards, self.dice, self.crossed_off))

    def __repr__(self) -> str:
        drawn = ", ".join(f"{board.layout.name} {board.filled.bit_count()}" for board in self.boards)
        dice = " ".join(piece.name for piece in self.dice) or "no dice"
        return f"<Position in round {self.round_}, cells filled: {drawn}; {dice}>"


class Drawable(NamedTuple):
    """A piece that a seat may draw now: by which verb, on which board, in which cells, and what that uses up.

    In a free cell that is not in `where` the drawing is refused with the code `refused`. `extra` is the name of the
    `Extra` that it belongs to; None if it uses a die.
    """

    verb: str
    piece: Piece
    where: Mask
    spend: Callable[[Position, Piece], Position]
    board: int = 0
    refused: str = "placement.occupied"
    extra: str | None = None
    mandatory: bool = False


class Extra(NamedTuple):
    """Pieces that a seat may draw besides its dice, how often it still may, and why it may not now.

    Of `total` drawings in a game, or in a round (`per`), `left` are left. `used` has the code of each piece that is used
    up; `why` is the code of why none at all may be drawn now. `where`, `spend` and `refused` are those of its drawables.
    """

    name: str
    verb: str
    pieces: tuple[Piece, ...]
    where: Mask
    spend: Callable[[Position, Piece], Position]
    board: int
    left: int
    total: int
    per: Literal["game", "round"]
    why: str | None = None
    used: Mapping[str, str] = {}
    refused: str = "placement.occupied"

    def why_not(self, piece: Piece) -> str | None:
        """The code of why this piece may not be drawn now, whatever the cell."""
        return self.used.get(piece.name) or self.why

    def drawables(self) -> Iterator[Drawable]:
        """Those of its pieces that may be drawn now."""
        if self.why:
            return
        for piece in self.pieces:
            if piece.name not in self.used:
                yield Drawable(self.verb, piece, self.where, self.spend, self.board, self.refused, self.name)


class Duty(NamedTuple):
    """Why a seat may not end the round yet: a code, and the dice that would fulfil the duty."""

    code: str
    dice: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a seat drew: the verb and the placement."""

    verb: str
    placement: Placement

    def __str__(self) -> str:
        return f"{self.verb} {self.placement}"


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice before drawing, as verb and argument."""

    verb: str
    argument: str

    def __str__(self) -> str:
        return f"{self.verb} {self.argument}"


DRAW = "draw"
ERASE = "erase"
"""The verb for drawing a piece after erasing what is in the cell."""
