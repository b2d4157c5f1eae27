"""How fast the engine plays, looks and scores.

Everything here goes through the same rulesets and tables as a game does.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from benchmarks.hardest import hardest_boards
from inkrail.core.board import Board, Round
from inkrail.core.kinds import Kind
from inkrail.core.longest import Longest, longest_route
from inkrail.core.placement import Placements
from inkrail.core.score import ScoreSheet
from inkrail.game.actions import Done
from inkrail.game.table import Phase, Table, open_table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import DRAW, Drawing, Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

ME = Seat(0)


class Chance:
    """Fast chance with a seed; a game of people gets better."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, limit: int) -> int:
        """A number below `limit`."""
        return int(self._random.random() * limit)


@dataclass(frozen=True)
class Measure:
    """One measured number."""

    name: str
    value: float
    unit: str
    target: str = ""


def random_game(ruleset: Ruleset, *, chance: Chance) -> Position:
    """A game of one seat: each die in turn to any place where it fits."""
    position = ruleset.set_up()
    for number in range(1, ruleset.rounds + 1):
        round_ = Round(number)
        faces = tuple(die.roll(chance) for die in ruleset.dice(round_))
        position = ruleset.begin_round(position, round_, faces=faces)
        while placements := some_die(ruleset, position, chance=chance):
            placement = placements[chance.below(len(placements))]
            position = ruleset.draw(position, Drawing(DRAW, placement))
    return position


def some_die(ruleset: Ruleset, position: Position, *, chance: Chance) -> Placements | None:
    """The placements of one of the dice left that fit, or None if the round may end (B9)."""
    dice = position.dice
    first = chance.below(len(dice)) if dice else 0
    for piece in dice[first:] + dice[:first]:
        placements = ruleset.die_placements(position, piece)
        if placements:
            return placements
    return None


def scored_games(ruleset: Ruleset, *, chance: Chance) -> Iterator[ScoreSheet]:
    """Random games with their full score, one after the other."""
    while True:
        yield ruleset.score(random_game(ruleset, chance=chance))


def tables(ruleset: Ruleset, *, chance: Chance) -> Iterator[Table]:
    """Every state of random games at a table of one seat, through actions alone."""
    table = open_table(ruleset)
    while table.phase is not Phase.OVER:
        table, _ = table.roll(table.throw(chance))
        while placements := some_die(ruleset, table.seats[ME].position, chance=chance):
            yield table
            table, _ = table.act(ME, Drawing(DRAW, placements[chance.below(len(placements))]))
        table, _ = table.act(ME, Done())


def games_a_second(ruleset: Ruleset, *, seconds: float) -> float:
    """How many random games with full scoring fit into a second of processor time."""
    games = scored_games(ruleset, chance=Chance(1))
    next(games)
    count, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        next(games)
        count += 1
    return count / (time.process_time() - begun)


def look(table: Table) -> int:
    """All that a seat is shown: legal placements of dice and specials, duties and the live score."""
    seen = view(table, ME)
    count = sum(len(list(option.placements)) for option in seen.options)
    return count + len(seen.must_draw) + len(seen.duties) + seen.sheet.total


def views(ruleset: Ruleset, *, games: int) -> list[float]:
    """The seconds that each view of some random games took."""
    chance = Chance(2)
    states = [table for _ in range(games) for table in tables(ruleset, chance=chance)]
    return [timed(lambda table=table: look(table)) for table in states]  # type: ignore[misc]


def timed(task: Callable[[], object]) -> float:
    """The processor time that a task takes, in seconds."""
    begun = time.process_time()
    task()
    return time.process_time() - begun


def route_time(board: Board, *, reading: Longest) -> float:
    """The seconds that the longest highway of a board takes, the best of three."""
    return min(timed(lambda: longest_route(board, Kind.HIGHWAY, reading=reading)) for _ in range(3))


def measure(*, seconds: float = 5.0, games: int = 40) -> list[Measure]:
    """All measurements."""
    ruleset = parse_ruleset("base")
    found = [
        Measure("random base games with full scoring", games_a_second(ruleset, seconds=seconds), "/s", "1000")
    ]
    times = [1000 * one for one in views(ruleset, games=games)]
    found.append(Measure("view, median", statistics.median(times), "ms", "2"))
    found.append(Measure("view, slowest of a hundred", statistics.quantiles(times, n=100)[-1], "ms"))
    for name, reading, board in hardest_boards():
        value = 1000 * route_time(board, reading=reading)
        found.append(Measure(f"longest route, {name}, {reading.value}", value, "ms", "1000"))
    return found
