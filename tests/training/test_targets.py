"""The comparison of targets: what a fit learns from them."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from training.targets import Groups, error_of, fitted, within

ROOT = Path(__file__).parents[2]


def test_a_fit_finds_the_weights_behind_the_differences_within_groups() -> None:
    rng = np.random.default_rng(1)
    columns = rng.normal(size=(50, 4, 3))
    weights = np.array([1.0, -2.0, 0.5])
    targets = columns @ weights + rng.normal(size=(50, 1)) * 100
    groups = Groups(within(columns), within(targets))
    found = fitted(groups, pull=1e-6)
    assert found == pytest.approx(weights, abs=1e-4)
    assert error_of(groups, found) < 1e-4 < error_of(groups, weights + 1)


def test_exact_targets_are_compared_with_single_rolls() -> None:
    command = [sys.executable, "-m", "training.targets", "--round", "6", "--groups", "2"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    first, *fits = answer.stdout.splitlines()
    assert first.startswith("168 rolls; a roll is off by ")
    assert [fit.split(" off by ")[0].strip() for fit in fits] == [
        "exact, 1 groups",
        "one roll, 1 groups",
        "one roll, 4 groups",
        "one roll, 16 groups",
        "one roll, 168 groups",
        "the shipped guide",
    ]
