"""Self-play games of a value model, stored as features: the data for fitting the next model.

Each round is searched by a beam. A few of the ends it finds, the best and some others, form a group. All boards of a
group are searched on with the same rolls of the next round, and the ends found there are stored too: the fit takes the
targets from them. The game continues from the best end or, now and then, from another one of the group. Games are written
in shards; a shard that exists is not played again, so that an interrupted run can be resumed. They are played in
processes of this machine, or on the workers of a Dask cluster.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from inkrail.arena.processes import run_jobs
from inkrail.bots.models import model_of
from inkrail.bots.rolls import sample_rolls
from inkrail.core.board import Round
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.kernel import Ends, Kernel, Model, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.meteor import DISTANCES
from inkrail.kernel.board.tables import VOLCANO
from inkrail.kernel.search.rolls import ANY_DIRECTION, DIRECTIONS
from inkrail.kernel.value.cells import sparse_count
from inkrail.kernel.value.judge import features_of
from inkrail.rules.registry import parse_ruleset
from training.model import hand_tuned, load_model

KEPT: Final = 24
"""The number of ends kept from a round that is played."""
RANKS: Final = ((0, 1), (1, 4), (4, 12), (12, 24))
"""The ranks among the ends kept, from and to, that one board of a group each is taken from."""
GROUP: Final = len(RANKS)
LATE_ROLLS: Final = (2, 2, 12)
"""The number of rolls of the next round for the boards of the last rounds but one; those before have one."""
NEXT: Final = 8
"""The number of ends stored for each of these rolls."""
SHARD: Final = 25
"""The number of games in a shard."""

Shard = dict[str, NDArray[np.generic]]
Meteor = tuple[int, int]
"""A direction, which may be `ANY_DIRECTION`, and a distance."""


def rolls_after(round_: int, rounds: int) -> int:
    """The number of rolls of the next round for the boards of a round."""
    from_end = rounds - round_
    return LATE_ROLLS[-from_end] if from_end <= len(LATE_ROLLS) else 1


class Player:
    """Plays rounds with a model."""

    def __init__(self, kernel: Kernel, model: Model, *, width: int, special_width: int) -> None:
        self.kernel = kernel
        self.model = model
        self.width = width
        self.special_width = special_width

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

    def roll(self, rng: np.random.Generator, *, round_: int) -> Words:
        """A roll of a round's dice; in Lava with the volcano that may be drawn (F5)."""
        faces = self.kernel.faces(self.kernel.ruleset.board_of(Round(round_)))
        roll: Words = faces[np.arange(len(faces)), rng.integers(faces.shape[1], size=len(faces))]
        return np.append(roll, self.kernel.tables[VOLCANO]) if self.kernel.capabilities["LAVA"] else roll

    def meteor(self, rng: np.random.Generator) -> Meteor:
        """A roll of the meteor's dice."""
        return int(rng.choice(DIRECTIONS)), int(rng.choice(DISTANCES))

    def struck(self, state: Words, meteor: Meteor, *, round_: int) -> Words:
        """A state after a meteor, where there are any; a free direction is the one that the guide values most."""
        if not self.kernel.capabilities["METEORS"]:
            return state
        directions = np.arange(4) if meteor[0] == ANY_DIRECTION else np.array(meteor[:1])
        states = np.repeat(state[None], len(directions), axis=0)
        distances = np.full(len(directions), meteor[1])
        states = self.kernel.strike(states, directions=directions, distances=distances)
        best: Words = states[np.argmax(self.kernel.columns(states) @ self.model.guide[round_ - 1])]
        return best

    def rolls(self, number: int, rng: np.random.Generator, *, round_: int) -> Words:
        """Some rolls of a round, spread evenly over all there are."""
        chance = SeededRng("rolls", str(rng.integers(1 << 62)))
        return sample_rolls(self.kernel, number, round_=round_, rng=chance)


def final_score(player: Player, rng: np.random.Generator, *, kept: int) -> int:
    """The score of a game in which the best of so many ends is always played."""
    state = player.kernel.start()
    for round_ in range(1, player.kernel.ruleset.rounds + 1):
        state = player.struck(state, player.meteor(rng), round_=round_)
        ends = player.ends(state, player.roll(rng, round_=round_), round_=round_, kept=kept)
        state = ends.states[0]
    return int(ends.values[0])


class Game:
    """The boards of one game: a group for each round, and what the next round makes of each of its boards."""

    def __init__(self, kernel: Kernel) -> None:
        rounds = kernel.ruleset.rounds
        self.groups = np.zeros((rounds - 1, GROUP, kernel.width), np.int64)
        self.next = [
            np.zeros((GROUP, rolls_after(round_, rounds), NEXT, kernel.width), np.int64)
            for round_ in range(1, rounds - 1)
        ]
        self.values = np.zeros((rounds - 1, GROUP), np.float32)


def play(player: Player, rng: np.random.Generator, *, explore: float) -> Game:
    """One game with its groups; `explore` is how often another end than the best is played."""
    game = Game(player.kernel)
    rounds = player.kernel.ruleset.rounds
    state = player.kernel.start()
    for round_ in range(1, rounds):
        state = player.struck(state, player.meteor(rng), round_=round_)
        ends = player.ends(state, player.roll(rng, round_=round_), round_=round_, kept=KEPT)
        group = game.groups[round_ - 1]
        group[:] = ends.states[[rng.integers(low, high) for low, high in RANKS]]
        found = _next_ends(player, group, rng, round_=round_ + 1)
        game.values[round_ - 1] = np.mean([[ends.values[0] for ends in row] for row in found], axis=1)
        if round_ < rounds - 1:
            game.next[round_ - 1][:] = [[ends.states for ends in row] for row in found]
        state = group[rng.integers(GROUP) if rng.random() < explore else 0]
    return game


