"""`inkrail replay`: the results of recorded games."""

from __future__ import annotations

from collections.abc import Iterator

from inkrail.cli.boards import print_objects
from inkrail.cli.grammar import Example, command
from inkrail.cli.options import JSON
from inkrail.cli.record_answers import RECORD, answers
from inkrail.core.score import ScoreSheet
from inkrail.game.record import Record
from inkrail.game.table import Phase, Table
from inkrail.i18n import Catalogue
from inkrail.rules.dealing import Seat


@command(
    RECORD,
    JSON,
    examples=(Example("inkrail replay game.record", "cli.replay.example"),),
)
def replay(voice: Catalogue, *, record: str, json: bool) -> None:
    """Replay every record of a file and print its scores and winners."""
    tables = answers(record, answer=_table)
    if json:
        print_objects(record, map(_report, tables))
        return
    for table in tables:
        print_result(table, voice)


def _table(_: Record, table: Table) -> Iterator[Table]:
    yield table


def _report(table: Table) -> dict[str, object]:
    sheets = table.sheets()
    winners = [seat + 1 for seat in _winners(table, sheets)]
    return {"scores": [table.ruleset.report(sheet) for sheet in sheets], "winners": winners}


def print_result(table: Table, voice: Catalogue) -> None:
    """Print every seat's score sheet and who has won."""
    from inkrail.cli.tables import print_sheet  # noqa: PLC0415 - JSON needs no tables

    sheets = table.sheets()
    for number, sheet in enumerate(sheets, start=1):
        print_sheet(sheet, title=voice.text("cli.seat", seat=number), voice=voice)
    winners = _winners(table, sheets)
    if not winners:
        print(voice.text("cli.replay.unfinished", round=table.round_, rounds=table.ruleset.rounds))
    elif len(winners) > 1:
        print(voice.text("cli.replay.shared", seats=", ".join(str(seat + 1) for seat in winners)))
    elif len(sheets) > 1:
        print(voice.text("cli.replay.winner", seat=winners[0] + 1))


def _winners(table: Table, sheets: tuple[ScoreSheet, ...]) -> tuple[Seat, ...]:
    """The winners of a game that is over (B13)."""
    return table.winners(sheets) if table.phase is Phase.OVER else ()
