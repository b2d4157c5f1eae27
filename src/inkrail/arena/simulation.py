"""Many games of one bot, and their statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, TypeAlias

from inkrail.arena.pool import Outcome, Task, outcomes
from inkrail.arena.statistics import Summary, summary
from inkrail.bots.registry import Player, bot_factory
from inkrail.core.errors import Refusal
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
"""The lines of `inkrail score` that make up the total; `errors` are subtracted."""

MOST_GAMES: Final = 999_999
"""How many games a simulation may have."""

Step: TypeAlias = Callable[[], None]
"""Called after each game, to show progress."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of a bot's games; the score of a game is the mean over the seats that the bot held."""

    bot: str
    rules: str
    seats: int
    seed: str
    scores: tuple[float, ...]
    cpu_seconds_per_round: float
    components: dict[str, float]
    expansion: dict[str, float]
    adjusted_scores: tuple[float, ...] | None = None
    """The scores less the luck of their rolls, if that was asked for and all rolls are counted."""

    def __repr__(self) -> str:
        found = self.summary
        error = "" if found.sem is None else f" ± {found.sem:.2f}"
        return f"<Simulation {self.bot}, {self.rules}, games {self.games}: {found.mean:.2f}{error}>"

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.scores)

    @property
    def summary(self) -> Summary:
        """Mean, standard deviation and standard error of the scores."""
        return summary(self.scores)

    @property
    def adjusted(self) -> Summary | None:
        """The same of the scores less their luck."""
        return summary(self.adjusted_scores) if self.adjusted_scores else None

    def report(self) -> Report:
        """The plain values that `inkrail simulate` prints."""
        summary, adjusted = self.summary, self.adjusted
        return {
            "bot": self.bot,
            "games": self.games,
            "mean": summary.mean,
            "sd": summary.sd,
            "sem": summary.sem,
            "adjusted": {"mean": adjusted.mean, "sd": adjusted.sd, "sem": adjusted.sem} if adjusted else None,
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
    """A seat that the bot held in a game."""

    outcome: Outcome
    seat: int

    @property
    def total(self) -> int:
        """Its points."""
        return self.outcome.totals[self.seat]

    @property
    def adjusted(self) -> float | None:
        """Its points less the luck of its rolls, if that was computed."""
        luck = self.outcome.luck
        return None if luck is None else self.total - luck[self.seat]


def simulate(  # noqa: PLR0913 - how to play is a keyword each
    bot: Player,
    *,
    games: int = 100,
    seed: str = "1",
    rules: str = "base",
    seats: int | None = None,
    processes: int = 1,
    adjusted: bool = False,
    step: Step = lambda: None,
    keep_interrupted: bool = False,
) -> Simulation:
    """Play seeded games with the bot in every seat; by default in as few seats as the ruleset allows.

    If `adjusted`, it also has the scores less the luck of the rolls, where all rolls are counted. With
    `keep_interrupted`, Ctrl-C ends the simulation with the games that are over, if there are any.
    """
    check_number("games", games)
    seats = seats_at(rules, seats)
    tasks = [Task(rules, (bot,) * seats, game_seed(seed, number), adjusted) for number in range(1, games + 1)]
    results = collect(outcomes(tasks, processes=processes), step, keep_interrupted=keep_interrupted)
    held = [[Seated(outcome, seat) for seat in range(seats)] for outcome in results]
    return simulation_of(bot_factory(bot)().name, held, rules=rules, seed=seed)


def check_number(name: str, number: int) -> None:
    """Refuse a number of games that leaves nothing to measure."""
    if number < 1:
        raise Refusal("usage.number", option=name, value=number, least=1, most=MOST_GAMES)


def seats_at(rules: str, seats: int | None) -> int:
    """The given number of seats, or the fewest that the ruleset allows."""
    return parse_ruleset(rules).dealer.least_seats if seats is None else seats


def game_seed(seed: str, number: int) -> str:
    """The seed of one game of a simulation, so that it can be played alone."""
    return f"{seed}-{number}"


def collect(
    results: Iterable[Outcome], step: Step, *, keep_interrupted: bool, least: int = 1
) -> list[Outcome]:
    """All outcomes, calling `step` after each; with `keep_interrupted` those before Ctrl-C, if they are enough."""
    played: list[Outcome] = []
    try:
        for outcome in results:
            played.append(outcome)
            step()
    except KeyboardInterrupt:
        if not keep_interrupted or len(played) < least:
            raise
    return played


def simulation_of(bot: str, held: Sequence[Sequence[Seated]], *, rules: str, seed: str) -> Simulation:
    """The simulation of a bot from the seats it held, game by game."""
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
        adjusted_scores=_adjusted(held),
    )


def _adjusted(held: Sequence[Sequence[Seated]]) -> tuple[float, ...] | None:
    """The scores less their luck, game by game, or None if the luck was not computed."""
    games = [[points for seated in game if (points := seated.adjusted) is not None] for game in held]
    return tuple(map(fmean, games)) if all(games) else None


def _expansion(reports: Sequence[Report]) -> dict[str, float]:
    """The means of the single numbers in an expansion's report."""
    parts = [part for report in reports if isinstance(part := report["expansion"], dict)]
    names = [name for name, value in parts[0].items() if isinstance(value, int)]
    return {name: _mean_of(parts, name) for name in names}


def _mean_of(reports: Sequence[Report], name: str) -> float:
    return fmean(value for report in reports if isinstance(value := report[name], int))
