"""The best boards found for the dice of 20 seeded base games: their mean, and what each costs.

`python -m benchmarks.best` prints a line for each game; `python -m benchmarks.best 5` takes the first five.
"""

from __future__ import annotations

import sys
from statistics import fmean
from time import process_time

from inkrail.bots.playing import play_game
from inkrail.bots.registry import bot_factory
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.study.best import best_board

GAMES = 20


def main(games: int = GAMES) -> None:
    """Print the best total for the dice of each game, and the CPU seconds that it took."""
    ruleset, totals, seconds = parse_ruleset("base"), [], []
    for number in range(1, games + 1):
        game = play_game(ruleset, bots=[bot_factory("steady")], seed=f"best-{number}")
        began = process_time()
        totals.append(best_board(game.record, game.table, seat=Seat(0)).total)
        seconds.append(process_time() - began)
        print(f"best-{number}: {totals[-1]} points, {seconds[-1]:.1f} CPU s", flush=True)
    print(f"mean {fmean(totals):.2f} points, {fmean(seconds):.1f} CPU s, at most {max(seconds):.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
