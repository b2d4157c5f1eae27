"""The words and numbers that sum up a round or a game: its class, skill and fortune."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erf, exp, sqrt
from typing import Final

FORCED: Final = "forced"
"""The class of a round with only one possible end."""
CLASSES: Final = (("best", 0.0), ("good", 0.5), ("inaccuracy", 1.0), ("mistake", 2.0), ("blunder", 4.0))
"""The classes, each with the least loss that it has."""
ALL_CLASSES: Final = (FORCED, *(name for name, _ in CLASSES))

LOOKED_AT_AGAIN: Final = 2.0
"""The least loss that is looked at again, further ahead."""
_MOST: Final = 99
_LOSS_SCALE: Final = 20


def class_of(loss: float) -> str:
    """The class of a loss."""
    return CLASSES[_rank(loss)][0]


def threshold(loss: float) -> float:
    """The least loss of a loss's class."""
    return CLASSES[_rank(loss)][1]


def milder_class(loss: float, difference: float) -> str:
    """The class of a loss after another look: one step milder if the difference found there is below its threshold."""
    rank = _rank(loss)
    return CLASSES[rank - 1 if rank and difference < CLASSES[rank][1] else rank][0]


def skill(losses: Iterable[float]) -> float:
    """The skill of a game, from 0 to 99, by what was lost in all rounds."""
    return _MOST * exp(-sum(losses) / _LOSS_SCALE)


def fortune(luck: Sequence[float], variances: Sequence[float]) -> float:
    """The fortune of a game, from 0 to 99: how often the dice bring less luck."""
    variance = sum(variances)
    if not variance:
        return _MOST / 2
    return _MOST * (1 + erf(sum(luck) / sqrt(2 * variance))) / 2


def _rank(loss: float) -> int:
    return max(rank for rank, (_, least) in enumerate(CLASSES) if loss >= least)
