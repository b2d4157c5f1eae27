"""What a seat may draw, each under a short label: dice `1` to `6`, special routes `s1` to `s6`, and the like."""

from __future__ import annotations

from dataclasses import dataclass

from inkrail.core.cells import NO_CELLS, Cell, Mask
from inkrail.core.pieces import Piece
from inkrail.game.dice import spent_dice
from inkrail.game.view import Option, View
from inkrail.rules.position import ERASE, Drawing, Extra


@dataclass(frozen=True, slots=True)
class Item:
    """A die or something else to draw, with all ways to draw it: in a free cell first, then by erasing."""

    label: str
    piece: Piece
    options: tuple[Option, ...]
    extra: Extra | None = None
    """The extra that it belongs to, if it is not a die."""

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """Every drawing that it allows now, cell by cell."""
        ordered = [
            (order, placement.cell, Drawing(option.verb, placement))
            for order, option in enumerate(self.options)
            for placement in option.placements
        ]
        return tuple(drawing for _, _, drawing in sorted(ordered, key=lambda entry: entry[:2]))

    def drawings_in(self, cell: Cell) -> tuple[Drawing, ...]:
        """The drawings that it allows in one cell."""
        return tuple(drawing for drawing in self.drawings if drawing.placement.cell == cell)

    @property
    def cells(self) -> Mask:
        """Where it may be drawn."""
        mask = NO_CELLS
        for option in self.options:
            mask |= option.placements.cells
        return mask


def items_of(view: View) -> dict[str, Item]:
    """What the seat may draw now, by label; dice that were drawn are left out and the rest keep their numbers."""
    ways = {(option.drawable.extra, option.piece): option for option in view.options}
    items = _dice(view)
    for label, (extra, piece) in extras_of(view).items():
        option = ways.get((extra.name, piece))
        if option:
            items[label] = Item(label, piece, (option,), extra=extra)
    return items


def extras_of(view: View) -> dict[str, tuple[Extra, Piece]]:
    """All extras by label, including those not available now: `s3` for the third special route, `v` for a volcano.

    A piece that is on a die has the number of the die.
    """
    numbers = {piece: number for number, piece in reversed(_dice_rolled(view))}
    return {
        extra.name[0] + (str(numbers.get(piece, place)) if len(extra.pieces) > 1 else ""): (extra, piece)
        for extra in view.extras
        for place, piece in enumerate(extra.pieces, start=1)
    }


def _dice_rolled(view: View) -> list[tuple[int, Piece]]:
    """Every die of the round that shows a piece, drawn or not, with its number."""
    pieces = view.ruleset.pieces
    return list(enumerate((pieces[face] for face in view.position.rolled if face in pieces), start=1))


def _dice(view: View) -> dict[str, Item]:
    """The dice left."""
    dice = _dice_rolled(view)
    spent = spent_dice(tuple(piece.name for _, piece in dice), view.drawings)
    items = {}
    for place, (number, piece) in enumerate(dice):
        if place not in spent:
            options = [way for way in view.options if way.drawable.extra is None and way.piece == piece]
            options.sort(key=lambda option: option.verb == ERASE)
            items[str(number)] = Item(str(number), piece, tuple(options))
    return items
