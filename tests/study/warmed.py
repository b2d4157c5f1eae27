"""Warms a ruleset up, studies the end of a game, and prints the functions that are ready after both.

`python -m tests.study.warmed RULES`
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from itertools import islice

from tests.study.games import FIRST, game_of, text_of, until

from inkrail.bots.effort import Breadth
from inkrail.bots.values import values_of
from inkrail.core.errors import Refusal
from inkrail.game.history import played_rounds
from inkrail.game.record import parse_record
from inkrail.kernel import compiling
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset
from inkrail.study.best import Extent, best_board
from inkrail.study.hint import hint_at
from inkrail.study.puzzles import last_round_puzzle
from inkrail.study.reasons import reason_of
from inkrail.study.review import review_rounds
from inkrail.study.warming import warm_up

FEW = Extent(boards=20, fewest=5, first=2, two_rounds=Breadth(width=60, special=20, kept=60))


def ready(ruleset: Ruleset) -> list[str]:
    """The functions that Python can call without compiling or loading them, each with its signatures."""
    own = compiling.specialisation(values_of(ruleset).kernel.capabilities)
    return sorted(
        f"{template.function.__qualname__}{entry._function.signatures}"
        for functions in (own, compiling._SHARED)
        for template, entry in functions._entries.items()
        if isinstance(entry, compiling._Entry) and entry._is_ready
    )


def study(ruleset: Ruleset) -> None:
    """Review three rounds of a game and do all else that a study may, with few boards."""
    record, table = game_of("greedy", ruleset.name).record, game_of("greedy", ruleset.name).table
    reviews = list(islice(review_rounds(record, table, seat=FIRST, effort="quick"), 3))
    reason_of(ruleset, played_rounds(record, FIRST)[-2], reviews[1].best)
    best_board(record, table, seat=FIRST, extent=FEW)
    _, running = parse_record(until(text_of("greedy", ruleset.name), round_=ruleset.rounds - 1))
    hint_at(running, seat=FIRST, effort="quick")
    with suppress(Refusal):  # Where proving takes too long, it was begun.
        last_round_puzzle(record, FIRST)


def main(rules: str) -> None:
    ruleset = parse_ruleset(rules)
    warm_up(ruleset)
    warm = ready(ruleset)
    study(ruleset)
    print(json.dumps([warm, ready(ruleset)]))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
