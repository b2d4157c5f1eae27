"""A bot for the first games: it plans its round for the points of the moment, and not very carefully."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.thinker import ThinkerBot


class BeginnerBot(ThinkerBot):
    """Searches the round with a narrow beam for points now, and plays a random one of the ends found."""

    name = "beginner"
    level = 3
    effort = Effort(
        breadth=Breadth(width=10, special=3, kept=10),
        last=Breadth(width=10, special=3, kept=1),
        noticed=1,
        attention=0,
    )
