"""How hard a bot thinks: counts, so that a seeded game is the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think, in counts.

    `width` boards are kept at each step of the beam, `special_width` of them tried with special routes, and `kept`
    ends judged. Each of `stages` is how many candidates see how many rolls; the beam behind those has `ahead` boards.
    """

    width: int
    special_width: int
    kept: int
    stages: tuple[tuple[int, int], ...] = ()
    ahead: int = 10
    ahead_special: int = 3
    ahead_kept: int = 10
