"""Training of the linear values: the same games for the same seed, and a fit that finds the true weights."""

from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest
from training import linear

from inkrail.kernel.value import routes as features

ALONE = "underground-standalone"


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Namespace:
    """Two shards of two games."""
    monkeypatch.setattr(linear, "SHARD", 2)
    return Namespace(
        rules=ALONE,
        out=tmp_path / "games",
        data=[tmp_path / "games"],
        values=None,
        games=4,
        seed=1,
        explore=0.3,
        strength=50.0,
    )


def shards(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_run_that_was_interrupted_goes_on_with_the_same_games(job: Namespace) -> None:
    linear.play(job)
    whole = shards(job.out)
    first, second = sorted(whole)
    (job.out / second).unlink()
    (job.out / first).write_bytes(b"played already")
    linear.play(job)
    assert shards(job.out) == {first: b"played already", second: whole[second]}


def test_a_fit_writes_a_row_for_each_round(job: Namespace, tmp_path: Path) -> None:
    linear.play(job)
    job.out = tmp_path / "values.npz"
    linear.fit(job)
    with np.load(job.out) as data:
        values = data[ALONE]
    assert values.shape == linear.initial_values(linear.kernel_of(ALONE)).shape
    assert np.isfinite(values).all()
    assert not values[0].any()


def test_a_ridge_finds_the_weights_that_made_the_targets() -> None:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 9, size=(4000, features.DENSE)).astype(float)
    rows[:, features.ONE] = 1
    rows[:, features.LOST] = 3
    made = rng.normal(size=features.DENSE)
    before = np.zeros(features.DENSE, np.float32)
    found = linear.ridge(rows, rows @ made, before, strength=0.01)
    used = [column for column in range(features.DENSE) if column not in (features.ONE, features.LOST)]
    assert np.allclose(found[used], made[used], atol=1e-2)
    assert found[features.LOST] == 0
    assert np.allclose(rows @ found, rows @ made, atol=0.1)
