"""The review of a finished game: for each round what the dice gave, and what the player made of it.

Rounds are reviewed from the last one backwards. docs/study.md has the definitions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import sqrt
from typing import Final

import numpy as np

from inkrail.bots.effort import Breadth
from inkrail.bots.search import Ahead, Search
from inkrail.bots.values import Values, values_of
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.history import PlayedRound, played_rounds
from inkrail.game.record import Record
from inkrail.game.table import Phase, Table
from inkrail.kernel.board.bits import Words
from inkrail.kernel.engine import NARROW_KEPT, NARROW_SPECIAL, NARROW_WIDTH
from inkrail.notebook import table_html, voice
from inkrail.rules.dealing import Seat
from inkrail.rules.module import Report
from inkrail.rules.ruleset import Ruleset
from inkrail.study.comparing import CLEARLY, best_end
from inkrail.study.ends import End, is_forced, last_end, ranked_ends
from inkrail.study.engine import engine_of
from inkrail.study.grades import FORCED, LOOKED_AT_AGAIN, class_of, fortune, milder_class, skill, threshold
from inkrail.study.reasons import Reason, reason_of
from inkrail.study.refusals import check_seat, check_values
from inkrail.study.scale import between, bot_means

EFFORTS: Final = {"full": 24, "quick": 8}
"""How many ends of a round are compared."""
PAIRS_OF_ROLLS: Final = 80
"""Over how many pairs of rolls a large loss is looked at again, at most."""
PAIRS_AT_ONCE: Final = 20
"""After each so many of them it may be clear which class it has."""
MOST_MOMENTS: Final = 3
LEAST_LOSS_OF_A_MOMENT: Final = 1.0
NARROW: Final = Breadth(width=NARROW_WIDTH, special=NARROW_SPECIAL, kept=NARROW_KEPT)


@dataclass(frozen=True, slots=True)
class RoundReview:
    """A round: value before the roll, luck of the roll, what was made of it, and the best end that was found."""

    round_: int
    value: float
    luck: float
    fortune: float
    choices: float
    loss: float
    grade: str
    """One of `grades.ALL_CLASSES`."""
    best: tuple[str, ...]
    """The actions of the best end right after roll and picks, without `done`."""
    variance: float
    """The variance of the luck."""
    reason: Reason = ()
    """Why the best end is better: the last round has it at once, the other key moments in the review of the game."""

    def report(self) -> Report:
        """The plain values that `inkrail review` prints."""
        return {
            "round": self.round_,
            "value": self.value,
            "luck": self.luck,
            "fortune": self.fortune,
            "choices": self.choices,
            "loss": self.loss,
            "class": self.grade,
            "best": list(self.best),
            "reason": [line.report() for line in self.reason],
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A seat's game: the score is par + luck + choices."""

    seat: int
    """Counted from 1."""
    rules: str
    score: int
    par: float
    luck: float
    choices: float
    skill: float
    fortune: float
    sampled: bool
    """Whether a sample of the rolls took the place of all."""
    engine: str
    rounds: tuple[RoundReview, ...]
    moments: tuple[int, ...]
    """The key moments: at most three rounds, those with the largest losses first."""

    def __repr__(self) -> str:
        parts = f"par {self.par:.1f}, luck {self.luck:+.1f}, choices {self.choices:+.1f}"
        return f"<Review of seat {self.seat}, {self.rules}: {parts}, score {self.score}>"

    def _repr_html_(self) -> str:
        return _html(self)

    @property
    def adjusted(self) -> float:
        """The score with average dice: without the luck."""
        return self.score - self.luck

    def report(self) -> Report:
        """The plain values that `inkrail review` prints."""
        return {
            "seat": self.seat,
            "rules": self.rules,
            "score": self.score,
            "par": self.par,
            "luck": self.luck,
            "choices": self.choices,
            "skill": self.skill,
            "fortune": self.fortune,
            "sampled": self.sampled,
            "engine": self.engine,
            "rounds": [round_.report() for round_ in self.rounds],
            "moments": list(self.moments),
            "adjusted": self.adjusted,
            "bots": [mean.report() for mean in bot_means(self.rules)],
            "between": list(between(self.rules, self.skill)),
        }


def review_game(record: Record, table: Table, *, seat: Seat, effort: str = "full") -> Review:
    """The review of one seat of a finished game; `table` is what the record leads to."""
    return sum_up(record, seat=seat, rounds=tuple(review_rounds(record, table, seat=seat, effort=effort)))


def check_reviewable(record: Record, table: Table, *, seat: Seat) -> None:
    """Refuse a game that is not over, one with other network values, and an unknown seat."""
    check_seat(record, seat)
    check_values(record.ruleset)
    if table.phase is not Phase.OVER:
        raise Refusal("record.unfinished")


def review_rounds(record: Record, table: Table, *, seat: Seat, effort: str = "full") -> Iterator[RoundReview]:
    """The rounds of one seat, from the last one backwards, each as soon as it is reviewed."""
    check_reviewable(record, table, seat=seat)
    values = values_of(record.ruleset)
    after = float(record.ruleset.score(table.seats[seat].position).total)
    for played in reversed(played_rounds(record, seat)):
        review = _review(values, played, after=after, number=EFFORTS[effort])
        yield review
        after = review.value


