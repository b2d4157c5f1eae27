"""The interface of a bot."""

from __future__ import annotations

from typing import Final, Protocol

from inkrail.core.dice import Rng
from inkrail.game.actions import Action
from inkrail.game.view import View

LEVELS: Final = range(1, 11)
"""The levels that a bot may have."""


class Bot(Protocol):
    """A player; its effort is a count and not a time, so that a seeded game is the same on every machine."""

    name: str
    """Its key in the registry and the catalogues."""
    level: int
    """How strong it is, one of `LEVELS`: 1 is for beginners."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        """The next actions, at least one, each legal after those before it; called again until the bot is done."""
        ...
