"""The learned values shipped with the package, a file for each ruleset; `training/` fits them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import IO, Final

import numpy as np

from inkrail.kernel import Model
from inkrail.kernel.capabilities import game_of
from inkrail.rules.ruleset import Ruleset

FOLDER: Final = "value-models"
"""The folder of the models, beside this module."""
GUIDE: Final = "guide"
"""The name of an array of weights, a row for each round."""
ROWS: Final = "rows"
"""The names of the two parts of a judge: the rows of its sparse features, and a stack of layers for each round."""
STACKS: Final = "stacks"


@cache
def model_of(ruleset: Ruleset) -> Model:
    """The value model of a ruleset."""
    with files("inkrail.bots").joinpath(FOLDER, f"{game_of(ruleset)}.npz").open("rb") as stream:
        return read_model(stream)


def read_model(stream: IO[bytes]) -> Model:
    """The model in a file; without a judge, the guide alone gives the values."""
    with np.load(stream) as data:
        parts = [data[name].astype(np.float32) for name in (ROWS, STACKS) if name in data]
        guide = np.ascontiguousarray(data[GUIDE], dtype=np.float32)
    judge = np.concatenate([part.ravel() for part in parts]) if parts else np.empty(0, np.float32)
    return Model(guide, judge)
