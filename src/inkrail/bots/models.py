"""The learned values shipped with the package; `training/` fits them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from inkrail.kernel.book import game_of
from inkrail.kernel.features import Floats
from inkrail.rules.ruleset import Ruleset

JUDGE: Final = "value-model.npz"
LINEAR: Final = "linear-values.npz"


@cache
def value_model() -> Floats:
    """The value model of the base game, as one array."""
    return _array(JUDGE, "model")


@cache
def linear_values(ruleset: Ruleset) -> Floats:
    """The weights of a ruleset's columns, one row per round."""
    return _array(LINEAR, game_of(ruleset))


def _array(file: str, name: str) -> Floats:
    with files("inkrail.bots").joinpath(file).open("rb") as stream, np.load(stream) as data:
        return np.ascontiguousarray(data[name], dtype=np.float32)
