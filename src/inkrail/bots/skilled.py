"""A bot that overlooks some of the good ends of a round, for people who play well."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.thinker import ThinkerBot


class SkilledBot(ThinkerBot):
    """Searches the round with a narrow beam, notices a few of the ends found, and plays the best of these."""

    name = "skilled"
    level = 7
    effort = Effort(
        breadth=Breadth(width=20, special=5, kept=20),
        last=Breadth(width=20, special=5, kept=1),
        noticed=3,
    )
