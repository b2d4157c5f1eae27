"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from inkrail.bots.bot import Bot
from inkrail.bots.casual import CasualBot
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.master import MasterBot
from inkrail.bots.own import OWN_BOT_CODES, load_bot
from inkrail.bots.playing import PLAYING_CODES
from inkrail.bots.random_bot import RandomBot
from inkrail.bots.steady import SteadyBot
from inkrail.bots.strong import StrongBot
from inkrail.core.errors import Refusal

_BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "casual": CasualBot,
    "steady": SteadyBot,
    "strong": StrongBot,
    "master": MasterBot,
}

BOT_NAMES = tuple(_BOTS)
"""The bots from the weakest to the strongest."""

QUICK_BOTS = ("random", "greedy", "casual", "steady")
"""The bots that look no further than their round: they play it in a fraction of a second once they are ready."""

BOT_CODES = ("bot.unknown", *OWN_BOT_CODES, *PLAYING_CODES)

Player: TypeAlias = str | Callable[[], Bot]
"""A bot by name, or a class or function that returns a new one for each game."""


def find_bot(name: str) -> Bot:
    """A bot by its name, or a user's own by `package.module:Name`."""
    if ":" in name:
        return load_bot(name)
    try:
        return _BOTS[name]()
    except KeyError:
        raise Refusal("bot.unknown", bot=name) from None


def bot_factory(player: Player) -> Callable[[], Bot]:
    """The function that returns a new instance of a player's bot."""
    return partial(find_bot, player) if isinstance(player, str) else player
