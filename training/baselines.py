"""Bots on the frozen test seeds: what a trained agent is compared with.

`python -m training.baselines greedy steady` prints a line for each bot. The dice are those of `reset(seed=n)` in the environments.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np

import inkrail

TEST_SEEDS = range(1_000_000, 1_000_200)
"""The dice that nothing is trained on."""


@dataclass(frozen=True)
class Played:
    """The scores of somebody on the first of the test seeds."""

    name: str
    scores: tuple[float, ...]
    seconds: float
    """CPU seconds in all."""


def mean_of(played: Played) -> str:
    """A row of the table: the mean with its standard error."""
    scores = np.array(played.scores)
    error = scores.std(ddof=1) / len(scores) ** 0.5
    each = played.seconds / len(scores)
    return f"| `{played.name}` | {len(scores)} | {scores.mean():.1f} ± {error:.1f} | {each:.3f} |"


def _play(job: tuple[str, str, int]) -> tuple[float, float]:
    bot, rules, seed = job
    began = time.process_time()
    score = inkrail.play(bot, rules=rules, seed=str(seed)).sheets[0].total
    return score, time.process_time() - began


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("bots", nargs="+", help="names of bots, e.g. `greedy steady`")
    parser.add_argument("--rules", default="base")
    parser.add_argument("--games", type=int, default=len(TEST_SEEDS), help="so many of the test seeds")
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    print("| | games | mean | CPU s a game |\n|---|---|---|---|", flush=True)
    with get_context("spawn").Pool(chosen.processes) as pool:
        for bot in chosen.bots:
            jobs = [(bot, chosen.rules, seed) for seed in TEST_SEEDS[: chosen.games]]
            played = pool.map(_play, jobs, chunksize=1)
            scores, seconds = zip(*played, strict=True)
            print(mean_of(Played(bot, scores, sum(seconds))), flush=True)


if __name__ == "__main__":
    main()
