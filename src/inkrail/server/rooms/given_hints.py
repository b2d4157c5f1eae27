"""Which hints the seats of a table were given."""

from __future__ import annotations

from typing import TypeAlias

from inkrail.game.table import Table
from inkrail.rules.dealing import Deal
from inkrail.rules.position import Position

HintKey: TypeAlias = tuple[int, Deal, Position]
"""What a hint depends on: the seat, the dice and who took which, and what the seat has drawn."""


def hint_key(game: Table, seat: int) -> HintKey:
    """What a hint for a seat depends on now."""
    return seat, game.deal, game.seats[seat].position


class GivenHints:
    """How many steps of hints each seat was given, in all and for what it has before it."""

    def __init__(self, seats: int) -> None:
        self.used = [0] * seats
        self._steps: dict[HintKey, int] = {}

    def step(self, key: HintKey) -> int:
        """Up to which step the hint was given; 0 if it was not."""
        return self._steps.get(key, 0)

    def give(self, key: HintKey, *, step: int) -> None:
        """Count the steps that were not given before."""
        self.used[key[0]] += step - self.step(key)
        self._steps[key] = step

    def begin_round(self) -> None:
        """Forget the hints of the last round; they still count."""
        self._steps.clear()
