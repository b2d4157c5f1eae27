"""Misbehaving bots, which must not stop the server."""

from __future__ import annotations

import os
import time
from typing import ClassVar

from inkrail.bots.bot import Bot
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.registry import find_bot as find_good_bot
from inkrail.core.dice import Rng
from inkrail.game.actions import Action, Done
from inkrail.game.view import View


class SlowBot(GreedyBot):
    """Thinks for ever."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        time.sleep(3600)
        return super().play(view, rng=rng)


class FailingBot(GreedyBot):
    """Raises an exception."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        raise ValueError("no idea")


class CheatingBot(GreedyBot):
    """Ends its round even if it must still draw."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        return (Done(),)


class DyingBot(GreedyBot):
    """Kills its own process."""

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        os._exit(3)


class DawdlingBot(GreedyBot):
    """Is slow in its first round in a process, and fast afterwards."""

    ready: ClassVar = False

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        if not DawdlingBot.ready:
            time.sleep(5)
            DawdlingBot.ready = True
        return super().play(view, rng=rng)


class OwnBot(GreedyBot):
    """Does nothing wrong."""


_BAD: dict[str, type[GreedyBot]] = {
    "own": OwnBot,
    "steady": OwnBot,
    "dawdling": DawdlingBot,
    "slow": SlowBot,
    "master": SlowBot,
    "failing": FailingBot,
    "cheating": CheatingBot,
    "dying": DyingBot,
}


def find_bot(name: str) -> Bot:
    return _BAD[name]() if name in _BAD else find_good_bot(name)


def find_nothing_but_failures(_name: str) -> Bot:
    """Even the simplest bots fail."""
    return FailingBot()
