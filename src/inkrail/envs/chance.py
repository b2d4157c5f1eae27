"""The kernel's generator for the engine: the same numbers as `inkrail.kernel.chance`, without compiling it."""

from __future__ import annotations

from typing import Final

from inkrail.kernel import chance_of

_WORD: Final = (1 << 64) - 1


class KernelRng:
    """Numbers of the kernel's generator, from a seed."""

    def __init__(self, seed: int) -> None:
        self._word = int(chance_of(seed)[0])

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        word = self._word
        word ^= word << 13 & _WORD
        word ^= word >> 7
        word ^= word << 17 & _WORD
        self._word = word
        return (word >> 32) * limit >> 32
