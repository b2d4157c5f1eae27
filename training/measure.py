"""Measures how well models play with a beam and no look-ahead, on the same seeded dice."""

from __future__ import annotations

import argparse
import time
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inkrail.bots.models import model_of
from inkrail.kernel import kernel_for
from inkrail.rules.registry import parse_ruleset
from training.model import load_model
from training.selfplay import Player, final_score

_PLAYER: list[Player] = []


def _game(job: tuple[int, int]) -> tuple[int, float]:
    seed, kept = job
    began = time.process_time()
    return final_score(_PLAYER[0], np.random.default_rng(seed), kept=kept), time.process_time() - began


def mean_of(numbers: NDArray[np.float64]) -> str:
    """A mean and its standard error."""
    return f"{numbers.mean():.2f} ± {numbers.std() / len(numbers) ** 0.5:.2f}"


def main() -> None:
    """Print each model's mean score, its lead over the first model and the time per round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="base")
    parser.add_argument(
        "--model", type=Path, nargs="*", default=[], help="by default the one that is shipped"
    )
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--width", type=int, default=60)
    parser.add_argument("--special-width", type=int, default=16)
    parser.add_argument("--kept", type=int, default=32)
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    kernel = kernel_for(parse_ruleset(chosen.rules))
    first: NDArray[np.float64] | None = None
    for path in chosen.model or [None]:
        model = load_model(path) if path else model_of(kernel.ruleset)
        _PLAYER[:] = [Player(kernel, model, width=chosen.width, special_width=chosen.special_width)]
        _game((0, chosen.kept))
        with get_context("fork").Pool(chosen.processes) as pool:
            jobs = [(seed, chosen.kept) for seed in range(1000, 1000 + chosen.games)]
            played = pool.map(_game, jobs, chunksize=4)
        scores = np.array([score for score, _ in played], np.float64)
        first = scores if first is None else first
        spent = sum(seconds for _, seconds in played) / chosen.games / kernel.ruleset.rounds
        print(
            f"{path}: mean {mean_of(scores)}, lead {mean_of(scores - first)},"
            f" width {chosen.width} {chosen.special_width} {chosen.kept}, {spent * 1000:.1f} ms per round",
            flush=True,
        )


if __name__ == "__main__":
    main()
