"""Compare what a linear value learns from exact expectations and from sampled rolls, for the same number of searches.

    python -m training.targets --rules base --round 5 --groups 40

Groups of boards at the end of a round, as `training.selfplay` makes them, are searched on with every roll of the next
round. So each board has its exact expectation (`Kernel.worth`) and, among the same numbers, what a single roll would
have told. Two thirds of the groups are fitted, by ridge regression of the differences within a group, and the rest is
held out; the error is against the exact expectation. The last fit has one roll for each of as many groups as there
were rolls before: as many searches as the exact one.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inkrail.bots.models import model_of
from inkrail.core.board import Round
from inkrail.kernel import kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.search.rolls import Rolls
from inkrail.rules.registry import parse_ruleset
from training.selfplay import GROUP, KEPT, RANKS, Player

Numbers = NDArray[np.float64]
NARROWER = 4
"""How many times narrower the rounds before are searched."""
PULLS = (0.1, 1.0, 10.0, 100.0)
"""How strongly the weights are drawn to zero: the best of these for the held-out groups, for each fit."""


@dataclass(frozen=True)
class Groups:
    """Groups of boards: their columns and targets, both less the mean of their group."""

    columns: Numbers
    targets: Numbers

    def part(self, rows: slice) -> Groups:
        """Some of the groups."""
        return Groups(self.columns[rows], self.targets[rows])

    def aiming_at(self, targets: Numbers) -> Groups:
        """The same boards with other targets."""
        return Groups(self.columns, within(targets))


def within(numbers: Numbers) -> Numbers:
    """Numbers [group, board, ...] less the mean of each group."""
    differences: Numbers = numbers - numbers.mean(axis=1, keepdims=True)
    return differences


def one_roll(rolls: Rolls, index: int) -> Rolls:
    """One of the rolls."""
    row = slice(index, index + 1)
    return Rolls(rolls.dice[row], np.ones(1), rolls.meteors[row], is_sample=False)


def group_of(player: Player, rng: np.random.Generator, *, round_: int) -> Words:
    """A group of boards at the end of a round of a game."""
    state = player.kernel.start()
    for played in range(1, round_ + 1):
        state = player.struck(state, player.meteor(rng), round_=played)
        narrow = 1 if played == round_ else NARROWER
        ends = player.ends(state, player.roll(rng, round_=played), round_=played, kept=KEPT, narrow=narrow)
        state = ends.states[0]
    group: Words = ends.states[[rng.integers(low, high) for low, high in RANKS]]
    return group


def fitted(groups: Groups, pull: float) -> Numbers:
    """The weights of a ridge regression of the differences within the groups."""
    columns, targets = groups.columns.reshape(-1, groups.columns.shape[2]), groups.targets.ravel()
    scale = np.maximum(columns.std(axis=0), 1e-3)
    columns = columns / scale
    square = columns.T @ columns + pull * np.eye(columns.shape[1])
    weights: Numbers = np.linalg.solve(square, columns.T @ targets) / scale
    return weights


def error_of(groups: Groups, weights: Numbers) -> float:
    """The error of a linear value within the groups."""
    return float(np.sqrt(np.square(groups.columns @ weights - groups.targets).mean()))


def main() -> None:
    """Print the held-out errors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="base")
    parser.add_argument("--round", type=int, default=5, dest="round_")
    parser.add_argument("--groups", type=int, default=40, help="groups with exact expectations")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    kernel = kernel_for(parse_ruleset(chosen.rules))
    model = model_of(kernel.ruleset)
    player = Player(kernel, model, width=24, special_width=6)
    rng = np.random.default_rng(chosen.seed)
    rolls = kernel.rolls[kernel.ruleset.board_of(Round(chosen.round_ + 1))]

    def read(number: int, *, every: bool) -> tuple[Words, Numbers]:
        """Groups of boards and what they are worth: with every roll, or with one roll a group."""
        boards, worth = [], []
        for _ in range(number):
            boards.append(group_of(player, rng, round_=chosen.round_))
            some = rolls if every else one_roll(rolls, rng.choice(len(rolls.weights), p=rolls.weights))
            worth.append(kernel.worth(boards[-1], model=model, round_=chosen.round_ + 1, rolls=some))
        return np.array(boards), np.array(worth, np.float64)

    def columns_of(boards: Words) -> Numbers:
        columns = kernel.columns(np.ascontiguousarray(boards.reshape(-1, kernel.width)))
        return within(columns.astype(np.float64).reshape(len(boards), GROUP, -1))

    began = time.process_time()
    boards, worth = read(chosen.groups, every=True)
    took_exact = time.process_time() - began
    exact = Groups(columns_of(boards), within(worth @ rolls.weights))
    few = chosen.groups * 2 // 3
    held = exact.part(slice(few, None))
    single = rng.choice(len(rolls.weights), size=chosen.groups, p=rolls.weights)
    sampled = exact.aiming_at(np.take_along_axis(worth, single[:, None, None], axis=2)[:, :, 0])
    noise = float(np.sqrt(np.square(sampled.targets - exact.targets).mean()))
    began = time.process_time()
    more, told = read(few * len(rolls.weights), every=False)
    took_many = time.process_time() - began
    many = Groups(columns_of(more), within(told[:, :, 0]))
    print(
        f"{len(rolls.weights)} rolls; a roll is off by {noise:.2f} within a group, the boards differ by",
        end=" ",
    )
    print(f"{float(held.targets.std()):.2f}; {took_exact:.0f} and {took_many:.0f} CPU seconds")
    fits = {
        f"exact, {few} groups": exact.part(slice(few)),
        f"one roll, {few} groups": sampled.part(slice(few)),
    }
    for groups in (4 * few, 16 * few, len(more)):
        fits[f"one roll, {groups} groups"] = many.part(slice(groups))
    for name, fit in fits.items():
        print(f"{name:24} off by {min(error_of(held, fitted(fit, pull)) for pull in PULLS):.2f}")
    guide = model.guide[chosen.round_].astype(np.float64)
    print(f"{'the shipped guide':24} off by {error_of(held, guide):.2f}")


if __name__ == "__main__":
    main()
