"""Chance from outside the engine, which has none of its own."""

from __future__ import annotations

import secrets
from random import Random


class SystemRng:
    """Chance that nobody can foresee, for games of people."""

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        return secrets.randbelow(limit)


class QuickRng:
    """Chance that costs little, for games that nobody has to play again on another machine."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - nothing depends on these games

    def below(self, limit: int) -> int:
        """A number below `limit`."""
        return int(self._random.random() * limit)