def _next_ends(player: Player, group: Words, rng: np.random.Generator, *, round_: int) -> list[list[Ends]]:
    """The ends of the next round for each board of a group, with the same rolls for all."""
    number = rolls_after(round_ - 1, player.kernel.ruleset.rounds)
    rolls = [(roll, player.meteor(rng)) for roll in player.rolls(number, rng, round_=round_)]
    return [
        [
            player.ends(player.struck(board, meteor, round_=round_), roll, round_=round_, kept=NEXT, narrow=2)
            for roll, meteor in rolls
        ]
        for board in group
    ]


def features(kernel: Kernel, states: Words) -> tuple[NDArray[np.float16], NDArray[np.int16]]:
    """The columns and sparse features of states, in the order of the states."""
    rows = np.ascontiguousarray(states.reshape(-1, kernel.width))
    columns = np.zeros((len(rows), kernel.capabilities["GUIDE_COLUMNS"]), np.float32)
    sparse = np.zeros((len(rows), sparse_count(kernel.capabilities)), np.int64)
    kernel.compiled(features_of)(rows, kernel.tables, columns, sparse)
    shape = (*states.shape[:-1], -1)
    return columns.astype(np.float16).reshape(shape), sparse.astype(np.int16).reshape(shape)


def play_shard(player: Player, *, seed: int, shard: int, explore: float) -> Shard:
    """The data of one shard, the same in every process."""
    rng = np.random.default_rng([seed, shard])
    games = [play(player, rng, explore=explore) for _ in range(SHARD)]
    data: Shard = {"values": np.array([game.values for game in games])}
    data["dense"], data["sparse"] = features(player.kernel, np.array([game.groups for game in games]))
    for at in range(player.kernel.ruleset.rounds - 2):
        following = np.array([game.next[at] for game in games])
        data[f"dense{at}"], data[f"sparse{at}"] = features(player.kernel, following)
    return data


@dataclass(frozen=True, slots=True)
class Settings:
    """What the games of a shard depend on, besides its number."""

    rules: str
    model: Model
    width: int
    special_width: int
    explore: float
    seed: int


def shard_of(settings: Settings, shard: int) -> tuple[int, Shard]:
    """The number of a shard and its data, in whatever process or machine this runs."""
    kernel = kernel_for(parse_ruleset(settings.rules))
    player = Player(kernel, settings.model, width=settings.width, special_width=settings.special_width)
    return shard, play_shard(player, seed=settings.seed, shard=shard, explore=settings.explore)


def played(
    settings: Settings, shards: Iterable[int], *, processes: int, cluster: str | None
) -> Generator[tuple[int, Shard], None, None]:
    """The shards with these numbers, as they are finished, in processes of this machine or on a Dask cluster."""
    if cluster is None:
        yield from run_jobs(partial(shard_of, settings), shards, processes=processes)
        return
    from inkrail.arena.cluster import Cluster  # noqa: PLC0415 - this needs the extra `cluster`

    with Cluster(cluster, tell=_tell, packages=("training",)) as workers:
        yield from workers.run_jobs(partial(shard_of, settings), shards)


def _tell(news: Refusal) -> None:
    print(news, file=sys.stderr, flush=True)


def write_shard(path: Path, data: Shard) -> None:
    """Write a shard, or nothing if this process is killed meanwhile."""
    unfinished = path.with_suffix(".partial.npz")
    np.savez(unfinished, **data)  # type: ignore[arg-type]
    unfinished.rename(path)


def main() -> None:
    """Play the shards that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="base")
    parser.add_argument("--model", type=Path, help="a model; by default the hand-tuned one")
    parser.add_argument("--shipped", action="store_true", help="play with the model that is shipped")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=24)
    parser.add_argument("--special-width", type=int, default=6)
    parser.add_argument("--explore", type=float, default=0.3)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the workers of a Dask scheduler")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after this time")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    kernel = kernel_for(parse_ruleset(chosen.rules))
    model = model_of(kernel.ruleset) if chosen.shipped else hand_tuned(kernel)
    if chosen.model:
        model = load_model(chosen.model)
    settings = Settings(chosen.rules, model, chosen.width, chosen.special_width, chosen.explore, chosen.seed)
    paths = {shard: chosen.out / f"shard-{chosen.seed}-{shard:05}.npz" for shard in range(chosen.shards)}
    missing = [shard for shard, path in paths.items() if not path.exists()]
    began = time.monotonic()
    answers = played(settings, missing, processes=chosen.processes, cluster=chosen.cluster)
    try:
        for number, (shard, data) in enumerate(answers, start=1):
            write_shard(paths[shard], data)
            print(
                f"{number} of {len(missing)} shards, mean {data['values'][:, -1, 0].mean():.2f},"
                f" {time.monotonic() - began:.0f}s",
                file=sys.stderr,
                flush=True,
            )
            if time.monotonic() - began > chosen.seconds:
                break
    except Refusal as refusal:
        sys.exit(str(refusal))
    except KeyboardInterrupt:
        sys.exit(130)  # the shards that are finished are written
    finally:
        answers.close()


if __name__ == "__main__":
    main()
