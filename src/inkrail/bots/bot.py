"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from inkrail.core.dice import Rng
from inkrail.game.actions import Action
from inkrail.game.view import View


class Bot(Protocol):
    """A player. How hard it thinks is a count, so that a seeded game is the same on every machine."""

    name: str
    """Its key in the registry and the catalogues."""
    level: int
    """How strong it is for people: 1 for beginners to 5."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        """Its next actions, at least one, each possible after those before it; asked again until it is done."""
        ...
