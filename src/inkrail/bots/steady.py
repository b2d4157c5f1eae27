"""The bot that plans its round and trusts its judgement of the rest: about 0.02 CPU seconds a round."""

from __future__ import annotations

from inkrail.bots.effort import Effort
from inkrail.bots.thinker import ThinkerBot


class SteadyBot(ThinkerBot):
    """A beam over the round, its ends judged by the value model."""

    name = "steady"
    level = 3
    effort = Effort(width=60, special_width=16, kept=32)
    width = 1
    tried = 40
