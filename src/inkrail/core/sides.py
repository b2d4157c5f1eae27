"""The four sides of a cell, in the order N E S W."""

from __future__ import annotations

from enum import IntEnum


class Side(IntEnum):
    """A side of a cell; its number is its place in a tile's notation."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def opposite(self) -> Side:
        """The side a neighbour turns towards this one."""
        return OPPOSITE[self]

    # As of the number that it equals; that of an enum member, by its name, is several times slower.
    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.name


SIDES = tuple(Side)
OPPOSITE = (Side.S, Side.W, Side.N, Side.E)
"""For each side the one that a neighbour turns towards it."""
