"""The Gymnasium spaces of a ruleset, and the settings that all environments share."""

from __future__ import annotations

from math import isfinite
from operator import index
from typing import Any, Final, SupportsFloat

import numpy as np
from gymnasium import spaces

from inkrail.core.cells import SIZE
from inkrail.envs.actions import action_space
from inkrail.envs.observations import observation_space
from inkrail.game.table import open_table
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

DELTA: Final = "delta"
FINAL: Final = "final"
REWARDS: Final = (DELTA, FINAL)
PENALTY: Final = 100.0
"""What an illegal action costs unless another penalty is set."""


def gym_actions(ruleset: Ruleset) -> Any:
    """The actions of a ruleset as a space."""
    return spaces.Discrete(action_space(ruleset).size)


def gym_observations(ruleset: Ruleset) -> Any:
    """The observations of a ruleset as a space."""
    space = observation_space(ruleset)
    most = np.array([column.most for column in space.columns], np.int8)
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 1, (len(space.planes), SIZE, SIZE), np.int8),
            "vector": spaces.Box(np.zeros_like(most), most, dtype=np.int8),
        }
    )


def check_choice(name: str, value: str | None, allowed: tuple[str | None, ...]) -> None:
    """Refuse a setting that is none of the allowed ones."""
    if value not in allowed:
        raise ValueError(f"{name} is one of {', '.join(map(repr, allowed))}, not {value!r}")


def check_penalty(penalty: object) -> None:
    """Refuse a penalty that would reward illegal actions, or that is no number."""
    if not isinstance(penalty, SupportsFloat) or not isfinite(penalty) or float(penalty) < 0:
        raise ValueError(f"illegal_penalty is a number of at least 0, not {penalty!r}")


def whole_seed(seed: object) -> int:
    """The seed as a number; one that is no whole number of at least 0 is refused."""
    try:
        number = index(seed)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if number < 0:
        raise ValueError(f"a seed is a whole number of at least 0, not {seed!r}")
    return number


def solo_ruleset(rules: str) -> Ruleset:
    """The ruleset of an environment of one seat; one that needs more seats is refused."""
    ruleset = parse_ruleset(rules)
    open_table(ruleset, seats=1)
    return ruleset
