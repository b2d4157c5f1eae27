"""Two bots on equal dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkrail.arena.pool import Outcome, Task, outcomes
from inkrail.arena.simulation import Seated, Simulation, Step, game_seed, measured, seats_at, told
from inkrail.arena.statistics import Summary, summary
from inkrail.bots.registry import Player, bot_maker
from inkrail.rules.module import Report


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two bots made of the same games."""

    first: Simulation
    second: Simulation

    @property
    def differences(self) -> tuple[float, ...]:
        """How many points the first bot has more, game by game."""
        return tuple(a - b for a, b in zip(self.first.scores, self.second.scores, strict=True))

    @property
    def difference(self) -> Summary:
        """The mean difference, with its 95 % interval; above zero the first bot is the better one."""
        return summary(self.differences)

    def report(self) -> Report:
        """The plain values that `inkrail simulate --against` prints: those of the first bot, and these."""
        found, differences = self.difference, self.differences
        return self.first.report() | {
            "against": self.second.report(),
            "difference": {
                "mean": found.mean,
                "sd": found.sd,
                "sem": found.sem,
                "interval": list(found.interval) if found.interval else None,
                "better": sum(one > 0 for one in differences),
                "equal": sum(one == 0 for one in differences),
                "worse": sum(one < 0 for one in differences),
            },
        }


def compare(
    bot: Player,
    against: Player,
    *,
    games: int = 100,
    seed: str = "1",
    rules: str = "base",
    seats: int | None = None,
    processes: int = 1,
    step: Step = lambda: None,
) -> Comparison:
    """Play each seeded game twice, the bots having changed places.

    In one seat the first bot plays the dice alone, then the second one. In more the two sit by turns, so that where
    dice are chosen, each has had every place.
    """
    seats = seats_at(rules, seats)
    tasks = [
        Task(rules, _line_up(pair, seats), game_seed(seed, number))
        for number in range(1, games + 1)
        for pair in ((bot, against), (against, bot))
    ]
    results = list(told(outcomes(tasks, processes=processes), step))
    pairs = list(zip(results[::2], results[1::2], strict=True))
    even, odd = range(0, seats, 2), range(1, seats, 2)
    firsts = [[*_seated(one, even), *_seated(other, odd)] for one, other in pairs]
    seconds = [[*_seated(one, odd), *_seated(other, even)] for one, other in pairs]
    return Comparison(
        measured(bot_maker(bot)().name, firsts, rules=rules, seed=seed),
        measured(bot_maker(against)().name, seconds, rules=rules, seed=seed),
    )


def _line_up(pair: tuple[Player, Player], seats: int) -> tuple[Player, ...]:
    return tuple(pair[seat % 2] for seat in range(seats))


def _seated(outcome: Outcome, seats: Sequence[int]) -> list[Seated]:
    return [Seated(outcome, seat) for seat in seats]
