"""A bot that also considers the next roll, in at most about two CPU seconds a round."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort, Stage
from inkrail.bots.thinker import ThinkerBot


class StrongBot(ThinkerBot):
    """Compares the best ends of the round over rolls of the next one."""

    name = "strong"
    level = 5
    effort = Effort(
        breadth=Breadth(width=100, special=24, kept=64),
        last=Breadth(width=100, special=24, kept=1),
        stages=(Stage(24, 8), Stage(12, 16), Stage(6, 40), Stage(3, 80)),
    )
