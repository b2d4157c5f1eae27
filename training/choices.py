"""Compare how well bots choose the end of a round: far fewer positions are needed than with whole games.

    python -m training.choices strong master --rules base --positions 60

The first bot named reaches the positions with a narrow search. At each of them every bot chooses an end of the round,
what is decided before drawing included, and all those ends are evaluated on the same rolls of the next rounds, which the
bots have not seen. The output is how much better the choices are than those of the first bot, by round and per game,
and the CPU seconds of a choice.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from time import process_time

import numpy as np

from inkrail.arena.statistics import summary
from inkrail.bots.effort import Breadth, Effort
from inkrail.bots.foresight import Foresight
from inkrail.bots.registry import bot_factory
from inkrail.bots.search import Ahead
from inkrail.bots.thinker import ThinkerBot
from inkrail.core.board import Round
from inkrail.core.dice import Rng, SeededRng
from inkrail.kernel.board.bits import Words
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset

NARROW = Breadth(width=8, special=2, kept=8)
QUICK = Effort(breadth=NARROW, last=NARROW)


def thinker(name: str) -> ThinkerBot:
    """A bot that searches, by its name."""
    bot = bot_factory(name)()
    if not isinstance(bot, ThinkerBot):
        raise SystemExit(f"{name} does not search")
    return bot


def positions(foresight: Foresight, number: int, *, rng: Rng) -> Iterator[Position]:
    """Positions with dice to draw, one per game, from each round but the last two in turn.

    What is decided before drawing is left open; in the rounds before it was decided at random.
    """
    ruleset = foresight.search.kernel.ruleset
    quick = Foresight(foresight.search, effort=QUICK)
    for game in range(number):
        position = ruleset.set_up()
        wanted = 1 + game % (ruleset.rounds - 2)
        for round_ in range(1, wanted + 1):
            if round_ > 1:
                for drawing in foresight.search.kernel.drawings(quick.plan(position, rng=rng).moves):
                    position = ruleset.draw(position, drawing)
            faces = tuple(die.roll(rng) for die in ruleset.dice(Round(round_)))
            position = ruleset.begin_round(position, Round(round_), faces=faces)
            while round_ < wanted and (choices := ruleset.choices(position)):
                position = ruleset.choose(position, choices[rng.below(len(choices))])
        yield position


def chosen_end(foresight: Foresight, position: Position, *, rng: Rng) -> Words:
    """The state at the end of the round as a bot plays it."""
    ruleset = foresight.search.kernel.ruleset
    while choices := ruleset.choices(position):
        position = ruleset.choose(position, foresight.choose(position, choices))
    return foresight.plan(position, rng=rng).state


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="compare choices of bots that search")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--rules", default="base")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--rolls", type=int, default=120, help="rolls to compare the choices over")
    parser.add_argument("--rounds", type=int, default=2, help="rounds to look ahead")
    options = parser.parse_args()
    ruleset = parse_ruleset(options.rules)
    foresights = [thinker(name).foresight(ruleset) for name in options.bots]
    rng = SeededRng("choices", options.seed, options.rules)
    better: dict[int, list[list[float]]] = defaultdict(list)
    seconds: list[list[float]] = []
    for number, position in enumerate(positions(foresights[0], options.positions, rng=rng), start=1):
        chosen, took = [], []
        for foresight in foresights:
            began = process_time()
            chosen.append(chosen_end(foresight, position, rng=rng))
            took.append(process_time() - began)
        round_ = int(position.round_)
        ahead = Ahead(round_ + 1, min(options.rounds, ruleset.rounds - round_), options.rolls, NARROW)
        values = foresights[0].search.ahead(np.array(chosen), ahead, rng=rng).mean(axis=1)
        better[round_].append([float(value - values[0]) for value in values])
        seconds.append(took)
        print(f"\r{number} of {options.positions}", end="", file=sys.stderr)
    print(file=sys.stderr)
    for index, name in enumerate(options.bots):
        rounds = {round_: summary([row[index] for row in rows]) for round_, rows in sorted(better.items())}
        total = sum(gain.mean for gain in rounds.values())
        error = sqrt(sum((gain.sem or 0.0) ** 2 for gain in rounds.values()))
        took_mean = sum(row[index] for row in seconds) / len(seconds)
        by_round = " ".join(f"{round_}:{gain.mean:+.2f}" for round_, gain in rounds.items())
        print(f"{name:24} {total:+.2f} ± {error:.2f} per game  {took_mean:6.2f} s  {by_round}")


if __name__ == "__main__":
    main()
