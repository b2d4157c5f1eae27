"""A bot that also considers the next rolls, in at most about two CPU seconds a round."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort, Stage
from inkrail.bots.thinker import ThinkerBot


class StrongBot(ThinkerBot):
    """Compares the best ends of the round over rolls of the next one, and the very best over three rounds."""

    name = "strong"
    level = 9
    effort = Effort(
        breadth=Breadth(width=200, special=50, kept=96),
        last=Breadth(width=200, special=50, kept=1),
        exact=True,
        stages=(Stage(32, 8), Stage(16, 12), Stage(8, 24), Stage(5, 48, rounds=3)),
    )
