"""Self-play games of a value model, stored as features: the data for fitting the next model.

Each round is searched by a beam. The best few ends are kept, and the game continues from the best one or, now and
then, from another, so that the model also learns about moves it would not make. Games are written in shards; a shard
that exists is not played again, so that an interrupted run can be resumed.
"""

from __future__ import annotations

import argparse
import sys
import time
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inkrail.kernel import Ends, Kernel, Model, kernel_for
from inkrail.kernel.value.judge import MOST_SPARSE, features_of
from inkrail.kernel.value.routes import DENSE
from inkrail.rules.registry import parse_ruleset
from training.model import hand_tuned, load_model

KEPT = 12
"""The number of ends kept from each round."""
SHARD = 200
"""The number of games in a shard."""

Shard = dict[str, NDArray[np.generic]]


class Player:
    """Plays rounds with a model."""

    def __init__(self, kernel: Kernel, model: Model, *, width: int, special_width: int) -> None:
        self.kernel = kernel
        self.model = model
        self.width = width
        self.special_width = special_width
        self.faces = kernel.faces()

    def ends(self, state: NDArray[np.int64], dice: NDArray[np.int64], *, round_: int) -> Ends:
        """The best ends of a round, best first; the best again in place of those that are missing."""
        ends = self.kernel.beam_round(
            state,
            dice,
            model=self.model,
            round_=round_,
            width=self.width,
            special_width=self.special_width,
            kept=KEPT,
            specials=True,
        )
        rows = np.arange(KEPT) * (np.arange(KEPT) < len(ends.states))
        return Ends(ends.states[rows], ends.moves[rows], ends.values[rows])

    def roll(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """A roll of the four dice."""
        dice, faces = self.faces.shape
        return self.faces[np.arange(dice), rng.integers(faces, size=dice)].copy()

    def play(
        self, rng: np.random.Generator, *, explore: float, margin: float
    ) -> tuple[NDArray[np.int64], list[int], int]:
        """One game: the ends kept in each round but the last, which of them was played, and the final score."""
        state = self.kernel.blank()
        kept = np.zeros((6, KEPT, self.kernel.width), np.int64)
        chosen = []
        for round_ in range(1, 7):
            ends = self.ends(state, self.roll(rng), round_=round_)
            kept[round_ - 1] = ends.states
            near = int((ends.values >= ends.values[0] - margin).sum())
            pick = int(rng.integers(near)) if rng.random() < explore else 0
            chosen.append(pick)
            state = kept[round_ - 1, pick]
        last = self.ends(state, self.roll(rng), round_=7)
        return kept, chosen, int(last.values[0])


def play_shard(player: Player, *, seed: int, shard: int, explore: float, margin: float) -> Shard:
    """The data of one shard, the same in every process."""
    rng = np.random.default_rng([seed, shard])
    kept = np.zeros((SHARD, 6, KEPT, player.kernel.width), np.int64)
    chosen = np.zeros((SHARD, 6), np.int8)
    final = np.zeros(SHARD, np.int16)
    for game in range(SHARD):
        kept[game], chosen[game], final[game] = player.play(rng, explore=explore, margin=margin)
    states = kept.reshape(-1, player.kernel.width)
    dense = np.zeros((len(states), DENSE), np.float32)
    sparse = np.zeros((len(states), MOST_SPARSE), np.int64)
    player.kernel.compiled(features_of)(states, player.kernel.tables, dense, sparse)
    shape = (SHARD, 6, KEPT, -1)
    return {
        "dense": dense.astype(np.uint8).reshape(shape),
        "sparse": sparse.astype(np.int16).reshape(shape),
        "chosen": chosen,
        "final": final,
    }


_PLAYER: list[Player] = []


def _work(job: tuple[int, int, float, float, Path]) -> float:
    seed, shard, explore, margin, path = job
    data = play_shard(_PLAYER[0], seed=seed, shard=shard, explore=explore, margin=margin)
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, **data)  # type: ignore[arg-type]
    partial.rename(path)
    return float(data["final"].mean())


def main() -> None:
    """Play the shards that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="a model; by default the hand-tuned one")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=20)
    parser.add_argument("--special-width", type=int, default=6)
    parser.add_argument("--explore", type=float, default=0.3)
    parser.add_argument("--margin", type=float, default=1e9)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after this time")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    kernel = kernel_for(parse_ruleset("base"))
    model = load_model(chosen.model) if chosen.model else hand_tuned()
    player = Player(kernel, model, width=chosen.width, special_width=chosen.special_width)
    player.play(np.random.default_rng(0), explore=0.0, margin=0.0)
    kernel.compiled(features_of)(
        kernel.blank()[None],
        kernel.tables,
        np.zeros((1, DENSE), np.float32),
        np.zeros((1, MOST_SPARSE), np.int64),
    )
    _PLAYER.append(player)
    paths = [(shard, chosen.out / f"shard-{chosen.seed}-{shard:05}.npz") for shard in range(chosen.shards)]
    jobs = [
        (chosen.seed, shard, chosen.explore, chosen.margin, path)
        for shard, path in paths
        if not path.exists()
    ]
    began = time.monotonic()
    with get_context("fork").Pool(chosen.processes) as pool:
        for number, mean in enumerate(pool.imap_unordered(_work, jobs), start=1):
            if number % 20 == 0 or number == len(jobs):
                print(
                    f"{number} of {len(jobs)} shards, mean {mean:.2f}, {time.monotonic() - began:.0f}s",
                    file=sys.stderr,
                    flush=True,
                )
            if time.monotonic() - began > chosen.seconds:
                pool.terminate()
                break


if __name__ == "__main__":
    main()
