"""The bot that plans its round and trusts its judgement of the rest: a few hundredths of a CPU second a round."""

from __future__ import annotations

from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.thinker import ThinkerBot


class SteadyBot(ThinkerBot):
    """A beam over the round, its ends judged by the value."""

    name = "steady"
    level = 4
    effort = Effort(
        breadth=Breadth(width=60, special=16, kept=32), last=Breadth(width=60, special=16, kept=1)
    )
    effort_elsewhere = Effort(
        breadth=Breadth(width=8, special=2, kept=1),
        last=Breadth(width=16, special=4, kept=1),
        ahead=Breadth(width=2, special=1, kept=1),
    )
