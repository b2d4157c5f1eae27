"""Bots and jobs that kill their process."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import sleep
from typing import Any
from uuid import uuid4

from inkrail.bots.random_bot import RandomBot
from inkrail.core.dice import Rng
from inkrail.game.actions import Action
from inkrail.game.view import View

FOLDER = "INKRAIL_TEST_MORTAL"
"""The variable with the folder in which a `Mortal` leaves a mark."""


class Deadly(RandomBot):
    """Ends the process it plays in."""

    name = "deadly"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        os._exit(7)


class Mortal(RandomBot):
    """Its process is killed in the middle of a game, but once only."""

    name = "mortal"

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        if view.round_ == 4:
            try:
                (Path(os.environ[FOLDER]) / "killed").touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return super().play(view, rng=rng)


class Gated(RandomBot):
    """Plays three games, and any others only when the gate is open."""

    name = "gated"

    def __init__(self) -> None:
        self._began = False

    def play(self, view: View, *, rng: Rng) -> tuple[Action, ...]:
        folder = Path(os.environ[FOLDER])
        if not self._began:
            self._began = True
            if len(list(folder.glob("game-*"))) < 3:
                (folder / f"game-{uuid4()}").touch()
            else:
                (folder / "waiting").touch()
                while not (folder / "gate").exists():
                    sleep(0.05)
        return super().play(view, rng=rng)


def tenth(number: int) -> float:
    """Ten by a number."""
    return 10 / number


def die(_: int) -> None:
    """End the process."""
    os._exit(7)


class Interrupting:
    """A function that somebody interrupts with Ctrl-C while a process starts that shall have it."""

    def __call__(self, number: int) -> float:
        return tenth(number)

    def __reduce__(self) -> str | tuple[Any, ...]:
        signal.raise_signal(signal.SIGINT)
        return Interrupting, ()


def is_interrupted(_: int) -> tuple[str, str]:
    """What Ctrl-C does to this process."""
    ignored = "ignored" if signal.getsignal(signal.SIGINT) is signal.SIG_IGN else "heard"
    return ignored, "blocked" if signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []) else "open"
