"""Measures how well a model plays with a beam and no look-ahead, on seeded dice."""

from __future__ import annotations

import argparse
import time
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from inkrail.kernel import kernel_for
from inkrail.rules.registry import parse_ruleset
from training.model import hand_tuned, load_model
from training.selfplay import Player

_PLAYER: list[Player] = []


def _game(seed: int) -> tuple[int, float]:
    began = time.process_time()
    return _PLAYER[0].play(np.random.default_rng(seed), explore=0.0, margin=0.0)[
        2
    ], time.process_time() - began


def main() -> None:
    """Print the mean score, its standard error and the time per round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, nargs="*", default=[])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--width", type=int, default=50)
    parser.add_argument("--special-width", type=int, default=12)
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    kernel = kernel_for(parse_ruleset("base"))
    for path in chosen.model or [None]:
        model = load_model(path) if path else hand_tuned()
        _PLAYER[:] = [Player(kernel, model, width=chosen.width, special_width=chosen.special_width)]
        _game(0)
        with get_context("fork").Pool(chosen.processes) as pool:
            played = pool.map(_game, range(1000, 1000 + chosen.games), chunksize=4)
        scores = np.array([score for score, _ in played])
        spent = sum(seconds for _, seconds in played) / chosen.games / 7
        print(
            f"{path}: mean {scores.mean():.2f} +- {scores.std() / len(scores) ** 0.5:.2f},"
            f" width {chosen.width} {chosen.special_width}, {spent * 1000:.1f} ms per round",
            flush=True,
        )


if __name__ == "__main__":
    main()
