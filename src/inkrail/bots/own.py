"""Bots of one's own: `package.module:Name` is a class, or anything else that makes a bot when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from inkrail.bots.bot import LEVELS, Bot
from inkrail.core.errors import Refusal

OWN_BOT_CODES: Final = ("bot.not_imported", "bot.not_there", "bot.not_a_bot")
"""Codes of a name that leads to no bot."""


def load_bot(path: str) -> Bot:
    """The bot that `package.module:Name` makes."""
    module, _, name = path.partition(":")
    try:
        found = import_module(module)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise Refusal("bot.not_imported", bot=path, module=module, reason=reason) from error
    make = getattr(found, name, None)
    if make is None:
        raise Refusal("bot.not_there", bot=path, module=module, name=name)
    try:
        bot = make()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise _not_a_bot(path, reason=reason) from error
    check_shape(bot, told=path)
    made: Bot = bot
    return made


def check_shape(bot: object, *, told: str) -> None:
    """Refuse what lacks something that every bot has."""
    name, level = getattr(bot, "name", None), getattr(bot, "level", None)
    if not (isinstance(name, str) and name):
        raise _not_a_bot(told, reason="name")
    if not (isinstance(level, int) and level in LEVELS):
        raise _not_a_bot(told, reason="level")
    if not callable(getattr(bot, "play", None)):
        raise _not_a_bot(told, reason="play")


def _not_a_bot(told: str, *, reason: str) -> Refusal:
    return Refusal("bot.not_a_bot", bot=told, reason=reason, least=LEVELS[0], most=LEVELS[-1])
