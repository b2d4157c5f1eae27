"""Chance inside the kernel: a xorshift generator in one word, the same on every machine.

It uses shifts alone, which wrap silently with and without compilation. A seed is made by `inkrail.core.dice`'s kind of
hashing outside, so neighbouring seeds have nothing to do with one another.
"""

from __future__ import annotations

from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel.compiling import inlined

Chance = NDArray[np.uint64]
"""One word that every drawing of chance changes."""

_LEFT = np.uint64(13)
_RIGHT = np.uint64(7)
_BACK = np.uint64(17)
_HALF = np.uint64(32)


def chance_of(*seed: object) -> Chance:
    """Chance that these words reproduce."""
    text = "/".join(map(str, seed)).encode()
    number = int.from_bytes(sha256(text).digest()[:8], "big")
    return np.array([number or 1], dtype=np.uint64)


@inlined
def below(chance: Chance, limit: int) -> int:
    """A number from 0 to `limit` - 1, each equally likely up to one part in 2**32 / limit."""
    word = chance[0]
    word ^= word << _LEFT
    word ^= word >> _RIGHT
    word ^= word << _BACK
    chance[0] = word
    high: int = np.int64(word >> _HALF)  # type: ignore[assignment]
    return high * limit >> 32
