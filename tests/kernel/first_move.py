"""Plays a bot's first move and prints what that compiled: `python -m tests.kernel.first_move RULES BOT`."""

from __future__ import annotations

import json
import sys
from typing import Any

from numba.core import event

from inkrail.bots.playing import play_turn
from inkrail.bots.registry import find_bot
from inkrail.core.dice import SeededRng
from inkrail.game.table import open_table
from inkrail.kernel.progress import APART, Progress, listening
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset


class Names(event.Listener):
    """The names of the kernel's functions in the order in which they were compiled."""

    def __init__(self) -> None:
        self.compiled: list[str] = []

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        dispatcher = event.data.get("dispatcher")
        function = dispatcher.py_func if dispatcher else event.data["function"]
        if not function.__module__.startswith("numba."):
            self.compiled.append(f"{function.__module__}.{function.__qualname__}")


def main(rules: str, bot: str) -> None:
    ruleset, names = parse_ruleset(rules), Names()
    table = open_table(ruleset, seats=ruleset.dealer.least_seats, starter=Seat(0))
    table, _ = table.roll(table.throw(SeededRng("first move")))
    heard: list[Progress | None] = []
    install: Any = event.install_listener
    with install("numba:compile", names), install(APART, names), listening(heard.append):
        _, actions = play_turn(table, Seat(0), bot=find_bot(bot), rng=SeededRng("first move"))
    print(json.dumps({"compiled": names.compiled, "heard": heard, "actions": [str(one) for one in actions]}))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
