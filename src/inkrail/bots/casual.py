"""A bot for an even match with most people: it plays well when it pays attention."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.thinker import ThinkerBot


class CasualBot(ThinkerBot):
    """Searches the round with a narrow beam, and in nearly half of the rounds for what later rounds will bring.

    It notices a few of the ends found and plays the best of these.
    """

    name = "casual"
    level = 5
    effort = Effort(
        breadth=Breadth(width=40, special=10, kept=40),
        last=Breadth(width=40, special=10, kept=1),
        noticed=3,
        attention=45,
    )
