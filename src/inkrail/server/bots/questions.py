"""What worker processes answer besides playing for bots.

The functions run in a worker. They return plain values, which travel as JSON, and import what needs the extra `bots` only
when they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from inkrail.core.errors import Refusal
from inkrail.game.record import Record, parse_record
from inkrail.game.table import Table
from inkrail.rules.dealing import Seat
from inkrail.rules.module import Report
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Question:
    """A function to call in a worker, with its arguments; a generator sends what it yields before its result."""

    function: Callable[..., Any]
    arguments: Mapping[str, object]


def warm_up(ruleset: Ruleset) -> None:
    """Compile all that bots and studies need for a ruleset."""
    from inkrail.study import warming  # noqa: PLC0415

    warming.warm_up(ruleset)


def solve(ruleset: Ruleset, position: Position) -> Report:
    """The best end of the last round from a position in it."""
    from inkrail.study.solve import solve_position  # noqa: PLC0415

    return solve_position(ruleset, position).report()


def hint(table: Table, seat: int) -> Report:
    """The best end of the running round from where a seat stands, of few candidates and rolls, so that it is quick."""
    from inkrail.study.hint import hint_at  # noqa: PLC0415

    return hint_at(table, seat=Seat(seat), effort="quick", quickly=True).report()


def value_after(ruleset: Ruleset, position: Position) -> float:
    """What the end of a round is worth before the next one."""
    from inkrail.bots.values import values_of  # noqa: PLC0415

    return values_of(ruleset).value(position, round_=int(position.round_) + 1)


def make_puzzles(ruleset: Ruleset, seed: str, *, number: int, games: int) -> list[dict[str, Any]]:
    """So many new puzzles, or fewer if so many games give no more."""
    from inkrail.study.puzzles import puzzles_of  # noqa: PLC0415
    from inkrail.study.starter import fields_of  # noqa: PLC0415

    puzzles = puzzles_of(ruleset, number=number, seed=seed, games=games)
    return [fields_of(puzzle) for puzzle in puzzles]


def own_puzzle(record: Record, seat: int) -> dict[str, Any]:
    """The last round of a finished game as a puzzle; other ends may be as good as the best."""
    from inkrail.study.puzzles import last_round_puzzle  # noqa: PLC0415
    from inkrail.study.starter import fields_of  # noqa: PLC0415

    if record.ruleset.dealer.drafted:
        raise Refusal("opening.drafted")
    return {**fields_of(last_round_puzzle(record, Seat(seat))), "second": None}


def review(record: str, seat: int, effort: str) -> Generator[Report, None, Report]:
    """The review of a seat of a finished game, after that of each round, the last one first."""
    from inkrail.study.review import review_rounds, sum_up  # noqa: PLC0415

    read, table = parse_record(record)
    rounds = []
    for round_ in review_rounds(read, table, seat=Seat(seat), effort=effort):
        rounds.append(round_)
        yield round_.report()
    return sum_up(read, seat=Seat(seat), rounds=rounds).report()


def best(record: str, seat: int) -> Generator[Report, None, Report]:
    """The best board found for the dice of a finished game, after an empty part for each round that was searched."""
    from inkrail.study.best import best_board  # noqa: PLC0415

    read, table = parse_record(record)
    steps: SimpleQueue[Report | None] = SimpleQueue()
    with ThreadPoolExecutor(1) as pool:
        searching = pool.submit(best_board, read, table, seat=Seat(seat), step=lambda: steps.put({}))
        searching.add_done_callback(lambda _: steps.put(None))
        while (step := steps.get()) is not None:
            yield step
        return searching.result().report()
