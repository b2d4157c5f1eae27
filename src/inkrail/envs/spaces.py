"""The Gymnasium spaces of a ruleset, and the settings that all environments share."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from inkrail.core.cells import SIZE
from inkrail.envs.actions import action_space
from inkrail.envs.observations import observation_space
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
