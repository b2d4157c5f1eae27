"""How fast the engine plays, looks and scores.

Everything here goes through the same rulesets and tables as a game does.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.hardest import hardest_boards
from inkrail.arena.chance import QuickRng
from inkrail.arena.speed import reference_rate, some_die
from inkrail.core.board import Board
from inkrail.core.dice import Rng
from inkrail.core.kinds import Kind
from inkrail.core.longest import Longest, longest_route
from inkrail.game.actions import Done
from inkrail.game.table import Phase, Table, open_table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

ME = Seat(0)


@dataclass(frozen=True)
class Measure:
    """One measured number."""

    name: str
    value: float
    unit: str
    target: str = ""


def tables(ruleset: Ruleset, *, rng: Rng) -> Iterator[Table]:
    """Every state of a random game at a table with one seat, played through actions."""
    table = open_table(ruleset)
    while table.phase is not Phase.OVER:
        table, _ = table.roll(table.throw(rng))
        while drawing := some_die(ruleset, table.seats[ME].position, rng=rng):
            yield table
            table, _ = table.act(ME, drawing)
        table, _ = table.act(ME, Done())


def look(table: Table) -> int:
    """Compute all that a seat is shown: legal placements of dice and specials, duties and the live score."""
    seen = view(table, ME)
    count = sum(len(list(option.placements)) for option in seen.options)
    return count + len(seen.must_draw) + len(seen.duties) + seen.sheet.total


def views(ruleset: Ruleset, *, games: int) -> list[float]:
    """The seconds that each view of some random games took."""
    rng = QuickRng(2)
    states = [table for _ in range(games) for table in tables(ruleset, rng=rng)]
    return [timed(lambda table=table: look(table)) for table in states]  # type: ignore[misc]


def timed(task: Callable[[], object]) -> float:
    """The CPU time of a task, in seconds."""
    begun = time.process_time()
    task()
    return time.process_time() - begun


def route_time(board: Board, *, reading: Longest) -> float:
    """The seconds that the longest highway of a board takes, the best of three."""
    return min(timed(lambda: longest_route(board, Kind.HIGHWAY, reading=reading)) for _ in range(3))


def measure(*, seconds: float = 5.0, games: int = 40) -> list[Measure]:
    """All measurements."""
    ruleset = parse_ruleset("base")
    measures = [
        Measure("random base games with full scoring", reference_rate(ruleset, seconds=seconds), "/s", "1000")
    ]
    times = [1000 * duration for duration in views(ruleset, games=games)]
    measures.append(Measure("view, median", statistics.median(times), "ms", "2"))
    measures.append(Measure("view, slowest of a hundred", statistics.quantiles(times, n=100)[-1], "ms"))
    for name, reading, board in hardest_boards():
        value = 1000 * route_time(board, reading=reading)
        measures.append(Measure(f"longest route, {name}, {reading.value}", value, "ms", "1000"))
    return measures
