"""Models on disk, and the hand-tuned one that the first games are played with."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from inkrail.kernel import evaluation as model_
from inkrail.kernel import features
from inkrail.kernel.features import Floats

ROUNDS = 7


def hand_tuned() -> Floats:
    """A linear model with hand-tuned weights."""
    model = np.zeros(model_.model_size(ROUNDS), np.float32)
    for round_ in range(1, ROUNDS):
        weights = model[model_.GUIDE + round_ * features.DENSE :][: features.DENSE]
        ahead = 1 - 0.1 * (round_ - 1)
        weights[features.REACHED] = 4
        weights[features.NETWORKS] = -4
        weights[features.LONGEST : features.LONGEST + 2] = 0.6
        weights[features.HOPED : features.HOPED + 2] = 0.4
        weights[features.MIDDLE] = 1
        weights[features.DEAD : features.DEAD + 2] = -1
        weights[features.OPEN : features.OPEN + 2] = -0.55 + 0.05 * (7 - round_)
        weights[features.JOINTS : features.JOINTS + 6] = np.array([2.8, 2, 1.4, 1, 0.6, 0.4]) * ahead
        weights[features.SPECIALS_LEFT] = 2 * (7 - round_) / 6
        at = model_.STACKS + (round_ - 1) * model_.STACK + model_.LINEAR
        model[at : at + features.DENSE] = weights
    return model


def load_model(path: Path) -> Floats:
    """The model in a file."""
    with np.load(path) as data:
        return np.asarray(data["model"], np.float32)
