"""Self-play games of a value model, stored as features: the data for fitting the next model.

Each round is searched by a beam. A few of the ends it finds, the best and some others, form a group. All boards of a
group are searched on with the same rolls of the next round, and the ends found there are stored too: the fit takes the
targets from them. The game continues from the best end or, now and then, from another one of the group. Games are written
in shards; a shard that exists is not played again, so that an interrupted run can be resumed.
"""

from __future__ import annotations

import argparse
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.bots.rolls import sample_rolls
from inkrail.core.dice import SeededRng
from inkrail.kernel import Ends, Kernel, Model, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.value.judge import MOST_SPARSE, features_of
from inkrail.kernel.value.routes import DENSE
from inkrail.rules.registry import parse_ruleset
from training.model import hand_tuned, load_model

KEPT: Final = 24
"""The number of ends kept from a round that is played."""
RANKS: Final = ((0, 1), (1, 4), (4, 12), (12, 24))
"""The ranks among the ends kept, from and to, that one board of a group each is taken from."""
GROUP: Final = len(RANKS)
ROLLS: Final = (1, 1, 1, 2, 2, 12)
"""The number of rolls of the next round for the boards of each round."""
NEXT: Final = 8
"""The number of ends stored for each of these rolls."""
LAST: Final = 6
"""The last round whose ends have a value that must be learned."""
SHARD: Final = 100
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

    def ends(self, state: Words, dice: Words, *, round_: int, kept: int, narrow: int = 1) -> Ends:
        """The best ends of a round, best first, by a search `narrow` times narrower than usual.

        The best one is repeated in place of those that are missing.
        """
        ends = self.kernel.beam_round(
            state,
            dice,
            model=self.model,
            round_=round_,
            width=self.width // narrow,
            special_width=self.special_width // narrow,
            kept=kept,
            specials=True,
        )
        rows = np.arange(kept) * (np.arange(kept) < len(ends.states))
        return Ends(ends.states[rows], ends.moves[rows], ends.values[rows])

    def roll(self, rng: np.random.Generator) -> Words:
        """A roll of the four dice."""
        dice, faces = self.faces.shape
        roll: Words = self.faces[np.arange(dice), rng.integers(faces, size=dice)]
        return roll

    def rolls(self, number: int, rng: np.random.Generator, *, round_: int) -> Words:
        """Some rolls of a round, spread evenly over all there are."""
        chance = SeededRng("rolls", str(rng.integers(1 << 62)))
        return sample_rolls(self.kernel, number, round_=round_, rng=chance)


def final_score(player: Player, rng: np.random.Generator, *, kept: int) -> int:
    """The score of a game in which the best of so many ends is always played."""
    state = player.kernel.blank()
    for round_ in range(1, LAST + 2):
        ends = player.ends(state, player.roll(rng), round_=round_, kept=kept)
        state = ends.states[0]
    return int(ends.values[0])


class Game:
    """The boards of one game: a group for each round, and what the next round makes of each of its boards."""

    def __init__(self, width: int) -> None:
        self.groups = np.zeros((LAST, GROUP, width), np.int64)
        self.next = [np.zeros((GROUP, rolls, NEXT, width), np.int64) for rolls in ROLLS[: LAST - 1]]
        self.values = np.zeros((LAST, GROUP), np.float32)


def play(player: Player, rng: np.random.Generator, *, explore: float) -> Game:
    """One game with its groups; `explore` is how often another end than the best is played."""
    game = Game(player.kernel.width)
    state = player.kernel.blank()
    for round_ in range(1, LAST + 1):
        ends = player.ends(state, player.roll(rng), round_=round_, kept=KEPT)
        group = game.groups[round_ - 1]
        group[:] = ends.states[[rng.integers(low, high) for low, high in RANKS]]
        rolls = player.rolls(ROLLS[round_ - 1], rng, round_=round_ + 1)
        found = [
            [player.ends(board, roll, round_=round_ + 1, kept=NEXT, narrow=2) for roll in rolls]
            for board in group
        ]
        game.values[round_ - 1] = np.mean([[ends.values[0] for ends in row] for row in found], axis=1)
        if round_ < LAST:
            game.next[round_ - 1][:] = [[ends.states for ends in row] for row in found]
        state = group[rng.integers(GROUP) if rng.random() < explore else 0]
    return game


def features(kernel: Kernel, states: Words) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """The dense and sparse features of states, in the order of the states."""
    rows = np.ascontiguousarray(states.reshape(-1, kernel.width))
    dense = np.zeros((len(rows), DENSE), np.float32)
    sparse = np.zeros((len(rows), MOST_SPARSE), np.int64)
    kernel.compiled(features_of)(rows, kernel.tables, dense, sparse)
    shape = (*states.shape[:-1], -1)
    return dense.astype(np.uint8).reshape(shape), sparse.astype(np.int16).reshape(shape)


def play_shard(player: Player, *, seed: int, shard: int, explore: float) -> Shard:
    """The data of one shard, the same in every process."""
    rng = np.random.default_rng([seed, shard])
    games = [play(player, rng, explore=explore) for _ in range(SHARD)]
    data: Shard = {"values": np.array([game.values for game in games])}
    data["dense"], data["sparse"] = features(player.kernel, np.array([game.groups for game in games]))
    for at in range(LAST - 1):
        following = np.array([game.next[at] for game in games])
        data[f"dense{at}"], data[f"sparse{at}"] = features(player.kernel, following)
    return data


_PLAYER: list[Player] = []


def _work(job: tuple[int, int, float, Path]) -> float:
    seed, shard, explore, path = job
    data = play_shard(_PLAYER[0], seed=seed, shard=shard, explore=explore)
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, **data)  # type: ignore[arg-type]
    partial.rename(path)
    return float(data["values"][:, -1, 0].mean())


def main() -> None:
    """Play the shards that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="a model; by default the hand-tuned one")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=24)
    parser.add_argument("--special-width", type=int, default=6)
    parser.add_argument("--explore", type=float, default=0.3)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after this time")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    kernel = kernel_for(parse_ruleset("base"))
    model = load_model(chosen.model) if chosen.model else hand_tuned()
    player = Player(kernel, model, width=chosen.width, special_width=chosen.special_width)
    features(kernel, play(player, np.random.default_rng(0), explore=0.0).groups)
    _PLAYER.append(player)
    paths = [(shard, chosen.out / f"shard-{chosen.seed}-{shard:05}.npz") for shard in range(chosen.shards)]
    jobs = [(chosen.seed, shard, chosen.explore, path) for shard, path in paths if not path.exists()]
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
