"""Linear values of the rulesets other than the base game, learned from games that a beam plays with them.

    python -m training.linear play --rules river --out river-0 --games 600
    python -m training.linear fit --rules river --data river-0 --out river-1.npz
    python -m training.linear play --rules river --values river-1.npz --out river-1 --games 600 --seed 2
    python -m training.linear fit --rules river --data river-0 river-1 --out river-2.npz
    python -m training.linear ship river-2.npz

Games are written in shards, the same for the same seed and values; a shard that exists is not played again. A fit goes
backwards from the last round: the target of a board after a round is the value of the best end of the next one, and
finally the score itself. Weights that the games say little about stay close to their old values.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inkrail.bots import models
from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.foresight import Foresight
from inkrail.bots.models import model_of
from inkrail.bots.search import Search
from inkrail.core.board import Round
from inkrail.core.dice import SeededRng
from inkrail.kernel import Kernel, Model, kernel_for
from inkrail.kernel.value import expansions as potential
from inkrail.kernel.value import routes as features
from inkrail.kernel.value import underground as below
from inkrail.kernel.value.routes import Floats
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset

KEPT = 8
"""The number of ends kept from each round."""
SHARD = 50
"""The number of games in a shard."""
NARROW = Effort(
    breadth=Breadth(width=6, special=2, kept=KEPT),
    last=Breadth(width=16, special=4, kept=1),
    ahead=Breadth(width=2, special=1, kept=1),
)
BASE_ROUNDS = 7
Shard = dict[str, NDArray[np.generic]]


def kernel_of(rules: str) -> Kernel:
    """The kernel of a ruleset by its name."""
    return kernel_for(parse_ruleset(rules))


# Initial values.


def initial_values(kernel: Kernel) -> Floats:
    """The base game's guide for the routes, and hand-tuned weights for the rest."""
    rounds, columns = kernel.ruleset.rounds, kernel.columns(kernel.start()[np.newaxis]).shape[1]
    weights = np.zeros((rounds, columns), np.float32)
    for round_ in range(1, rounds):
        left = (rounds - round_) / rounds
        if kernel.ruleset.has_route_dice:
            weights[round_, : features.DENSE] = _guide(left)
        if kernel.capabilities["SUBWAYS"]:
            weights[round_, -below.BELOW :] = _initial_below(left)
        else:
            weights[round_, features.DENSE :] = _initial_potential(kernel)
    return weights


def _guide(left: float) -> Floats:
    """The weights of the base game's guide with this fraction of the game left."""
    round_ = min(BASE_ROUNDS - 1, max(1, BASE_ROUNDS - round(left * BASE_ROUNDS)))
    guide: Floats = model_of(parse_ruleset("base")).guide[round_]
    return guide


def _initial_potential(kernel: Kernel) -> Floats:
    weights = np.zeros(potential.POTENTIAL, np.float32)
    weights[potential.POINTS] = 1
    if kernel.capabilities["RIVERS"] or kernel.capabilities["LAVA"]:
        weights[potential.ENDS], weights[potential.DEAD_ENDS] = -0.4, -1
    if kernel.capabilities["LAKES"]:
        weights[potential.BY_WATER] = 1
    if kernel.capabilities["METEORS"]:
        weights[potential.FORGIVEN] = 1
    return weights


def _initial_below(left: float) -> Floats:
    weights = np.zeros(below.BELOW, np.float32)
    for kind in (below.FIRST, below.PIPES):
        weights[kind + features.REACHED] = 4
        weights[kind + features.NETWORKS] = -4
        joints = np.array([2.8, 2, 1.4, 1, 0.6, 0.4]) * (0.4 + 0.6 * left)
        weights[kind + features.JOINTS : kind + features.JOINTS + 6] = joints
    for slot, points in ((0, 1), (1, 2)):
        weights[features.LONGEST + slot] = 0.6 * points
        weights[features.HOPED + slot] = 0.4 * points
        weights[features.DEAD + slot] = -1
        weights[features.OPEN + slot] = -0.5
    weights[features.MIDDLE] = 1
    weights[features.SPECIALS_LEFT] = 2 * left
    weights[below.BROKEN_PIPES] = -2
    weights[below.PLACES] = 2.5 * left
    weights[below.UNDER_STATIONS] = left
    weights[below.UNDER_FREE] = left
    return weights


# Games.


def play_shard(kernel: Kernel, weights: Floats, *, seed: int, shard: int, explore: float) -> Shard:
    """The columns of the ends kept in each round but the last, which of them was played, and the final scores."""
    foresight = Foresight(Search(kernel, Model(weights, np.empty(0, np.float32))), effort=NARROW)
    rounds = kernel.ruleset.rounds
    rows = np.zeros((SHARD, rounds - 1, KEPT, weights.shape[1]), np.float32)
    chosen = np.zeros((SHARD, rounds - 1), np.int8)
    final = np.zeros(SHARD, np.int16)
    for game in range(SHARD):
        rng = np.random.default_rng([seed, shard, game])
        position = kernel.ruleset.set_up()
        for round_ in range(1, rounds + 1):
            position = _roll(foresight, position, round_=round_, rng=rng)
            if round_ == rounds:
                plan = foresight.plan(position, rng=SeededRng("last"))
                final[game] = int(plan.value)
                break
            ends = foresight.search.ends(foresight.start(position), breadth=NARROW.breadth)
            ends += ends[:1] * (KEPT - len(ends))
            rows[game, round_ - 1] = kernel.columns(np.array([end.state for end in ends]))
            pick = int(rng.integers(KEPT)) if rng.random() < explore else 0
            chosen[game, round_ - 1] = pick
            for drawing in kernel.drawings(ends[pick].moves):
                position = kernel.ruleset.draw(position, drawing)
    return {"rows": rows, "chosen": chosen, "final": final}


