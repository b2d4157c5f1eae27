"""A bot for people who know the game: it is seldom inattentive."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.thinker import ThinkerBot


class AmateurBot(ThinkerBot):
    """Plays like `casual`, but thinks of later rounds in three rounds of four."""

    name = "amateur"
    level = 6
    effort = Effort(
        breadth=Breadth(width=40, special=10, kept=40),
        last=Breadth(width=40, special=10, kept=1),
        noticed=3,
        attention=75,
    )
