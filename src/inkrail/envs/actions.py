"""The actions of a ruleset as numbers.

First come the placements: a **slot** is a verb with an oriented tile, and slot `s` in cell `c` is the number
`49 * s + c`. Then come `done`, the choices before drawing, and in a draft the picks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from inkrail.core.board import Round
from inkrail.core.cells import CELLS, NO_CELLS
from inkrail.core.pieces import Piece, Role, Tile
from inkrail.core.placement import Placement
from inkrail.envs.planes import CELLS_OF_BOARD, Bytes, unpacked
from inkrail.game.actions import Action, Done, Pick
from inkrail.game.table import MOST_SEATS, Phase
from inkrail.game.view import View
from inkrail.kernel.board.tables import pieces_of
from inkrail.rules.module import RuleModule
from inkrail.rules.position import DRAW, Choice, Drawing
from inkrail.rules.ruleset import Ruleset

PICKS_A_SEAT: Final = 2


class Slot(NamedTuple):
    """A verb and the oriented tile that it draws."""

    verb: str
    tile: Tile

    def __str__(self) -> str:
        return f"{self.verb} {self.tile}"


class ActionSpace:
    """All actions of a ruleset, numbered."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.slots = tuple(_slots(ruleset))
        self.choices = _choices(ruleset)
        self.picks = PICKS_A_SEAT * MOST_SEATS if ruleset.dealer.picking else 0
        self.done = len(self.slots) * CELLS_OF_BOARD
        self.first_choice = self.done + 1
        self.first_pick = self.first_choice + len(self.choices)
        self.size = self.first_pick + self.picks
        self._numbers = {slot: number for number, slot in enumerate(self.slots)}
        self._choice_numbers = {choice: number for number, choice in enumerate(self.choices)}

    def __reduce__(self) -> tuple[object, ...]:
        return action_space, (self.ruleset,)

    def __repr__(self) -> str:
        return f"<ActionSpace {self.ruleset.name}, {self.size} actions>"

    def decode(self, number: int) -> Action:
        """The action of a number."""
        if not 0 <= number < self.size:
            raise ValueError(f"{number} is not one of the actions, 0 to {self.size - 1}")
        if number < self.done:
            slot, cell = divmod(number, CELLS_OF_BOARD)
            verb, tile = self.slots[slot]
            return Drawing(verb, Placement(tile, CELLS[cell]))
        if number == self.done:
            return Done()
        if number < self.first_pick:
            return self.choices[number - self.first_choice]
        return Pick(number - self.first_pick + 1)

    def encode(self, action: Action) -> int:
        """The number of an action; taking back has none."""
        match action:
            case Drawing(verb=verb, placement=placement):
                return self._numbers[Slot(verb, placement.tile)] * CELLS_OF_BOARD + int(placement.cell)
            case Done():
                return self.done
            case Choice():
                return self.first_choice + self._choice_numbers[action]
            case Pick(number=number):
                return self.first_pick + number - 1
            case _:
                raise ValueError(f"{action} has no number")

    def legal(self, view: View) -> Bytes:
        """One byte for each action, 1 if the engine lets the seat take it now."""
        drawings = [NO_CELLS] * len(self.slots)
        for option in view.options:
            for tile, cells in option.placements.masks:
                drawings[self._numbers[Slot(option.verb, tile)]] = cells
        flags = np.zeros(self.size, np.int8)
        flags[: self.done] = unpacked(drawings).ravel()
        flags[self.done] = view.phase is Phase.DRAW and not view.done and not view.owed
        for choice in view.choices:
            flags[self.first_choice + self._choice_numbers[choice]] = 1
        for number in view.picks:
            flags[self.first_pick + number - 1] = 1
        return flags


@lru_cache(maxsize=32)
def action_space(ruleset: Ruleset) -> ActionSpace:
    """The cached actions of a ruleset."""
    return ActionSpace(ruleset)


def _slots(ruleset: Ruleset) -> Iterator[Slot]:
    """Dice and special routes, then each module's own verbs."""
    pieces = pieces_of(ruleset)
    for piece in pieces:
        if piece.name in ruleset.faces or piece.role is Role.SPECIAL:
            yield from (Slot(DRAW, tile) for tile in piece.tiles)
    for module in ruleset.modules:
        for verb in module.drawing_verbs:
            own = _drawn_by_verb(module, pieces)
            yield from (Slot(verb, tile) for piece in own for tile in piece.tiles)
        for verb, piece in module.verbs.items():
            yield from (Slot(verb, tile) for tile in piece.tiles)


def _drawn_by_verb(module: RuleModule, pieces: tuple[Piece, ...]) -> list[Piece]:
    """What a module's own verb draws: the faces of its dice, or of the route dice if its own show no pieces."""
    faces = {face for die in module.dice for face in die.faces}
    own = [piece for piece in pieces if piece.name in faces]
    return own or [piece for piece in pieces if piece.role is Role.ROUTE]


def _choices(ruleset: Ruleset) -> tuple[Choice, ...]:
    """All choices that a roll can lead to before drawing, by verb."""
    if not ruleset.steps:
        return ()
    choices: dict[Choice, None] = {}
    shown = [die.faces[:1] if die.faces[0] in ruleset.pieces else die.faces for die in ruleset.dice(Round(1))]
    for faces in product(*shown):
        position = ruleset.begin_round(ruleset.set_up(), Round(1), faces=faces)
        choices |= dict.fromkeys(ruleset.choices(position))
    return tuple(sorted(choices, key=lambda choice: choice.verb))
