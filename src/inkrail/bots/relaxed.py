"""A bot for an even match with most people where Numba is not installed."""

from __future__ import annotations

from inkrail.bots.plain.bot import PlainBot
from inkrail.bots.plain.search import Effort


class RelaxedBot(PlainBot):
    """Plays like `plain`, but thinks of later rounds only now and then, and notices a few of the ends it finds."""

    name = "relaxed"
    level = 4
    effort = Effort(width=20, special=3, boards=1000)
    noticed = 3
    attention = 45
