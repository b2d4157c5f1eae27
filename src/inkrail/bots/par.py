"""The par of each ruleset, its value before the first round, as `tools/par.py` computed it for the shipped models."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TypedDict

from inkrail.kernel import Model
from inkrail.kernel.capabilities import game_of
from inkrail.rules.ruleset import Ruleset

FILE = "par.json"


class Entry(TypedDict):
    """A par, and the digest of the model that it was computed with."""

    par: float
    model: str


def shipped_par(ruleset: Ruleset, model: Model) -> float | None:
    """The par of a ruleset; None if it was computed for another model."""
    entry = shipped_table().get(game_of(ruleset))
    return entry["par"] if entry and entry["model"] == model_digest(model) else None


def model_digest(model: Model) -> str:
    """A hash that tells a model from others."""
    return sha256(model.guide.tobytes() + b"/" + model.judge.tobytes()).hexdigest()[:16]


@cache
def shipped_table() -> dict[str, Entry]:
    """The pars by game; neither a variant nor a reading of the longest route changes them."""
    table: dict[str, Entry] = json.loads(files("inkrail.bots").joinpath(FILE).read_text())
    return table
