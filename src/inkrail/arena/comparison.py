"""Two bots on equal dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkrail.arena.pool import Outcome, Task, outcomes
from inkrail.arena.simulation import (
    Seated,
    Simulation,
    Step,
    check_number,
    collect,
    game_seed,
    seats_at,
    simulation_of,
)
from inkrail.arena.statistics import Summary, summary
from inkrail.bots.registry import Player, bot_factory
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
    seed: str = "1",
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
    check_number("games", games)
    seats = seats_at(rules, seats)
    tasks = [
        Task(rules, _line_up(pair, seats), game_seed(seed, number), adjusted)
        for number in range(1, games + 1)
        for pair in ((bot, against), (against, bot))
    ]
    results = collect(outcomes(tasks, processes=processes), step, keep_interrupted=keep_interrupted, least=2)
    pairs = list(zip(results[::2], results[1::2], strict=False))
    even, odd = range(0, seats, 2), range(1, seats, 2)
    firsts = [[*_seated(one, even), *_seated(other, odd)] for one, other in pairs]
    seconds = [[*_seated(one, odd), *_seated(other, even)] for one, other in pairs]
    return Comparison(
        simulation_of(bot_factory(bot)().name, firsts, rules=rules, seed=seed),
        simulation_of(bot_factory(against)().name, seconds, rules=rules, seed=seed),
    )


def _plain(difference: Summary) -> Report:
    interval = difference.interval
    return {
        "mean": difference.mean,
        "sd": difference.sd,
        "sem": difference.sem,
        "interval": list(interval) if interval else None,
    }


def _line_up(pair: tuple[Player, Player], seats: int) -> tuple[Player, ...]:
    return tuple(pair[seat % 2] for seat in range(seats))


def _seated(outcome: Outcome, seats: Sequence[int]) -> list[Seated]:
    return [Seated(outcome, seat) for seat in seats]
