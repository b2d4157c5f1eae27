"""Models on disk, and the hand-tuned one that the first games are played with."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from inkrail.bots.models import GUIDE_ROWS, split_model
from inkrail.kernel import Model
from inkrail.kernel.value import judge as judges
from inkrail.kernel.value import routes as features

ROUNDS = 7


def hand_tuned() -> Model:
    """Linear values with hand-tuned weights."""
    guide = np.zeros((GUIDE_ROWS, features.DENSE), np.float32)
    judge = np.zeros(judges.judge_size(ROUNDS), np.float32)
    for round_ in range(1, ROUNDS):
        weights = guide[round_]
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
        at = judges.STACKS + (round_ - 1) * judges.STACK + judges.LINEAR
        judge[at : at + features.DENSE] = weights
    return Model(guide, judge)


def load_model(path: Path) -> Model:
    """The model in a file."""
    with np.load(path) as data:
        return split_model(np.asarray(data["model"], np.float32))
