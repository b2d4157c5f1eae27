"""The bot that also looks at what the next roll may bring: at most about two CPU seconds a round."""

from __future__ import annotations

from inkrail.bots.effort import Effort
from inkrail.bots.thinker import ThinkerBot


class StrongBot(ThinkerBot):
    """The best ends of the round are compared over rolls of the next one."""

    name = "strong"
    level = 4
    effort = Effort(
        width=100,
        special_width=24,
        kept=64,
        stages=((24, 8), (12, 16), (6, 40), (3, 80)),
    )
    width = 4
    tried = 60
