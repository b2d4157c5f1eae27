"""How hard a bot thinks: counts, so that a seeded game is the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Breadth:
    """How broad a search over a round is.

    `width` boards are kept at each step, `special` of them tried with special routes, and `kept` ends are found.
    """

    width: int
    special: int
    kept: int


@dataclass(frozen=True, slots=True)
class Stage:
    """How many candidates are compared, over how many rolls, and how many rounds ahead."""

    candidates: int
    rolls: int
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think: about this round, about the last one, and about those to come, stage by stage."""

    breadth: Breadth
    last: Breadth
    stages: tuple[Stage, ...] = ()
    ahead: Breadth = Breadth(width=10, special=3, kept=10)
    careless: bool = False
    """Any of the ends that were found is taken, not the best one."""
