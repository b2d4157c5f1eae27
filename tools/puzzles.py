"""Makes the puzzles that come with the package, so many of each level at most, and writes them where the package reads them.

Run it after a change to how puzzles are made or to the rules; a test proves every one of them. `python -m tools.puzzles` makes
those of every ruleset, `python -m tools.puzzles lake lava` these.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.study.puzzles import LEVELS, puzzles_of
from inkrail.study.starter import FILE, fields_of

OF_EACH_LEVEL: Final = {"base": 20}
OF_OTHERS: Final = 5
"""How many of each level of the other rulesets at most: a puzzle takes longer there, and not every level is to be had."""
_SEED: Final = "starter"
_MOST: Final = {"base": 10_000, "river": 50, "underground": 10, "lake": 4}
_MOST_OF_OTHERS: Final = 20
"""How many are made at most until there are enough of each level."""


def made(rules: str) -> list[dict[str, Any]]:
    """So many puzzles of each level of a ruleset."""
    number = OF_EACH_LEVEL.get(rules, OF_OTHERS)
    chosen: dict[int, list[dict[str, Any]]] = {level: [] for level in range(1, LEVELS + 1)}
    for puzzle in puzzles_of(parse_ruleset(rules), number=_MOST.get(rules, _MOST_OF_OTHERS), seed=_SEED):
        level = chosen[puzzle.level]
        if len(level) < number:
            level.append(fields_of(puzzle))
        if all(len(level) == number for level in chosen.values()):
            break
    return [puzzle for level in chosen.values() for puzzle in level]


def main(*chosen: str) -> None:
    """Write the puzzles of these rulesets, or of all, into the file."""
    kept = {name: [line for line in _lines() if json.loads(line)["rules"] == name] for name in RULESET_NAMES}
    for rules in chosen or RULESET_NAMES:
        kept[rules] = [json.dumps(puzzle, separators=(",", ":")) for puzzle in made(rules)]
        lines = (line for rules in RULESET_NAMES for line in kept[rules])
        FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _lines() -> list[str]:
    return FILE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    main(*sys.argv[1:])
