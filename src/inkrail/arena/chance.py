"""Random sources for the engine, which has none itself."""

from __future__ import annotations

import secrets
from random import Random


class SystemRng:
    """Unpredictable numbers, for games between people."""

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        return secrets.randbelow(limit)


class QuickRng:
    """Fast numbers, for games that need not be reproduced on another machine."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 - nothing depends on these games

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        return int(self._random.random() * limit)
