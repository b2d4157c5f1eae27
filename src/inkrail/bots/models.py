"""The learned values shipped with the package; `training/` fits them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from inkrail.kernel import Model
from inkrail.kernel.capabilities import game_of
from inkrail.kernel.value.routes import DENSE, Floats
from inkrail.rules.ruleset import Ruleset

JUDGED: Final = "value-model.npz"
"""One row: the guide of the base game, with `GUIDE_ROWS` rounds, and its judge."""
LINEAR: Final = "linear-values.npz"
"""The guides of the other rulesets by their names."""
GUIDE_ROWS: Final = 16


@cache
def model_of(ruleset: Ruleset) -> Model:
    """The value model of a ruleset."""
    if game_of(ruleset) == "base":
        return split_model(_array(JUDGED, "model"))
    return Model(_array(LINEAR, game_of(ruleset)), np.empty(0, np.float32))


def split_model(model: Floats) -> Model:
    """The guide and the judge of a model's row."""
    guide, judge = model[: GUIDE_ROWS * DENSE], model[GUIDE_ROWS * DENSE :]
    return Model(guide.reshape(GUIDE_ROWS, DENSE).copy(), judge.copy())


def _array(file: str, name: str) -> Floats:
    with files("inkrail.bots").joinpath(file).open("rb") as stream, np.load(stream) as data:
        return np.ascontiguousarray(data[name], dtype=np.float32)
