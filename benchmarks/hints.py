"""What a hint costs in each ruleset: `python -m benchmarks.hints [--rules NAME …] [--rounds N …]`.

A bot's seeded game is stopped at the start of a round and after its first drawing, and the server's own function looks for the
hint. The three steps of a hint are told from one answer, so only the first of them computes. CPU seconds of single hints.
"""

from __future__ import annotations

import argparse
import json
from time import process_time

from inkrail.bots.casual import CasualBot
from inkrail.bots.playing import play_game
from inkrail.game.record import Act, Record, Roll, replay
from inkrail.game.table import Table
from inkrail.rules.position import Drawing
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.server.bots.questions import hint
from inkrail.study.warming import warm_up


def stopped(record: Record, *, round_: int, drawings: int) -> Table:
    """The table of a finished game in the middle of a round, after so many drawings of its only seat."""
    entries, rounds, drawn = [], 0, 0
    for entry in record.entries:
        rounds += isinstance(entry, Roll)
        if rounds == round_ and isinstance(entry, Act) and isinstance(entry.action, Drawing):
            if drawn == drawings:
                break
            drawn += 1
        entries.append(entry)
    return replay(Record(record.ruleset, entries=tuple(entries)))


def seconds(table: Table) -> float:
    """The CPU seconds of one hint."""
    began = process_time()
    hint(table, 0)
    return round(process_time() - began, 2)


def measure(rules: str, rounds: list[int]) -> dict[str, object]:
    """The hints of some rounds, counted back from the last one if negative."""
    ruleset = parse_ruleset(rules)
    warm_up(ruleset)
    record = play_game(ruleset, bots=[CasualBot], seed="hints").record
    found: dict[str, object] = {"rules": rules}
    for number in rounds:
        round_ = number if number > 0 else ruleset.rounds + 1 + number
        found[f"round {round_}"] = [
            seconds(stopped(record, round_=round_, drawings=drawn)) for drawn in (0, 1)
        ]
    return found


def main() -> None:
    """Print one JSON object for each ruleset: for each round the hint at its start, and after a drawing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", choices=RULESET_NAMES, default=list(RULESET_NAMES))
    parser.add_argument("--rounds", nargs="+", type=int, default=[1, 3, -2, -1])
    wanted = parser.parse_args()
    for rules in wanted.rules:
        print(json.dumps(measure(rules, wanted.rounds)), flush=True)


if __name__ == "__main__":
    main()
