"""A user's own bots: `package.module:Name` is a class, or any other callable that returns a bot."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from inkrail.bots.bot import LEVELS, Bot
from inkrail.core.errors import Refusal

OWN_BOT_CODES: Final = ("bot.not_imported", "bot.not_there", "bot.not_a_bot")
"""Codes for a path that does not lead to a bot."""


def load_bot(path: str) -> Bot:
    """A new bot from `package.module:Name`."""
    module, _, name = path.partition(":")
    try:
        imported = import_module(module)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise Refusal("bot.not_imported", bot=path, module=module, reason=reason) from error
    make = getattr(imported, name, None)
    if make is None:
        raise Refusal("bot.not_there", bot=path, module=module, name=name)
    try:
        bot = make()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise _not_a_bot(path, reason=reason) from error
    check_shape(bot, name=path)
    loaded: Bot = bot
    return loaded


def check_shape(bot: object, *, name: str) -> None:
    """Refuse an object that lacks a part of the `Bot` interface; `name` stands for it in the refusal."""
    own_name, level = getattr(bot, "name", None), getattr(bot, "level", None)
    if not (isinstance(own_name, str) and own_name):
        raise _not_a_bot(name, reason="name")
    if not (isinstance(level, int) and level in LEVELS):
        raise _not_a_bot(name, reason="level")
    if not callable(getattr(bot, "play", None)):
        raise _not_a_bot(name, reason="play")


def _not_a_bot(name: str, *, reason: str) -> Refusal:
    return Refusal("bot.not_a_bot", bot=name, reason=reason, least=LEVELS[0], most=LEVELS[-1])
