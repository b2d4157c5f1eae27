"""The bot that takes its time: about ten CPU seconds a round."""

from __future__ import annotations

from inkrail.bots.effort import Effort
from inkrail.bots.thinker import ThinkerBot


class MasterBot(ThinkerBot):
    """Thinks like `strong`, about more ends of the round, more rolls, and each of them further."""

    name = "master"
    level = 5
    effort = Effort(
        width=200,
        special_width=60,
        kept=128,
        stages=((48, 12), (24, 30), (12, 60), (6, 120), (3, 168)),
        ahead=16,
        ahead_special=5,
        ahead_kept=16,
    )
    width = 12
    tried = 90
