"""What worker processes answer besides playing for bots.

The functions run in a worker. They return plain values, which travel as JSON, and import what needs the extra `bots` only
when they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from inkrail.rules.module import Report
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Question:
    """A function to call in a worker, with its arguments; a generator sends what it yields before its result."""

    function: Callable[..., Any]
    arguments: Mapping[str, object]


def solve(ruleset: Ruleset, position: Position) -> Report:
    """The best end of the last round from a position in it."""
    from inkrail.study.solve import solve_position  # noqa: PLC0415

    return solve_position(ruleset, position).report()
