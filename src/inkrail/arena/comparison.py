"""Two bots on equal dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkrail.arena.match import Game, Match, Part, match_of
from inkrail.arena.processes import on_processes
from inkrail.arena.simulation import Simulation, Step, collect, simulation_of
from inkrail.arena.statistics import Summary, summary
from inkrail.bots.registry import Player
from inkrail.rules.module import Report


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of two bots in the same games."""

    first: Simulation
    second: Simulation

    def __repr__(self) -> str:
        found = self.difference
        error = "" if found.sem is None else f" ± {found.sem:.2f}"
        names = f"{self.first.bot} against {self.second.bot}"
        return f"<Comparison {names}, {self.first.rules}, games {self.first.games}: {found.mean:+.2f}{error}>"

    @property
    def differences(self) -> tuple[float, ...]:
        """The first bot's lead in points, game by game."""
        return tuple(a - b for a, b in zip(self.first.scores, self.second.scores, strict=True))

    @property
    def difference(self) -> Summary:
        """The mean difference with its 95 % interval; above zero the first bot is better."""
        return summary(self.differences)

    @property
    def adjusted(self) -> Summary | None:
        """The mean difference of the scores less their luck, if that was computed."""
        first, second = self.first.adjusted_scores, self.second.adjusted_scores
        if first is None or second is None:
            return None
        return summary([a - b for a, b in zip(first, second, strict=True)])

    def report(self) -> Report:
        """The plain values that `inkrail simulate --against` prints."""
        difference, differences, adjusted = self.difference, self.differences, self.adjusted
        return self.first.report() | {
            "against": self.second.report(),
            "difference": _plain(difference)
            | {
                "adjusted": _plain(adjusted) if adjusted else None,
                "better": sum(points > 0 for points in differences),
                "equal": sum(points == 0 for points in differences),
                "worse": sum(points < 0 for points in differences),
            },
        }


def compare(  # noqa: PLR0913 - as many as `simulate`, and a second bot
    bot: Player,
    against: Player,
    *,
    games: int = 100,
    seed: str | int = "1",
    rules: str = "base",
    seats: int | None = None,
    processes: int = 1,
    adjusted: bool = False,
    step: Step = lambda: None,
    keep_interrupted: bool = False,
) -> Comparison:
    """Play each seeded game twice, with the bots swapped the second time; `adjusted` as for `simulate`.

    With one seat, each bot plays the same dice alone. With more, the two take alternate seats, so that each has held
    every seat, which matters in a draft. With `keep_interrupted`, Ctrl-C ends the comparison with the games that both
    have played, if there are any.
    """
    match = match_of(bot, against, rules=rules, seats=seats, seed=str(seed), games=games, adjusted=adjusted)
    played = collect(Part(match), where=on_processes(processes), step=step, keep_interrupted=keep_interrupted)
    return comparison_of(match, played)


def comparison_of(match: Match, games: Sequence[Game]) -> Comparison:
    """The comparison of a match's two bots, from games in order."""
    return Comparison(simulation_of(match, games, bot=0), simulation_of(match, games, bot=1))


def result_of(match: Match, games: Sequence[Game]) -> Simulation | Comparison:
    """What a match has measured."""
    return simulation_of(match, games) if len(match.bots) == 1 else comparison_of(match, games)


def _plain(difference: Summary) -> Report:
    interval = difference.interval
    return {
        "mean": difference.mean,
        "sd": difference.sd,
        "sem": difference.sem,
        "interval": list(interval) if interval else None,
    }
