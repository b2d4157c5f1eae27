"""Many games of one bot, and what they say about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, TypeAlias

from inkrail.arena.pool import Outcome, Task, outcomes
from inkrail.arena.statistics import Summary, summary
from inkrail.bots.registry import Player, bot_maker
from inkrail.rules.module import Report
from inkrail.rules.registry import parse_ruleset

COMPONENTS: Final = (
    "network_points",
    "longest_highway",
    "longest_railway",
    "centre",
    "errors",
    "expansion_points",
)
"""The lines of `inkrail score` that make up the total; `errors` are taken off it."""

Step: TypeAlias = Callable[[], None]
"""Called after each game, by whoever shows progress."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a bot's games came to. A game's score is the mean of the seats that the bot held in it."""

    bot: str
    rules: str
    seats: int
    seed: str
    scores: tuple[float, ...]
    cpu_seconds_per_round: float
    components: dict[str, float]
    expansion: dict[str, float]

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.scores)

    @property
    def summary(self) -> Summary:
        """Mean, standard deviation and standard error of the scores."""
        return summary(self.scores)

    def report(self) -> Report:
        """The plain values that `inkrail simulate` prints."""
        found = self.summary
        return {
            "bot": self.bot,
            "games": self.games,
            "mean": found.mean,
            "sd": found.sd,
            "sem": found.sem,
            "cpu_seconds_per_round": self.cpu_seconds_per_round,
            "components": self.components,
            "expansion": self.expansion,
            "rules": self.rules,
            "seats": self.seats,
            "seed": self.seed,
            "scores": [int(score) if score.is_integer() else score for score in self.scores],
        }


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat of a game that the bot in question held."""

    outcome: Outcome
    seat: int

    @property
    def total(self) -> int:
        """Its points."""
        return self.outcome.totals[self.seat]


def simulate(
    bot: Player,
    *,
    games: int = 100,
    seed: str = "1",
    rules: str = "base",
    seats: int | None = None,
    processes: int = 1,
    step: Step = lambda: None,
) -> Simulation:
    """Play seeded games, the bot in every seat; without a number of seats, in as few as the ruleset allows."""
    seats = seats_at(rules, seats)
    tasks = [Task(rules, (bot,) * seats, game_seed(seed, number)) for number in range(1, games + 1)]
    held = [
        [Seated(outcome, seat) for seat in range(seats)]
        for outcome in told(outcomes(tasks, processes=processes), step)
    ]
    return measured(bot_maker(bot)().name, held, rules=rules, seed=seed)


def seats_at(rules: str, seats: int | None) -> int:
    """The number of seats asked for, or the least that the ruleset allows."""
    return parse_ruleset(rules).dealer.least_seats if seats is None else seats


def game_seed(seed: str, number: int) -> str:
    """The seed of one of many games, so that any of them can be looked at alone."""
    return f"{seed}-{number}"


def told(results: Iterable[Outcome], step: Step) -> Iterator[Outcome]:
    """The outcomes, each told as soon as it is there."""
    for outcome in results:
        yield outcome
        step()


def measured(bot: str, held: Sequence[Sequence[Seated]], *, rules: str, seed: str) -> Simulation:
    """The simulation that the seats held by a bot, game by game, come to."""
    every = [seated for game in held for seated in game]
    reports = [seated.outcome.reports[seated.seat] for seated in every]
    rounds = sum(seated.outcome.rounds for seated in every)
    return Simulation(
        bot=bot,
        rules=rules,
        seats=len(every[0].outcome.totals),
        seed=seed,
        scores=tuple(fmean(seated.total for seated in game) for game in held),
        cpu_seconds_per_round=sum(seated.outcome.seconds[seated.seat] for seated in every) / rounds,
        components={name: _mean_of(reports, name) for name in COMPONENTS},
        expansion=_expansion(reports),
    )


def _expansion(reports: Sequence[Report]) -> dict[str, float]:
    """The means of what an expansion counts by single numbers."""
    parts = [part for report in reports if isinstance(part := report["expansion"], dict)]
    names = [name for name, value in parts[0].items() if isinstance(value, int)]
    return {name: _mean_of(parts, name) for name in names}


def _mean_of(reports: Sequence[Report], name: str) -> float:
    return fmean(value for report in reports if isinstance(value := report[name], int))
