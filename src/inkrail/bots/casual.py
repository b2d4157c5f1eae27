"""A bot for an even match with people: it finds good moves and plays any of them."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.thinker import ThinkerBot


class CasualBot(ThinkerBot):
    """Searches the round with a beam like `steady`, and plays a random one of the many ends found."""

    name = "casual"
    level = 3
    effort = Effort(
        breadth=Breadth(width=150, special=30, kept=150),
        last=Breadth(width=150, special=30, kept=1),
        careless=True,
    )
