"""How hard a bot thinks, in counts and not in time, so that a seeded game is the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Breadth:
    """How wide the search of a round is.

    Each step keeps `width` boards and tries special routes on `special` of them; the search returns `kept` ends.
    """

    width: int
    special: int
    kept: int


@dataclass(frozen=True, slots=True)
class Stage:
    """How many candidates to compare, over how many rolls, and how many rounds ahead."""

    candidates: int
    rolls: int
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think about this round, about the last one, and, stage by stage, about those ahead."""

    breadth: Breadth
    last: Breadth
    stages: tuple[Stage, ...] = ()
    ahead: Breadth = Breadth(width=10, special=3, kept=10)
    careless: bool = False
    """Play a random one of the ends found instead of the best."""
