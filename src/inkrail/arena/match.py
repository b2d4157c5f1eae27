"""What is played: the outcome of a game depends only on its match and its number, not on where it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from time import process_time
from typing import Final, TypeAlias

from inkrail.bots.playing import play_game
from inkrail.bots.registry import Player, bot_factory
from inkrail.core.errors import Refusal
from inkrail.game.history import played_rounds
from inkrail.game.record import Record
from inkrail.rules.dealing import Seat
from inkrail.rules.module import Report
from inkrail.rules.registry import parse_ruleset

MOST_GAMES: Final = 999_999
"""How many games a match may have."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play, with a player for each seat; if `adjusted`, the luck of the dice is computed too."""

    rules: str
    players: tuple[Player, ...]
    seed: str
    adjusted: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, seat by seat: points, score as `inkrail score` prints it, CPU time, luck if it was asked for."""

    totals: tuple[int, ...]
    reports: tuple[Report, ...]
    seconds: tuple[float, ...]
    rounds: int
    luck: tuple[float, ...] | None = None


Game: TypeAlias = tuple[Outcome, ...]
"""The outcomes of one numbered game: one for a bot alone, two for a comparison."""


@dataclass(frozen=True, slots=True)
class Match:
    """Games of one bot, or of two that are compared, numbered from 1."""

    bots: tuple[Player, ...]
    names: tuple[str, ...]
    rules: str
    seats: int
    seed: str
    games: int
    adjusted: bool = False

    def tasks(self, number: int) -> tuple[Task, ...]:
        """What is played for a game: two bots take alternate seats, and swap them for a second time."""
        return tuple(
            Task(
                self.rules, tuple(self.bots[turn] for turn in line_up), f"{self.seed}-{number}", self.adjusted
            )
            for line_up in self._line_ups()
        )

    def seats_of(self, bot: int) -> Iterator[tuple[int, int]]:
        """The seats that a bot holds: the index of a game's task, and the seat."""
        for task, line_up in enumerate(self._line_ups()):
            yield from ((task, seat) for seat, turn in enumerate(line_up) if turn == bot)

    def _line_ups(self) -> list[list[int]]:
        """The index of the bot in each seat, task by task."""
        count = len(self.bots)
        return [[(seat + first) % count for seat in range(self.seats)] for first in range(count)]


def match_of(*bots: Player, rules: str, seats: int | None, seed: str, games: int, adjusted: bool) -> Match:
    """The match of one or two bots; by default with as few seats as the ruleset allows."""
    if games < 1:
        raise Refusal("usage.number", option="games", value=games, least=1, most=MOST_GAMES)
    names = tuple(bot_factory(bot)().name for bot in bots)
    return Match(bots, names, rules, seats_at(rules, seats), seed, games, adjusted)


def seats_at(rules: str, seats: int | None) -> int:
    """The given number of seats, or the fewest that the ruleset allows."""
    return parse_ruleset(rules).dealer.least_seats if seats is None else seats


@dataclass(frozen=True, slots=True)
class Part:
    """One of several parts of a match that are as large as each other, or nearly so; part 1 of 1 is the whole."""

    match: Match
    index: int = 1
    of: int = 1

    def __str__(self) -> str:
        return f"{self.index}/{self.of}"

    @property
    def numbers(self) -> range:
        """The numbers of its games."""
        games = self.match.games
        return range(1 + games * (self.index - 1) // self.of, 1 + games * self.index // self.of)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive games of a match that were played: the number of the first one, and the outcomes."""

    first: int
    games: tuple[Game, ...]
    seconds: float = field(default=0.0, compare=False)
    """The CPU seconds that it took, without the warm-up."""

    @property
    def numbers(self) -> range:
        """The numbers of its games."""
        return range(self.first, self.first + len(self.games))


Where: TypeAlias = Callable[[Match, Sequence[range]], Iterator[Chunk]]
"""Plays all games with these numbers somewhere, and yields them in chunks as they are finished."""


def play_chunk(match: Match, numbers: range) -> Chunk:
    """Play consecutive games in this process."""
    tasks = [match.tasks(number) for number in numbers]
    for task in tasks[0]:
        _warm_up(task)
    began = process_time()
    games = tuple(tuple(map(play, row)) for row in tasks)
    programs = sum(sum(outcome.seconds) for game in games for outcome in game)
    return Chunk(numbers.start, games, max(process_time() - began, programs))


def missing(numbers: range, chunks: Iterable[Chunk]) -> list[range]:
    """The ranges of numbers that no chunk has."""
    gaps, start = [], numbers.start
    for played in sorted((chunk.numbers for chunk in chunks), key=lambda played: played.start):
        gaps.append(range(start, min(played.start, numbers.stop)))
        start = max(start, played.stop)
    return [gap for gap in [*gaps, range(start, numbers.stop)] if gap]


def merged(numbers: range, chunks: Iterable[Chunk]) -> list[Game]:
    """The games with these numbers, in order, up to the first that no chunk has."""
    games = {
        number: game for chunk in chunks for number, game in zip(chunk.numbers, chunk.games, strict=True)
    }
    ends = (number for number in numbers if number not in games)
    return [games[number] for number in range(numbers.start, next(ends, numbers.stop))]


_ruleset = cache(parse_ruleset)
"""One ruleset for all games, since bots cache what they compute for it."""

_warm: set[tuple[str, tuple[Player, ...]]] = set()
"""What this process has played before: a first game compiles and loads, so that its time would mean little. It is
played twice, so that an error in it names a game that was asked for."""


def _warm_up(task: Task) -> None:
    line_up = task.rules, task.players
    if line_up not in _warm:
        play(replace(task, adjusted=False))
        _warm.add(line_up)


def play(task: Task) -> Outcome:
    """Play one game."""
    ruleset = _ruleset(task.rules)
    game = play_game(ruleset, bots=[bot_factory(player) for player in task.players], seed=task.seed)
    reports = tuple(ruleset.report(sheet) for sheet in game.sheets)
    luck = _luck(game.record) if task.adjusted else None
    return Outcome(game.totals, reports, game.seconds, ruleset.rounds, luck)


def _luck(record: Record) -> tuple[float, ...] | None:
    """The luck of each seat in a whole game; None where only a sample of all rolls is counted."""
    from inkrail.bots.values import luck_of, values_of  # noqa: PLC0415 - games need no kernel

    values = values_of(record.ruleset)
    if values.is_sampled:
        return None
    seats = (played_rounds(record, Seat(seat)) for seat in range(record.seats))
    return tuple(sum(luck_of(values, played) for played in rounds) for rounds in seats)
