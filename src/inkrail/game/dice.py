"""Which dice of a round are drawn, if several have the same face."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.core.cells import Cell
from inkrail.core.pieces import Piece
from inkrail.rules.dealing import Faces
from inkrail.rules.position import DRAW, ERASE, Drawing

TakenDice = dict[tuple[Cell, Piece], int]
"""The index in the roll of the die that a player took to draw a piece in a cell."""


def spent_dice(
    rolled: Faces, drawings: Sequence[Drawing], *, taken: TakenDice | None = None
) -> tuple[int | None, ...]:
    """The index in the roll of the die that each drawing used; None for what is drawn without a die.

    That is the die that was taken for it, else the first one left with the same face.
    """
    left = list(range(len(rolled)))
    drawn = {
        number: drawing.placement for number, drawing in enumerate(drawings) if drawing.verb in (DRAW, ERASE)
    }
    spent: dict[int, int] = {}
    for number, placement in drawn.items():
        die = taken.get((placement.cell, placement.piece)) if taken else None
        if die in left and rolled[die] == placement.piece.name:
            left.remove(die)
            spent[number] = die
    for number, placement in drawn.items():
        equal = [die for die in left if rolled[die] == placement.piece.name]
        if number not in spent and equal:
            left.remove(equal[0])
            spent[number] = equal[0]
    return tuple(spent.get(number) for number in range(len(drawings)))
