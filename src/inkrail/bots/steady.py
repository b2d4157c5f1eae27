"""A bot that plans the round and relies on its value model for the rest, in a few hundredths of a CPU second."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.thinker import ThinkerBot


class SteadyBot(ThinkerBot):
    """Searches the round with a beam and plays the end with the highest value."""

    name = "steady"
    level = 8
    effort = Effort(
        breadth=Breadth(width=60, special=16, kept=32), last=Breadth(width=60, special=16, kept=1)
    )
