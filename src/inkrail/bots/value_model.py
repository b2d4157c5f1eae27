"""The value model that comes with the package; `training/` makes it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from inkrail.kernel.features import Floats

FILE: Final = "value-model.npz"


@cache
def value_model() -> Floats:
    """The model of the base game as one row of numbers."""
    with files("inkrail.bots").joinpath(FILE).open("rb") as stream, np.load(stream) as data:
        return np.ascontiguousarray(data["model"], dtype=np.float32)
