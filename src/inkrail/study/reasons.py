"""Why another end of a round is better: what each line of the score sheet comes to with both ends.

In the last round these are the lines of both boards. Before it the bot `steady` plays both ends on with the same dice, and
the lines are means; they need not add up to the loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inkrail.bots.effort import COST
from inkrail.bots.steady import SteadyBot
from inkrail.core.board import Round
from inkrail.core.dice import Rng, SeededRng
from inkrail.core.score import ScoreSheet
from inkrail.game.history import PlayedRound, end_after
from inkrail.kernel.capabilities import game_of
from inkrail.rules.dealing import Faces
from inkrail.rules.module import Report
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset

SEQUENCES: Final = 24
"""With how many sequences of dice both ends are played on, unless that is costly."""
COSTLY: Final = 7
"""Where a search costs so many times as much as in the base game, a third of them must do."""


class ReasonLine(NamedTuple):
    """A line of the score sheet: the points that the player's own end and the better one come to."""

    name: str
    own: float
    better: float

    def report(self) -> Report:
        """The plain values that `inkrail review` prints."""
        return {"name": self.name, "own": self.own, "better": self.better}


Reason = tuple[ReasonLine, ...]


def reason_of(ruleset: Ruleset, played: PlayedRound, best: Sequence[str]) -> Reason:
    """The score lines after the player's own end of a round and after the best one."""
    ends = played.end, end_after(ruleset, played, best)
    sequences = _sequences(ruleset, int(played.round_) + 1)
    own, better = ([_played_on(ruleset, end, rolls) for rolls in sequences] for end in ends)
    lines = (line for sheet in (*own, *better) for line in sheet.all_lines if line.kind != "note")
    return tuple(
        ReasonLine(name, _mean(own, name), _mean(better, name))
        for name in dict.fromkeys(line.name for line in lines)
    )


def _sequences(ruleset: Ruleset, first: int) -> list[tuple[Faces, ...]]:
    """The rolls of the rounds from `first` on, so many times; after the last round there is nothing to roll."""
    rounds = range(first, ruleset.rounds + 1)
    if not rounds:
        return [()]
    return [
        tuple(_roll(ruleset, Round(round_), rng=SeededRng("reason", number, round_)) for round_ in rounds)
        for number in range(sequences_in(ruleset))
    ]


def sequences_in(ruleset: Ruleset) -> int:
    """With how many sequences of dice both ends are played on in a ruleset."""
    return SEQUENCES // 3 if COST.get(game_of(ruleset), 1) >= COSTLY else SEQUENCES


def _roll(ruleset: Ruleset, round_: Round, *, rng: Rng) -> Faces:
    return tuple(die.roll(rng) for die in ruleset.dice(round_))


def _played_on(ruleset: Ruleset, position: Position, rolls: Sequence[Faces]) -> ScoreSheet:
    """The score sheet when `steady` has played the rounds of these rolls, the last ones of the game."""
    foresight, rng = SteadyBot().foresight(ruleset), SeededRng("reason")
    for left, faces in zip(range(len(rolls), 0, -1), rolls, strict=True):
        position = ruleset.begin_round(position, Round(ruleset.rounds + 1 - left), faces=faces)
        while choices := ruleset.choices(position):
            position = ruleset.choose(position, foresight.choose(position, choices))
        plan = foresight.plan(position, rng=rng)
        for drawing in foresight.search.kernel.drawings(plan.moves):
            position = ruleset.draw(position, drawing)
    return ruleset.score(position)


def _mean(sheets: Sequence[ScoreSheet], name: str) -> float:
    return sum(sheet.points(name) for sheet in sheets) / len(sheets)
