"""The puzzles that come with the package, so that a new server has some at once; `tools/puzzles.py` makes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from inkrail.study.puzzles import Puzzle

FILE: Final = Path(__file__).with_name("puzzles.jsonl")
FIELDS: Final = ("id", "rules", "level", "total", "second", "actions", "opening")
"""What is kept of a puzzle; its opening has the board and the dice."""


def fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """What is kept of a puzzle."""
    return {name: getattr(puzzle, name) for name in FIELDS}


def starter_puzzles() -> Iterator[dict[str, Any]]:
    """The puzzles of the package, by ruleset and level."""
    with FILE.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
