"""One seat during a round: what it drew and what it may take back (B9, B11)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from inkrail.core.cells import Cell
from inkrail.core.errors import Refusal
from inkrail.core.pieces import Piece
from inkrail.rules.position import DRAW, ERASE, Choice, Drawing, Position
from inkrail.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat at the table; an immutable value.

    `shown` is what everyone saw at the end of the last round, `start` the position when drawing began, and each
    position in `after` is the one after the drawing at the same index in `drawings`.
    """

    shown: Position
    start: Position
    drawings: tuple[Drawing, ...] = ()
    after: tuple[Position, ...] = ()
    done: bool = False

    def __repr__(self) -> str:
        drawn = "; ".join(map(str, self.drawings)) or "nothing"
        return f"<SeatState drew {drawn} in round {self.position.round_}{', done' * self.done}>"

    @property
    def position(self) -> Position:
        """The current position."""
        return self.after[-1] if self.after else self.start

    def choose(self, choice: Choice, *, ruleset: Ruleset) -> SeatState:
        """The seat after a choice before drawing."""
        return replace(self, start=ruleset.choose(self.start, choice))

    def draw(self, drawing: Drawing, *, ruleset: Ruleset) -> SeatState:
        """The seat after a drawing."""
        position = ruleset.draw(self.position, drawing)
        return SeatState(self.shown, self.start, (*self.drawings, drawing), (*self.after, position))

    def drawn_in(self, cell: Cell, *, piece: Piece | None = None) -> Drawing:
        """The drawing of this round in a cell; if one erased another, the later one unless the piece is named."""
        drawings = [drawing for drawing in self.drawings if drawing.placement.cell == cell]
        if not drawings:
            raise Refusal("take_back.nothing", cell=cell)
        if piece is None:
            return drawings[-1]
        for drawing in drawings:
            if drawing.placement.piece == piece:
                return drawing
        raise Refusal("take_back.other_piece", cell=cell, piece=piece.name)

    def take_back(self, drawing: Drawing, *, ruleset: Ruleset) -> SeatState:
        """The seat without one of its drawings, with the others in a legal order (B11)."""
        index = self.drawings.index(drawing)
        left = self.drawings[:index] + self.drawings[index + 1 :]
        standing = _stand(ruleset, self.start, left, dead_ends=set())
        if standing is None:
            raise Refusal("take_back.others_depend", cell=drawing.placement.cell)
        drawings = tuple(drawing for drawing, _ in standing)
        return replace(self, drawings=drawings, after=tuple(position for _, position in standing))

    def finish(self, *, ruleset: Ruleset) -> SeatState:
        """The seat after ending the round, or a refusal while something must still be drawn (B9)."""
        duty = next(ruleset.owed(self.position), None)
        if duty:
            raise Refusal(duty.code, pieces=", ".join(piece.name for piece in duty.dice))
        return replace(self, done=True)

    def hidden(self) -> SeatState:
        """The seat as others may see it: as of the end of the last round, and whether it is done."""
        return SeatState(self.shown, self.shown, done=self.done)


_Standing = list[tuple[Drawing, Position]]


def _stand(
    ruleset: Ruleset,
    position: Position,
    left: tuple[Drawing, ...],
    *,
    dead_ends: set[tuple[Position, tuple[Drawing, ...]]],
) -> _Standing | None:
    """The remaining drawings in their new order: always the earliest that is legal and lets the others follow.

    The earliest legal drawing can only be in the way of the others if drawings fill further cells; what is left
    then is remembered as a dead end, so that nothing is tried twice.
    """
    if not left:
        return []
    if (position, left) in dead_ends:
        return None
    for index, drawing in enumerate(left):
        stood = _again(ruleset, position, drawing)
        if stood:
            others = left[:index] + left[index + 1 :]
            rest = _stand(ruleset, stood[1], others, dead_ends=dead_ends)
            if rest is not None:
                return [stood, *rest]
    dead_ends.add((position, left))
    return None


def _again(ruleset: Ruleset, position: Position, drawing: Drawing) -> tuple[Drawing, Position] | None:
    """The drawing redrawn; as in a free cell if what it erased was taken back."""
    verbs = (ERASE, DRAW) if drawing.verb == ERASE else (drawing.verb,)
    for verb in verbs:
        anew = replace(drawing, verb=verb)
        try:
            return anew, ruleset.draw(position, anew)
        except Refusal:
            continue
    return None
