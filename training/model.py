"""Models on disk, and the hand-tuned ones that the first games are played with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from inkrail.bots.models import GUIDE, ROWS, STACKS, model_of, read_model
from inkrail.kernel import Kernel, Model
from inkrail.kernel.value import expansions as potential
from inkrail.kernel.value import routes as features
from inkrail.kernel.value import underground as below
from inkrail.kernel.value.judge import UNITS, stack_size
from inkrail.kernel.value.routes import Floats
from inkrail.rules.registry import parse_ruleset

BASE_ROUNDS: Final = 7
NEAR: Final = np.array([2.8, 2, 1.4, 1, 0.6, 0.4])
"""The value of a connection that needs one tile, two, ... six."""


def load_model(path: Path) -> Model:
    """The model in a file."""
    with path.open("rb") as stream:
        return read_model(stream)


def save_model(path: Path, model: Model, kernel: Kernel) -> None:
    """Write a model; the rows of a judge are stored as half-precision numbers."""
    parts = {GUIDE: model.guide}
    if len(model.judge):
        rows = kernel.capabilities["SPARSE_ROWS"]
        parts[ROWS] = model.judge[: rows * UNITS].reshape(rows, UNITS).astype(np.float16)
        size = stack_size(kernel.capabilities["GUIDE_COLUMNS"])
        parts[STACKS] = model.judge[rows * UNITS :].reshape(-1, size)
    np.savez_compressed(path, **parts)  # type: ignore[arg-type]


def hand_tuned(kernel: Kernel) -> Model:
    """A guide with hand-tuned weights; outside the base game it takes the weights of routes from the base game's."""
    rounds = kernel.ruleset.rounds
    guide = np.zeros((rounds, kernel.capabilities["GUIDE_COLUMNS"]), np.float32)
    is_base = kernel.capabilities.name == "base"
    for round_ in range(1, rounds):
        left = (rounds - round_) / rounds
        if kernel.capabilities["SURFACE"]:
            guide[round_, : features.DENSE] = _tuned_routes(round_) if is_base else _base_guide(left)
        if kernel.capabilities["SUBWAYS"]:
            guide[round_, -below.BELOW :] = _tuned_underground(left)
        elif not is_base:
            guide[round_, features.DENSE :] = _tuned_expansion(kernel)
    return Model(guide, np.empty(0, np.float32))


def _tuned_routes(round_: int) -> Floats:
    weights = np.zeros(features.DENSE, np.float32)
    weights[features.REACHED] = 4
    weights[features.NETWORKS] = -4
    weights[features.LONGEST : features.LONGEST + 2] = 0.6
    weights[features.HOPED : features.HOPED + 2] = 0.4
    weights[features.MIDDLE] = 1
    weights[features.DEAD : features.DEAD + 2] = -1
    weights[features.OPEN : features.OPEN + 2] = -0.55 + 0.05 * (BASE_ROUNDS - round_)
    weights[features.JOINTS : features.JOINTS + 6] = NEAR * (1 - 0.1 * (round_ - 1))
    weights[features.SPECIALS_LEFT] = 2 * (BASE_ROUNDS - round_) / 6
    return weights


def _base_guide(left: float) -> Floats:
    """The weights of the base game's guide with this fraction of the game left."""
    round_ = min(BASE_ROUNDS - 1, max(1, BASE_ROUNDS - round(left * BASE_ROUNDS)))
    weights: Floats = model_of(parse_ruleset("base")).guide[round_]
    return weights


def _tuned_expansion(kernel: Kernel) -> Floats:
    weights = np.zeros(potential.POTENTIAL, np.float32)
    weights[potential.POINTS] = 1
    if kernel.capabilities["RIVERS"] or kernel.capabilities["LAVA"]:
        weights[potential.ENDS], weights[potential.DEAD_ENDS] = -0.4, -1
    if kernel.capabilities["LAKES"]:
        weights[potential.BY_WATER] = 1
    if kernel.capabilities["METEORS"]:
        weights[potential.FORGIVEN] = 1
    return weights


def _tuned_underground(left: float) -> Floats:
    weights = np.zeros(below.BELOW, np.float32)
    for kind in (below.FIRST, below.PIPES):
        weights[kind + features.REACHED] = 4
        weights[kind + features.NETWORKS] = -4
        weights[kind + features.JOINTS : kind + features.JOINTS + 6] = NEAR * (0.4 + 0.6 * left)
    for slot, points in ((0, 1), (1, 2)):
        weights[features.LONGEST + slot] = 0.6 * points
        weights[features.HOPED + slot] = 0.4 * points
        weights[features.DEAD + slot] = -1
        weights[features.OPEN + slot] = -0.5
    weights[features.MIDDLE] = 1
    weights[features.SPECIALS_LEFT] = 2 * left
    weights[below.BROKEN_PIPES] = -2
    weights[below.PLACES] = 2.5 * left
    weights[below.UNDER_STATIONS] = left
    weights[below.UNDER_FREE] = left
    return weights
