"""A bot that kills its process."""

from __future__ import annotations

import os

from inkrail.bots.random_bot import RandomBot
from inkrail.core.dice import Rng
from inkrail.game.actions import Action
from inkrail.game.view import View


class Deadly(RandomBot):
    """Ends the process it plays in."""

    name = "deadly"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        os._exit(7)
