"""Which dice of a round are drawn, where several show the same."""

from __future__ import annotations

from collections.abc import Sequence

from inkrail.core.cells import Cell
from inkrail.core.pieces import Piece
from inkrail.rules.dealing import Faces
from inkrail.rules.position import DRAW, ERASE, Drawing

TakenDice = dict[tuple[Cell, Piece], int]
"""The place in a roll of the die that a player took to draw a piece in a cell."""


def spent_dice(
    rolled: Faces, drawings: Sequence[Drawing], *, taken: TakenDice | None = None
) -> tuple[int | None, ...]:
    """For each drawing the place in the roll of the die it used up; None for what is drawn without one.

    That is the die which was taken for it, else the first that shows the same and is left.
    """
    left = list(range(len(rolled)))
    drawn = {number: one.placement for number, one in enumerate(drawings) if one.verb in (DRAW, ERASE)}
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
