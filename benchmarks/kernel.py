"""How fast the kernel is: `python -m benchmarks.kernel`.

Times are CPU times of this process, the best of several runs, since other programs share the machine. A
calibrating loop of known length tells how fast the core was at the time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from statistics import mean

import numpy as np

from inkrail.core.dice import SeededRng
from inkrail.kernel import Kernel, Model, chance_of, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.chance import Chance, below
from inkrail.kernel.compiling import compiled
from inkrail.kernel.search.playouts import mean_of_games
from inkrail.rules.registry import parse_ruleset

GAMES = 20_000
STEPS = 2_000_000
RUNS = 7
POSITIONS = 50
WIDTH = 50


@compiled
def steps_of_chance(chance: Chance, steps: int) -> int:
    """A loop that does nothing but the generator's six dependent operations."""
    total = 0
    for _ in range(steps):
        total += below(chance, 6)
    return total


def seconds(task: Callable[[], object], *, runs: int = RUNS) -> float:
    """The CPU time of a task, the best of several runs after a warm-up."""
    task()
    times = []
    for _ in range(runs):
        start = time.process_time()
        task()
        times.append(time.process_time() - start)
    return min(times)


def roll(rng: SeededRng) -> Words:
    """Four route dice as piece numbers."""
    return np.array([rng.below(6), rng.below(6), rng.below(6), 6 + rng.below(3)])


def full_positions(kernel: Kernel, *, number: int, special: bool) -> list[Words]:
    """Boards before the last round, played by a beam for the score of each round, with or without special routes."""
    positions = []
    for game in range(number):
        rng = SeededRng("bench", game)
        state = kernel.blank()
        for round_ in range(kernel.ruleset.rounds - 1):
            ends = kernel.beam_round(
                state,
                roll(rng),
                model=Model(np.zeros((1, 1), np.float32), np.zeros(0, np.float32)),
                round_=kernel.ruleset.rounds,
                width=WIDTH,
                special_width=WIDTH,
                kept=1,
                specials=special and round_ > 2,
            )
            state = ends.states[0]
        positions.append(state)
    return positions


def last_rounds(kernel: Kernel, positions: list[Words]) -> dict[str, float]:
    """CPU seconds of the exact last round, special routes allowed where any are left."""
    rng = SeededRng("bench", "last")
    times = []
    kernel.last_round(kernel.blank(), roll(rng)[:2], specials=True)
    for state in positions:
        dice = roll(rng)
        start = time.process_time()
        kernel.last_round(state, dice, specials=True)
        times.append(time.process_time() - start)
    return {"mean": round(mean(times), 4), "worst": round(max(times), 4)}


def main() -> None:
    """Print one JSON object."""
    kernel = kernel_for(parse_ruleset("base"))
    blank, chance = kernel.blank(), chance_of("bench")
    dice = np.array([4, 5, 0, 8])
    ends, _ = kernel.playouts(np.zeros((5_000, kernel.width), dtype=np.int64), rounds=7, chance=chance)
    boards = len(kernel.expand_round(ends[0], dice).states)
    step = seconds(lambda: kernel.compiled(steps_of_chance)(chance, STEPS)) / STEPS
    answer = {
        "ns_per_step_of_the_calibrating_loop": round(step * 1e9, 3),
        "random_games_per_second": round(
            GAMES / seconds(lambda: kernel.compiled(mean_of_games)(blank, kernel.tables, 7, GAMES, chance, 0))
        ),
        "scores_per_second": round(len(ends) / seconds(lambda: kernel.score_lines(ends))),
        "ends_of_a_round_per_second": round(boards / seconds(lambda: kernel.expand_round(ends[0], dice))),
        "last_round_seconds_all_specials_left": last_rounds(
            kernel, full_positions(kernel, number=POSITIONS, special=False)
        ),
        "last_round_seconds_specials_used_before": last_rounds(
            kernel, full_positions(kernel, number=POSITIONS, special=True)
        ),
    }
    print(json.dumps(answer, indent=2))


if __name__ == "__main__":
    main()
