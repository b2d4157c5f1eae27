"""`inkrail hint`: the best end of the running round."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.cli.boards import print_objects
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import JSON
from inkrail.cli.record_answers import RECORD, SEAT, answers, chosen_seat
from inkrail.game.record import Record
from inkrail.game.table import Table
from inkrail.i18n import Catalogue
from inkrail.study.hint import Hint, hint_at


@command(
    RECORD,
    SEAT,
    JSON,
    examples=(Example("inkrail hint game.record", "cli.hint.example"),),
)
def hint(voice: Catalogue, *, record: str, seat: str, json: bool) -> None:
    """Tell what a seat of a running game would best draw or pick."""
    chosen = chosen_seat(seat)

    def hints(_: Record, table: Table) -> Iterator[Hint]:
        yield hint_at(table, seat=chosen)

    answered = answers(record, answer=hints)
    if json:
        print_objects(record, (answer.report() for answer in answered))
        return
    for answer in answered:
        print("\n".join(answer.actions))
        print(voice.text("cli.hint.value", value=f"{answer.value:.1f}", restart=f"{answer.restart:.1f}"))
