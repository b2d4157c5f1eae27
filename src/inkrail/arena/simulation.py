"""Many games of one bot, and their statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Protocol, TypeAlias

from inkrail.arena.match import Chunk, Game, Match, Outcome, Part, Where, match_of, merged, missing
from inkrail.arena.processes import on_processes
from inkrail.arena.statistics import Summary, summary
from inkrail.bots.registry import Player
from inkrail.rules.module import Report

COMPONENTS: Final = (
    "network_points",
    "longest_highway",
    "longest_railway",
    "centre",
    "errors",
    "expansion_points",
)
"""The lines of `inkrail score` that make up the total; `errors` are subtracted."""


class ChunkStore(Protocol):
    """Where finished chunks are kept."""

    @property
    def chunks(self) -> Sequence[Chunk]:
        """Those of an earlier run."""

    def add(self, chunk: Chunk) -> None:
        """Keep another one."""


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


def simulate(  # noqa: PLR0913 - how to play is a keyword each
    bot: Player,
    *,
    games: int = 100,
    seed: str | int = "1",
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
    match = match_of(bot, rules=rules, seats=seats, seed=str(seed), games=games, adjusted=adjusted)
    played = collect(Part(match), where=on_processes(processes), step=step, keep_interrupted=keep_interrupted)
    return simulation_of(match, played)


def collect(
    part: Part,
    *,
    where: Where,
    step: Step = lambda: None,
    keep_interrupted: bool = False,
    results: ChunkStore | None = None,
) -> list[Game]:
    """The games of a part in order, calling `step` after each.

    Those that the results have are not played again, and all others are added to them. With `keep_interrupted`, Ctrl-C
    ends it with the games before the first that is missing, if there are any.
    """
    chunks: list[Chunk] = []

    def add(chunk: Chunk) -> None:
        chunks.append(chunk)
        for _ in chunk.games:
            step()

    for chunk in results.chunks if results else ():
        add(chunk)
    try:
        for chunk in where(part.match, missing(part.numbers, chunks)):
            if results:
                results.add(chunk)
            add(chunk)
    except KeyboardInterrupt:
        if not keep_interrupted or not merged(part.numbers, chunks):
            raise
    return merged(part.numbers, chunks)


def simulation_of(match: Match, games: Sequence[Game], *, bot: int = 0) -> Simulation:
    """The simulation of one of a match's bots, from games in order."""
    seats = list(match.seats_of(bot))
    held = [[_Seated(game[task], seat) for task, seat in seats] for game in games]
    every = [seated for game in held for seated in game]
    reports = [seated.outcome.reports[seated.seat] for seated in every]
    rounds = sum(seated.outcome.rounds for seated in every)
    return Simulation(
        bot=match.names[bot],
        rules=match.rules,
        seats=match.seats,
        seed=match.seed,
        scores=tuple(fmean(seated.total for seated in game) for game in held),
        cpu_seconds_per_round=sum(seated.outcome.seconds[seated.seat] for seated in every) / rounds,
        components={name: _mean_of(reports, name) for name in COMPONENTS},
        expansion=_expansion(reports),
        adjusted_scores=_adjusted(held),
    )


@dataclass(frozen=True, slots=True)
class _Seated:
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


def _adjusted(held: Sequence[Sequence[_Seated]]) -> tuple[float, ...] | None:
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
