"""What a side can carry."""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """The kind of route or ground that a side carries, with its letter in the notation."""

    HIGHWAY = 0
    RAILWAY = 1
    RIVER = 2
    LAKE = 3
    LAVA = 4
    SUBWAY = 5
    PIPE = 6

    @property
    def letter(self) -> str:
        """The kind's letter in a tile's notation."""
        return LETTERS[self]

    def __str__(self) -> str:
        return self.letter


LETTERS = "HRWLFSP"
KINDS = tuple(Kind)
BLANK = "."
"""The notation of a side that carries nothing."""
