"""Prints reviews as tables."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from inkrail.cli.tables import console
from inkrail.i18n import Catalogue
from inkrail.study.review import Review, RoundReview

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
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(_HEADS):
        table.add_column(Text(voice[head]), justify="right" if number < _NUMBERS else "left")
    for round_ in review.rounds:
        table.add_row(*map(Text, _row(round_, voice)))
    console().print(table)
    if review.sampled:
        print(voice["cli.review.sampled"])


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
