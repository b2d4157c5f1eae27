"""Random numbers inside the kernel: a one-word xorshift generator, the same on every machine.

It uses only shifts, which wrap silently with and without compilation. The seed is hashed as in `inkrail.core.dice`,
so that similar seeds are unrelated.
"""

from __future__ import annotations

from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel.compiling import inlined

Chance = NDArray[np.uint64]
"""The state of the generator, one word that every number changes."""

_LEFT = np.uint64(13)
_RIGHT = np.uint64(7)
_BACK = np.uint64(17)
_HALF = np.uint64(32)


def chance_of(*seed: object) -> Chance:
    """The generator seeded with these values."""
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
