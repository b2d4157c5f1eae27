"""How fast the environments step: `python -m benchmarks.envs`.

A random agent plays legal actions in the base game with the reward `delta`. Only the CPU time of `step` counts, with
observations and masks, not that of the agent; the best of several runs, since other programs share the machine. The plain
vector is Gymnasium's, with one object on the engine for each game.
"""

from __future__ import annotations

import time
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from benchmarks.engine import Measure
from inkrail.envs import IDS
from inkrail.kernel import chance_of, kernel_for
from inkrail.kernel.chance import Chance, below
from inkrail.kernel.compiling import compiled
from inkrail.rules.registry import parse_ruleset

BASE = "inkrail/Base-v0"
SIZES = (1, 64, 1_024, 16_384)
OTHERS = 1_024
RUNS = 5
STEPS = 200_000
"""A run inside the kernel has so many steps at least, and whole episodes."""
EPISODE = 40
MOST = 10_000
"""The most steps of the vector in a run."""
PLAIN_STEPS = 3_000


@compiled
def legal_actions(masks: NDArray[np.int8], chance: Chance, actions: NDArray[np.int64]) -> None:
    """For each game the first legal action after a random number."""
    for game in range(len(masks)):
        action = below(chance, masks.shape[1])
        while not masks[game, action]:
            action = action + 1 if action + 1 < masks.shape[1] else 0
        actions[game] = action


def rate(envs: Any, *, steps: int, runs: int) -> float:
    """Steps a second of a vector of environments in the best of some runs."""
    choose, chance = kernel_for(parse_ruleset("base")).compiled(legal_actions), chance_of("envs")
    actions = np.empty(envs.num_envs, np.int64)
    _, infos = envs.reset(seed=1)
    rates: list[float] = []
    for _ in range(runs):
        seconds = 0.0
        for _ in range(steps):
            choose(infos["action_mask"], chance, actions)
            begun = time.process_time()
            *_, infos = envs.step(actions)
            seconds += time.process_time() - begun
        rates.append(steps * envs.num_envs / seconds)
    return max(rates)


def kernel_rate(name: str, *, games: int, copy: bool) -> float:
    """Steps a second inside the kernel."""
    steps = min(MOST, max(EPISODE, STEPS // games))
    return rate(gymnasium.make_vec(name, num_envs=games, copy=copy), steps=steps, runs=RUNS)


def plain_rate(*, games: int) -> float:
    """Steps a second of the plain vector."""
    # With the usual autoreset mode there would be steps without a legal action.
    mode = {"autoreset_mode": AutoresetMode.SAME_STEP}
    envs = gymnasium.make_vec(BASE, num_envs=games, vectorization_mode="sync", vector_kwargs=mode)
    return rate(envs, steps=-(-PLAIN_STEPS // games), runs=1)


def measure() -> list[Measure]:
    """Steps a second by the number of games, of the plain vector, and of the other rulesets."""
    measures = []
    for games in SIZES:
        own, copied = (kernel_rate(BASE, games=games, copy=copy) for copy in (False, True))
        plain = plain_rate(games=games)
        target = "1000000" if games >= OTHERS else ""
        measures += [
            Measure(f"environment steps, {games} games", own, "/s", target),
            Measure(f"the same with copied arrays, {games} games", copied, "/s"),
            Measure(f"the same in a plain vector, {games} games", plain, "/s"),
            Measure(f"times as fast as a plain vector, {games} games", own / plain, ""),
        ]
    for name, rules in IDS.items():
        if name != BASE:
            value = kernel_rate(name, games=OTHERS, copy=False)
            measures.append(Measure(f"environment steps, {rules}, {OTHERS} games", value, "/s", "250000"))
    return measures


def main() -> None:
    """Print a table."""
    for measured in measure():
        wanted = f"  (asked for: {measured.target} {measured.unit})" if measured.target else ""
        print(f"{measured.name:<60} {measured.value:>12.1f} {measured.unit}{wanted}", flush=True)


if __name__ == "__main__":
    main()
