"""Reviews seeded games of bots and writes their mean skill and score with average dice where the package reads them.

`python -m tools.scale` measures every ruleset, `python -m tools.scale --games 2 lake lava` these, with two games of each bot. It takes CPU minutes: a review of each game.
Run it after a change to a model or to what a review computes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import fmean
from typing import Final

from inkrail.bots.playing import play_game
from inkrail.bots.registry import bot_factory
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.study import scale
from inkrail.study.grades import skill
from inkrail.study.review import review_rounds

BOTS: Final = ("greedy", "casual", "steady")
"""The bots that are measured in every ruleset."""
MORE_BOTS: Final = {"base": ("random", "strong")}
GAMES: Final = 4
"""How many games of each bot are reviewed unless said."""


def measured(rules: str, bot: str, *, games: int) -> scale.Entry:
    """The means of so many games of a bot."""
    ruleset = parse_ruleset(rules)
    skills, adjusted = [], []
    for number in range(1, games + 1):
        game = play_game(ruleset, bots=[bot_factory(bot)], seed=f"scale-{number}")
        rounds = list(review_rounds(game.record, game.table, seat=Seat(0), effort="quick"))
        skills.append(skill(round_.loss for round_ in rounds))
        adjusted.append(game.totals[0] - sum(round_.luck for round_ in rounds))
    return {"skill": round(fmean(skills), 1), "adjusted": round(fmean(adjusted), 1), "games": games}


def main() -> None:
    """Write what was measured, after each bot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("rules", nargs="*", default=RULESET_NAMES, help="the rulesets, otherwise all")
    parser.add_argument("--games", type=int, default=GAMES, help="how many games of each bot are reviewed")
    arguments = parser.parse_args()
    file = Path(scale.__file__).with_name(scale.FILE)
    table: scale.Measured = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for rules in arguments.rules:
        for bot in (*BOTS, *MORE_BOTS.get(rules, ())):
            table.setdefault(rules, {})[bot] = measured(rules, bot, games=arguments.games)
            ordered = {name: table[name] for name in RULESET_NAMES if name in table}
            file.write_text(json.dumps(ordered, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
