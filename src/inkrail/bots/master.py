"""The bot that takes its time: about ten CPU seconds a round."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort, Stage
from inkrail.bots.thinker import ThinkerBot


class MasterBot(ThinkerBot):
    """Thinks like `strong`, about more ends of the round, more rolls, and each of them further."""

    name = "master"
    level = 5
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
    effort_elsewhere = Effort(
        breadth=Breadth(width=100, special=25, kept=48),
        last=Breadth(width=400, special=100, kept=1),
        stages=(Stage(24, 12), Stage(12, 24), Stage(6, 48), Stage(3, 96)),
        ahead=Breadth(width=6, special=2, kept=1),
    )
