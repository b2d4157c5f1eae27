"""What a seat may draw, each under a short label: dice `1` to `6`, special routes `s1` to `s6`, and the like."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from inkrail.core.cells import Cell
from inkrail.core.pieces import Piece, Role
from inkrail.game.view import Option, View
from inkrail.rules.position import DRAW, ERASE, Drawing


@dataclass(frozen=True, slots=True)
class Item:
    """A die or something else to draw, with all ways to draw it: plainly first, then by erasing."""

    label: str
    piece: Piece
    options: tuple[Option, ...]
    is_die: bool = False

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """Everything that may be drawn with it now, cell by cell."""
        found = [
            (order, placement.cell, Drawing(option.verb, placement))
            for order, option in enumerate(self.options)
            for placement in option.placements
        ]
        return tuple(drawing for _, _, drawing in sorted(found, key=lambda one: one[:2]))

    def drawings_in(self, cell: Cell) -> tuple[Drawing, ...]:
        """What may be drawn with it in one cell."""
        return tuple(drawing for drawing in self.drawings if drawing.placement.cell == cell)

    @property
    def cells(self) -> int:
        """Where it may be drawn, as a mask."""
        mask = 0
        for option in self.options:
            mask |= option.placements.cells
        return mask


def items_of(view: View) -> dict[str, Item]:
    """All that the seat may draw now, by label; dice that were drawn are left out and keep their number."""
    dice = _dice(view)
    others = [option for option in view.options if not _is_die(view, option)]
    numbers = {item.piece.name: label for label, item in reversed(_all_dice(view).items())}
    items = dict(dice)
    for option in others:
        label = _label(view, option, numbers=numbers)
        items[label] = Item(label, option.piece, (option,))
    return items


def _is_die(view: View, option: Option) -> bool:
    return option.verb in (DRAW, ERASE) and option.piece in view.position.dice


def _all_dice(view: View) -> dict[str, Item]:
    """Every die of the round that shows a piece, drawn or not."""
    pieces = [view.ruleset.pieces[face] for face in view.position.rolled if face in view.ruleset.pieces]
    return {str(number): Item(str(number), piece, (), is_die=True) for number, piece in enumerate(pieces, 1)}


def _dice(view: View) -> dict[str, Item]:
    """The dice left; of two that show the same the first counts as drawn first."""
    left = Counter(piece.name for piece in view.position.dice)
    found: dict[str, Item] = {}
    for label, die in reversed(_all_dice(view).items()):
        if left[die.piece.name]:
            left[die.piece.name] -= 1
            options = [o for o in view.options if _is_die(view, o) and o.piece == die.piece]
            options.sort(key=lambda option: option.verb == ERASE)
            found[label] = Item(label, die.piece, tuple(options), is_die=True)
    return dict(reversed(found.items()))


def _label(view: View, option: Option, *, numbers: dict[str, str]) -> str:
    """`s1` for a special route, `v` for a verb with a piece of its own, a letter and the die's number else."""
    if option.piece.role is Role.SPECIAL:
        return special_label(view, option.piece)
    letter = option.verb[0]
    return letter if option.verb in view.ruleset.verbs else letter + numbers[option.piece.name]


def special_label(view: View, piece: Piece) -> str:
    """The label of a special route, the same in the whole game."""
    return f"s{view.ruleset.specials.index(piece) + 1}"
