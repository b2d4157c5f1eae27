"""Dice, and the random sources that are passed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol, TypeVar

T = TypeVar("T")


class Rng(Protocol):
    """A source of random numbers."""

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each equally likely."""
        ...


class SeededRng:
    """Random numbers that a seed and a purpose reproduce on every machine and in every version of Python."""

    def __init__(self, seed: str | int, *purpose: object) -> None:
        self._key = "/".join(map(str, (seed, *purpose))).encode()
        self._count = 0

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1: 64 bits of a hash, drawn again if they would favour some numbers."""
        fair = (1 << 64) - (1 << 64) % limit
        while True:
            block = sha256(self._key + b"#%d" % self._count).digest()
            self._count += 1
            number = int.from_bytes(block[:8], "big")
            if number < fair:
                return number % limit


def choose(items: Sequence[T], *, rng: Rng) -> T:
    """A random one of the items."""
    return items[rng.below(len(items))]


def shuffle(items: Sequence[T], *, rng: Rng) -> list[T]:
    """The items in random order."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = rng.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


@dataclass(frozen=True, slots=True)
class Die:
    """A die: the names on its faces.

    A `route` die is one of the base game's (B3); a `mandatory` one must be drawn while it fits (B9).
    """

    name: str
    faces: tuple[str, ...]
    route: bool = False
    mandatory: bool = False

    def roll(self, rng: Rng) -> str:
        """A random face."""
        return choose(self.faces, rng=rng)
