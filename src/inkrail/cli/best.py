"""`inkrail best`: the best board found for the dice of a game."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.cli.boards import print_objects
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import JSON
from inkrail.cli.record_answers import RECORD, SEAT, answers, chosen_seat
from inkrail.game.record import Record
from inkrail.game.table import Table
from inkrail.i18n import Catalogue
from inkrail.study.best import BestBoard, best_board


@command(
    RECORD,
    SEAT,
    JSON,
    examples=(Example("inkrail best game.record --seat 2", "cli.best.example"),),
)
def best(voice: Catalogue, *, record: str, seat: str, json: bool) -> None:
    """Print a record of the best board found for the dice of a finished game, all known from the start."""
    chosen = chosen_seat(seat)

    def boards(record: Record, table: Table) -> Iterator[BestBoard]:
        from inkrail.cli.progress import progress  # noqa: PLC0415 - refusals need no bar

        with progress(voice["cli.best.progress"], total=record.ruleset.rounds) as step:
            yield best_board(record, table, seat=chosen, step=step)

    answered = answers(record, answer=boards)
    if json:
        print_objects(record, (answer.report() for answer in answered))
        return
    for answer in answered:
        print(f"# {voice.text('cli.best.total', total=answer.total)}")
        if answer.bound is not None:
            print(f"# {voice.text('cli.best.bound', bound=answer.bound)}")
        print(answer.record, end="")
