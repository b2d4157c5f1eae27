"""The bot that takes its time: about ten CPU seconds a round."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.thinker import ThinkerBot


class MasterBot(ThinkerBot):
    """Thinks like `strong`, about more ends of the round, more rolls, and each of them further."""

    name = "master"
    level = 5
    effort = Effort(
        breadth=Breadth(width=200, special=60, kept=128),
        last=Breadth(width=200, special=60, kept=1),
        stages=((48, 12), (24, 30), (12, 60), (6, 120), (3, 168)),
        ahead=Breadth(width=16, special=5, kept=16),
    )
    effort_elsewhere = Effort(
        breadth=Breadth(width=100, special=25, kept=48),
        last=Breadth(width=400, special=100, kept=1),
        stages=((24, 12), (12, 24), (6, 48), (3, 96)),
        ahead=Breadth(width=6, special=2, kept=1),
    )