def _roll(foresight: Foresight, position: Position, *, round_: int, rng: np.random.Generator) -> Position:
    """The position after a round's roll and the choices before drawing."""
    ruleset = foresight.search.kernel.ruleset
    faces = tuple(die.faces[rng.integers(len(die.faces))] for die in ruleset.dice(Round(round_)))
    position = ruleset.begin_round(position, Round(round_), faces=faces)
    while choices := ruleset.choices(position):
        position = ruleset.choose(position, foresight.choose(position, choices))
    return position


def play(chosen: argparse.Namespace) -> None:
    """Play the shards that are missing."""
    kernel = kernel_of(chosen.rules)
    weights = _read(chosen.values, chosen.rules) if chosen.values else initial_values(kernel)
    chosen.out.mkdir(parents=True, exist_ok=True)
    for shard in range(chosen.games // SHARD):
        path = chosen.out / f"shard-{chosen.seed}-{shard:04}.npz"
        if path.exists():
            continue
        data = play_shard(kernel, weights, seed=chosen.seed, shard=shard, explore=chosen.explore)
        partial = path.with_suffix(".partial.npz")
        np.savez_compressed(partial, **data)  # type: ignore[arg-type]
        partial.rename(path)
        print(f"{path} mean {data['final'].mean():.2f}", file=sys.stderr, flush=True)


# Fits.


def fit(chosen: argparse.Namespace) -> None:
    """Fit the weights of each round to the games, from the last round back."""
    kernel = kernel_of(chosen.rules)
    before = _read(chosen.values, chosen.rules) if chosen.values else initial_values(kernel)
    shards = [
        dict(np.load(path)) for folder in chosen.data for path in sorted(folder.glob("shard-*-????.npz"))
    ]
    rows = np.concatenate([shard["rows"] for shard in shards]).astype(np.float64)
    final = np.concatenate([shard["final"] for shard in shards]).astype(np.float64)
    picks = np.concatenate([shard["chosen"] for shard in shards])
    weights = before.copy()
    games, target = np.arange(len(final)), final
    held = games % 5 == 0
    for round_ in range(kernel.ruleset.rounds - 1, 0, -1):
        kept = rows[:, round_ - 1]
        played = kept[games, picks[:, round_ - 1]]
        tried = ridge(played[~held], target[~held], before[round_], strength=chosen.strength)
        fitted = ridge(played, target, before[round_], strength=chosen.strength)
        errors = [float(np.std((target - played @ each)[held])) for each in (before[round_], tried)]
        print(f"round {round_}: error {errors[0]:.2f} before, {errors[1]:.2f} after", file=sys.stderr)
        weights[round_] = fitted
        target = (kept @ fitted).max(axis=1)
    _write(chosen.out, weights, rules=chosen.rules)


def ridge(
    rows: NDArray[np.float64], target: NDArray[np.float64], before: Floats, *, strength: float
) -> Floats:
    """Ridge regression towards the weights before; the less a column varies, the closer it stays."""
    spread = rows.std(axis=0)
    used = spread > 0
    middle = rows.mean(axis=0)
    varied = (rows - middle)[:, used] / spread[used]
    rest = (target - target.mean()) - (rows - middle) @ before
    change = np.linalg.solve(varied.T @ varied + strength * np.eye(used.sum()), varied.T @ rest)
    weights = before.astype(np.float64).copy()
    weights[used] += change / spread[used]
    weights[features.ONE] += (target - rows @ weights).mean()
    return weights.astype(np.float32)


def ship(chosen: argparse.Namespace) -> None:
    """Add these values to those in the package."""
    path = Path(models.__file__).with_name(models.LINEAR)
    values = dict(np.load(path)) if path.exists() else {}
    for file in chosen.files:
        values |= dict(np.load(file))
    np.savez_compressed(path, **dict(sorted(values.items())))


def _read(path: Path, rules: str) -> Floats:
    with np.load(path) as data:
        return np.ascontiguousarray(data[rules], dtype=np.float32)


def _write(path: Path, weights: Floats, *, rules: str) -> None:
    np.savez(path, **{rules: weights})  # type: ignore[arg-type]


def guess(chosen: argparse.Namespace) -> None:
    """Write the initial values."""
    _write(chosen.out, initial_values(kernel_of(chosen.rules)), rules=chosen.rules)


def main() -> None:
    """Run one step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parts = parser.add_subparsers(required=True)
    for step in (guess, play, fit, ship):
        part = parts.add_parser(step.__name__, description=step.__doc__)
        part.set_defaults(step=step)
        if step is ship:
            part.add_argument("files", type=Path, nargs="+")
            continue
        part.add_argument("--rules", required=True)
        part.add_argument("--out", type=Path, required=True)
        part.add_argument("--values", type=Path, help="values to start from; by default hand-tuned ones")
        part.add_argument("--data", type=Path, nargs="*", default=[])
        part.add_argument("--games", type=int, default=500)
        part.add_argument("--seed", type=int, default=1)
        part.add_argument("--explore", type=float, default=0.3)
        part.add_argument("--strength", type=float, default=50.0)
    chosen = parser.parse_args()
    chosen.step(chosen)


if __name__ == "__main__":
    main()
