"""Prints reviews as tables."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from inkrail.cli.tables import console
from inkrail.i18n import Catalogue
from inkrail.study.review import Review, RoundReview
from inkrail.study.scale import between

_LONGEST_BAR = 12
_HEADS = (
    "cli.review.round",
    "cli.review.value",
    "cli.review.dice",
    "cli.review.choices",
    "cli.review.loss",
    "cli.review.grade",
    "cli.review.bar",
)
_NUMBERS = 5
"""How many of the columns are numbers."""
_LEAST_SHOWN = 0.05
"""The least change of a score line that is not rounded to nothing."""


def print_review(review: Review, *, voice: Catalogue) -> None:
    """Print a review: one line that adds up, then a row with a bar for each round."""
    print(
        voice.text(
            "cli.review.sum",
            seat=review.seat,
            value=f"{review.par:.1f}",
            luck=f"{review.luck:+.1f}",
            choices=f"{review.choices:+.1f}",
            score=review.score,
        )
    )
    print(voice.text("cli.review.scale", skill=f"{review.skill:.0f}", fortune=f"{review.fortune:.0f}"))
    print(voice.text("cli.review.adjusted", score=f"{review.adjusted:.1f}") + _among_bots(review, voice))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(_HEADS):
        table.add_column(Text(voice[head]), justify="right" if number < _NUMBERS else "left")
    for round_ in review.rounds:
        table.add_row(*map(Text, _row(round_, voice)))
    console().print(table)
    for moment in review.moments:
        _print_moment(review.rounds[moment - 1], is_last=moment == len(review.rounds), voice=voice)
    if review.sampled:
        print(voice["cli.review.sampled"])


def _among_bots(review: Review, voice: Catalogue) -> str:
    """Between which bots the skill is, as the end of a line."""
    below, above = (
        None if bot is None else voice[f"bot.{bot}.name"] for bot in between(review.rules, review.skill)
    )
    if below and above:
        return "; " + voice.text("cli.review.bots.below_above", below=below, above=above)
    if below:
        return "; " + voice.text("cli.review.bots.below", below=below)
    return "; " + voice.text("cli.review.bots.above", above=above) if above else ""


def _print_moment(round_: RoundReview, *, is_last: bool, voice: Catalogue) -> None:
    """Print a key moment: what would have been better to draw, and what it brings, line by line."""
    print(voice.text("cli.review.moment", round=round_.round_, loss=f"{round_.loss:.1f}"))
    for action in round_.best:
        print(f"  {action}")
    for line in round_.reason:
        change = line.better - line.own
        if abs(change) >= _LEAST_SHOWN:
            key = "cli.review.line" if is_last else "cli.review.about"
            shown = f"{change:+.0f}" if is_last else f"{change:+.1f}"
            print("  " + voice.text(key, line=voice[f"score.{line.name}"], change=shown))


def _row(round_: RoundReview, voice: Catalogue) -> tuple[str, ...]:
    return (
        str(round_.round_),
        f"{round_.value:.1f}",
        f"{round_.luck:+.1f}",
        f"{round_.choices:+.1f}",
        f"{round_.loss:.1f}",
        voice[f"cli.review.class.{round_.grade}"],
        _bar(round_.luck + round_.choices),
    )


def _bar(change: float) -> str:
    """A sign for each point that a round brought or took."""
    return ("+" if change > 0 else "-") * min(_LONGEST_BAR, round(abs(change)))
