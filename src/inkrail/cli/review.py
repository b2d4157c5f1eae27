"""`inkrail review`: what the dice gave in a finished game, and what the players made of it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from inkrail.cli.boards import print_objects
from inkrail.cli.complaint import complaint
from inkrail.cli.completers import among
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import JSON
from inkrail.cli.record_answers import RECORD, answers, chosen_seat
from inkrail.game.record import Record
from inkrail.game.table import Table
from inkrail.i18n import Catalogue
from inkrail.rules.dealing import Seat
from inkrail.study.review import EFFORTS, Review, RoundReview, check_reviewable, review_rounds, sum_up

EVERY_SEAT = click.Option(["--seat"], metavar="N", help="cli.option.every_seat")
EFFORT = click.Option(
    ["--effort"], metavar="EFFORT", default="full", shell_complete=among(EFFORTS), help="cli.option.effort"
)


@command(
    RECORD,
    EVERY_SEAT,
    EFFORT,
    JSON,
    examples=(Example("inkrail review game.record --effort quick", "cli.review.example"),),
)
def review(voice: Catalogue, *, record: str, seat: str | None, effort: str, json: bool) -> None:
    """Review every seat, or one of them, of every record of a file."""
    if effort not in EFFORTS:
        choices = ", ".join(EFFORTS)
        raise complaint("usage.choice", option="--effort", value=effort, choices=choices)
    only = None if seat is None else chosen_seat(seat)

    def reviews(record: Record, table: Table) -> Iterator[Review]:
        seats = [Seat(number) for number in range(record.seats)] if only is None else [only]
        for chosen in seats:
            check_reviewable(record, table, seat=chosen)
        for chosen in seats:
            yield reviewed(record, table, chosen, effort=effort, voice=voice)

    answered = answers(record, answer=reviews)
    if json:
        print_objects(record, (review.report() for review in answered))
        return
    from inkrail.cli.reviews import print_review  # noqa: PLC0415 - JSON needs no tables

    for answer in answered:
        print_review(answer, voice=voice)


def reviewed(record: Record, table: Table, seat: Seat, *, effort: str, voice: Catalogue) -> Review:
    """The review of a seat, with a progress bar on a terminal."""
    from inkrail.cli.progress import progress  # noqa: PLC0415 - refusals need no bar

    rounds: list[RoundReview] = []
    with progress(voice["cli.review.progress"], total=record.ruleset.rounds) as step:
        for round_ in review_rounds(record, table, seat=seat, effort=effort):
            rounds.append(round_)
            step()
    return sum_up(record, seat=seat, rounds=rounds)
