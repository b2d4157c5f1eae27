"""What the exact last round costs: `python -m benchmarks.last_round [--rules NAME …] [--positions N]`.

The positions are those of games of a narrow beam, just after the roll of the last round. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from statistics import mean

from inkrail.bots.effort import Breadth
from inkrail.bots.models import model_of
from inkrail.bots.search import Search, Start
from inkrail.bots.strong import StrongBot
from inkrail.core.board import Round
from inkrail.core.dice import Rng, SeededRng, choose
from inkrail.kernel import kernel_for
from inkrail.rules.position import Position
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

NARROW = Breadth(width=10, special=3, kept=10)


def start_of(search: Search, position: Position) -> Start:
    """Where the search of a position's round begins."""
    kernel = search.kernel
    may = kernel.may_draw_special(position)
    return Start(kernel.state_of(position), kernel.dice_of(position), may, int(position.round_))


def last_position(search: Search, rng: Rng) -> Position:
    """The position in the last round of a game, after what is decided before drawing."""
    ruleset = search.kernel.ruleset
    position = ruleset.set_up()
    for number in range(1, 1 + ruleset.rounds):
        faces = tuple(die.roll(rng) for die in ruleset.dice(Round(number)))
        position = ruleset.begin_round(position, Round(number), faces=faces)
        while choices := ruleset.choices(position):
            position = ruleset.choose(position, choose(choices, rng=rng))
        if number < ruleset.rounds:
            plan = search.ends(start_of(search, position), breadth=NARROW)[0]
            for drawing in search.kernel.drawings(plan.moves):
                position = ruleset.draw(position, drawing)
    return position


def rounds_of(search: Search, number: int) -> Iterator[tuple[float, float, bool, bool]]:
    """For each position the seconds of the beam and of the exact search, and whether that is exact and better."""
    for game in range(-1, number):
        start = start_of(search, last_position(search, SeededRng("last rounds", game)))
        begin = time.process_time()
        plan = search.ends(start, breadth=StrongBot.effort.last)[0]
        between = time.process_time()
        best = search.kernel.last_round(
            start.state, start.dice, specials=start.special, above=round(plan.value)
        )
        if game >= 0:
            end = time.process_time()
            yield between - begin, end - between, best.is_exact, best.total > plan.value


def main() -> None:
    """Print one JSON object for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", choices=RULESET_NAMES, default=list(RULESET_NAMES))
    parser.add_argument("--positions", type=int, default=40)
    wanted = parser.parse_args()
    for rules in wanted.rules:
        ruleset = parse_ruleset(rules)
        search = Search(kernel_for(ruleset), model_of(ruleset))
        beams, exact, proven, better = zip(*rounds_of(search, wanted.positions), strict=True)
        answer = {
            "rules": rules,
            "beam": round(mean(beams), 4),
            "mean": round(mean(exact), 3),
            "most": round(max(exact), 3),
            "exact": sum(proven),
            "better": sum(better),
        }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
