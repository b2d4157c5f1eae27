"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable

from inkrail.bots.bot import Bot
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.random_bot import RandomBot
from inkrail.core.errors import Refusal

_BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
}

BOT_NAMES = tuple(_BOTS)
"""The bots from the weakest to the strongest."""

BOT_CODES = ("bot.unknown",)


def find_bot(name: str) -> Bot:
    """The bot of this name."""
    try:
        return _BOTS[name]()
    except KeyError:
        raise Refusal("bot.unknown", bot=name) from None
