"""A bot for people new to the game: it plans its round, but for the points of the moment."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.thinker import ThinkerBot


class NoviceBot(ThinkerBot):
    """Searches the round with a beam for the most points now, and does not think of later rounds."""

    name = "novice"
    level = 4
    effort = Effort(
        breadth=Breadth(width=60, special=15, kept=1),
        last=Breadth(width=60, special=15, kept=1),
        attention=0,
    )
