"""How fast the environments step: `python -m benchmarks.envs`.

A random agent plays legal actions in the base game with the reward `delta`. Only the CPU time of `step` counts, with
observations and masks, not that of the agent. The plain vector is Gymnasium's, with one object on the engine for each game.
"""

from __future__ import annotations

import time
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from benchmarks.engine import Measure
from inkrail.envs import IDS
from inkrail.kernel import chance_of, kernel_for
from inkrail.kernel.chance import Chance, below
from inkrail.kernel.compiling import compiled
from inkrail.rules.registry import parse_ruleset

BASE = "inkrail/Base-v0"
SIZES = (1, 64, 1_024, 16_384)
STEPS = 1_000_000
"""At least so many steps inside the kernel, or `MOST` of the vector."""
MOST = 20_000
PLAIN_STEPS = 3_000
OTHERS = 1_024


@compiled
def legal_actions(  # noqa: PLR0917 - compiled functions take no keywords
    masks: NDArray[np.int8], chance: Chance, numbers: NDArray[np.int16], actions: NDArray[np.int64]
) -> None:
    """One of the legal actions of each game, each equally likely."""
    for game in range(len(masks)):
        found = 0
        for action in range(masks.shape[1]):
            if masks[game, action]:
                numbers[found] = action
                found += 1
        actions[game] = numbers[below(chance, found)]


def rate(envs: Any, *, steps: int) -> float:
    """Steps a second of a vector of environments."""
    choose, chance = kernel_for(parse_ruleset("base")).compiled(legal_actions), chance_of("envs")
    numbers, actions = np.empty(envs.single_action_space.n, np.int16), np.empty(envs.num_envs, np.int64)
    _, infos = envs.reset(seed=1)
    seconds, taken = 0.0, 0
    for _ in range(min(MOST, -(-steps // envs.num_envs) + 1)):
        choose(infos["action_mask"], chance, numbers, actions)
        begun = time.process_time()
        *_, infos = envs.step(actions)
        seconds += time.process_time() - begun
        taken += envs.num_envs
    return taken / seconds


def measure() -> list[Measure]:
    """Steps a second by the number of games, of the plain vector, and of the other rulesets."""
    measures = []
    for games in SIZES:
        own = rate(gymnasium.make_vec(BASE, num_envs=games, copy=False), steps=STEPS)
        copied = rate(gymnasium.make_vec(BASE, num_envs=games), steps=STEPS)
        plain = rate(gymnasium.make_vec(BASE, num_envs=games, vectorization_mode="sync"), steps=PLAIN_STEPS)
        target = "1000000" if games >= OTHERS else ""
        measures += [
            Measure(f"environment steps, {games} games", own, "/s", target),
            Measure(f"the same with copied arrays, {games} games", copied, "/s"),
            Measure(f"the same in a plain vector, {games} games", plain, "/s"),
            Measure(f"times as fast as a plain vector, {games} games", own / plain, ""),
        ]
    for name, rules in IDS.items():
        if name != BASE:
            value = rate(gymnasium.make_vec(name, num_envs=OTHERS, copy=False), steps=STEPS)
            measures.append(Measure(f"environment steps, {rules}, {OTHERS} games", value, "/s", "250000"))
    return measures


def main() -> None:
    """Print a table."""
    for measured in measure():
        wanted = f"  (asked for: {measured.target} {measured.unit})" if measured.target else ""
        print(f"{measured.name:<60} {measured.value:>12.1f} {measured.unit}{wanted}", flush=True)


if __name__ == "__main__":
    main()
