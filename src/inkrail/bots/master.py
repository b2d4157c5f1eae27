"""The strongest bot, at about six CPU seconds a round."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort, Stage
from inkrail.bots.thinker import ThinkerBot


class MasterBot(ThinkerBot):
    """Thinks like `strong`, but compares more ends of the round and looks further ahead from the best of them."""

    name = "master"
    level = 6
    effort = Effort(
        breadth=Breadth(width=400, special=100, kept=256),
        last=Breadth(width=200, special=60, kept=1),
        stages=(
            Stage(128, 6),
            Stage(64, 12),
            Stage(32, 20),
            Stage(16, 40),
            Stage(8, 40, rounds=2),
            Stage(5, 80, rounds=3),
            Stage(3, 120, rounds=3),
        ),
    )
