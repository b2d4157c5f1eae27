"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib.util import find_spec
from typing import TypeAlias

from inkrail.bots.amateur import AmateurBot
from inkrail.bots.beginner import BeginnerBot
from inkrail.bots.bot import Bot
from inkrail.bots.casual import CasualBot
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.master import MasterBot
from inkrail.bots.novice import NoviceBot
from inkrail.bots.own import OWN_BOT_CODES, load_bot
from inkrail.bots.plain.bot import PlainBot
from inkrail.bots.playing import PLAYING_CODES
from inkrail.bots.program import PREFIX, PROGRAM_CODES, ProgramBot
from inkrail.bots.random_bot import RandomBot
from inkrail.bots.relaxed import RelaxedBot
from inkrail.bots.skilled import SkilledBot
from inkrail.bots.steady import SteadyBot
from inkrail.bots.strong import StrongBot
from inkrail.bots.thinker import ThinkerBot
from inkrail.core.errors import Refusal

_LADDER: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "beginner": BeginnerBot,
    "novice": NoviceBot,
    "casual": CasualBot,
    "amateur": AmateurBot,
    "skilled": SkilledBot,
    "steady": SteadyBot,
    "strong": StrongBot,
    "master": MasterBot,
}
_BOTS: dict[str, Callable[[], Bot]] = {**_LADDER, "relaxed": RelaxedBot, "plain": PlainBot}

SEARCH_EXTRA = "bots"
"""The extra with the packages of the bots that search."""

BOT_NAMES = tuple(_LADDER)
"""The ladder: the bots from the weakest to the strongest."""

PLAIN_BOTS = ("random", "greedy", "relaxed", "plain")
"""The bots that need the standard library alone, from the weakest to the strongest; with Numba the ladder takes their place."""


@cache
def plain_bots() -> dict[str, str]:
    """For each bot the one of the nearest level that needs the standard library alone."""
    levels = {name: make().level for name, make in _BOTS.items()}
    return {
        name: min(PLAIN_BOTS, key=lambda plain: (name != plain, abs(levels[plain] - level)))
        for name, level in levels.items()
    }


QUICK_BOTS = ("random", "greedy", "beginner", "novice", "casual", "amateur", "skilled", "steady")
"""The bots that look no further than their round: they play it in a fraction of a second once they are ready."""

BOT_CODES = ("bot.unknown", "extra.missing", *OWN_BOT_CODES, *PROGRAM_CODES, *PLAYING_CODES)

Player: TypeAlias = str | Callable[[], Bot]
"""A bot by name, or a class or function that returns a new one for each game."""


def find_bot(name: str) -> Bot:
    """A bot by its name, or a user's own by `package.module:Name` or `program:COMMAND`."""
    command = name.removeprefix(PREFIX).strip()
    if name.startswith(PREFIX) and command:
        return ProgramBot(command)
    if ":" in name and command:
        return load_bot(name)
    if name not in _BOTS:
        raise Refusal("bot.unknown", bot=name)
    extra = missing_extra(name)
    if extra is not None:
        raise Refusal("extra.missing", extra=extra)
    return _BOTS[name]()


def level_of(name: str) -> int:
    """The level of one of `BOT_NAMES` or `PLAIN_BOTS`, whether or not it can play here."""
    return _BOTS[name]().level


def missing_extra(name: str) -> str | None:
    """The extra that one of `BOT_NAMES` or `PLAIN_BOTS` needs and that is not installed, if any."""
    searches = isinstance(_BOTS[name](), ThinkerBot)
    return SEARCH_EXTRA if searches and not installed("numba") else None


def playable_bots() -> tuple[str, ...]:
    """The bots that can play here, from the weakest to the strongest."""
    return BOT_NAMES if installed("numba") else PLAIN_BOTS


def installed(package: str) -> bool:
    """Whether a package of an extra is there."""
    try:
        return find_spec(package) is not None
    except ValueError:  # how tests hide a package
        return False


def bot_factory(player: Player) -> Callable[[], Bot]:
    """The function that returns a new instance of a player's bot."""
    return partial(find_bot, player) if isinstance(player, str) else player