def sum_up(record: Record, *, seat: Seat, rounds: Sequence[RoundReview]) -> Review:
    """The review of a seat from those of its rounds, in any order; it adds the reasons of the key moments."""
    values = values_of(record.ruleset)
    moments = moments_of(rounds)
    played = played_rounds(record, seat)
    ordered = tuple(
        _with_reason(record.ruleset, round_, played[round_.round_ - 1])
        if round_.round_ in moments and not round_.reason
        else round_
        for round_ in sorted(rounds, key=lambda round_: round_.round_)
    )
    luck = [round_.luck for round_ in ordered]
    last = ordered[-1]
    return Review(
        seat=seat + 1,
        rules=record.ruleset.name,
        score=round(last.value + last.luck + last.choices),
        par=ordered[0].value,
        luck=sum(luck),
        choices=sum(round_.choices for round_ in ordered),
        skill=skill(round_.loss for round_ in ordered),
        fortune=fortune(luck, [round_.variance for round_ in ordered]),
        sampled=values.is_sampled,
        engine=engine_of(values),
        rounds=ordered,
        moments=moments,
    )


def moments_of(rounds: Sequence[RoundReview]) -> tuple[int, ...]:
    """The key moments of a game: the rounds with the largest losses, at most three, the largest first."""
    lost = [round_ for round_ in rounds if round_.loss >= LEAST_LOSS_OF_A_MOMENT]
    lost.sort(key=lambda round_: (-round_.loss, round_.round_))
    return tuple(round_.round_ for round_ in lost[:MOST_MOMENTS])


def _with_reason(ruleset: Ruleset, review: RoundReview, played: PlayedRound) -> RoundReview:
    return replace(review, reason=reason_of(ruleset, played, review.best))


def _review(values: Values, played: PlayedRound, *, after: float, number: int) -> RoundReview:
    """The review of a round; `after` is the value of the end that was drawn."""
    round_ = int(played.round_)
    prospects = values.prospects(played.before, round_=round_)
    worth = values.worth(played.before, played.hand, round_=round_)
    own = End(values.kernel.state_of(played.end), played.choices, played.drawings, after)
    is_last = round_ == values.ruleset.rounds
    ends = [last_end(values, played.start)] if is_last else ranked_ends(values, played.start, number=number)
    best, value = best_end(values, ends, round_=round_)
    if value <= after:
        best, value = own, after
    loss = value - after
    grade = (
        FORCED
        if is_forced(values, played.start, ends)
        else _class(values, own, best, round_=round_, loss=loss)
    )
    review = RoundReview(
        round_=round_,
        value=prospects.value,
        luck=worth - prospects.value,
        fortune=prospects.fortune(worth),
        choices=after - worth,
        loss=loss,
        grade=grade,
        best=best.actions(values.ruleset),
        variance=prospects.variance,
    )
    return _with_reason(values.ruleset, review, played) if is_last and loss else review


def _class(values: Values, own: End, best: End, *, round_: int, loss: float) -> str:
    """The class of a loss; a large one is looked at again two rounds ahead, with the same rolls for both ends."""
    if loss < LOOKED_AT_AGAIN or round_ > values.ruleset.rounds - 2:
        return class_of(loss)
    return milder_class(loss, _difference_ahead(values, np.array([own.state, best.state]), round_, loss=loss))


def _difference_ahead(values: Values, ends: Words, round_: int, *, loss: float) -> float:
    """How much better the second end is two rounds ahead, by as many pairs of rolls as the class of the loss takes to decide."""
    search, rng = Search(values.kernel, values.model), SeededRng("review", round_)
    ahead = Ahead(round_ + 1, 2, PAIRS_AT_ONCE, NARROW)
    differences = np.empty(0)
    while len(differences) < PAIRS_OF_ROLLS:
        reached = search.ahead(ends, ahead, rng=rng).astype(np.float64)
        differences = np.append(differences, reached[1] - reached[0])
        error = max(float(differences.std()), 1.0) / sqrt(len(differences))
        if abs(float(differences.mean()) - threshold(loss)) > CLEARLY * error:
            break
    return float(differences.mean())


_HEADS = (
    "cli.review.round",
    "cli.review.value",
    "cli.review.dice",
    "cli.review.choices",
    "cli.review.loss",
    "cli.review.grade",
)
"""The heads of the columns in a notebook."""


def _html(review: Review) -> str:
    """The line that adds up, and a row for each round."""
    texts = voice()
    total = texts.text(
        "cli.review.sum",
        seat=review.seat,
        value=f"{review.par:.1f}",
        luck=f"{review.luck:+.1f}",
        choices=f"{review.choices:+.1f}",
        score=review.score,
    )
    rows = [
        (
            round_.round_,
            round(round_.value, 1),
            f"{round_.luck:+.1f}",
            f"{round_.choices:+.1f}",
            round(round_.loss, 1),
            texts[f"cli.review.class.{round_.grade}"],
        )
        for round_ in review.rounds
    ]
    return f"<p>{escape(total)}</p>" + table_html([texts[head] for head in _HEADS], rows)
