"""`inkrail replay`: the result of a recorded game."""

from __future__ import annotations

import json as notation

import click

from inkrail.cli.grammar import command
from inkrail.cli.options import JSON
from inkrail.cli.records import read_record
from inkrail.cli.streams import open_input
from inkrail.core.score import ScoreSheet
from inkrail.game.table import Phase, Table
from inkrail.i18n import Catalogue
from inkrail.rules.dealing import Seat

RECORD = click.Argument(["record"], metavar="RECORD", help="cli.argument.record")


@command(RECORD, JSON)
def replay(voice: Catalogue, *, record: str, json: bool) -> None:
    """Replay a record and print its scores and winners."""
    with open_input(record) as stream:
        _, table = read_record(stream, file=record)
    sheets = table.sheets()
    if json:
        winners = [seat + 1 for seat in _winners(table, sheets)]
        scores = [table.ruleset.report(sheet) for sheet in sheets]
        print(notation.dumps({"scores": scores, "winners": winners}, separators=(",", ":")))
        return
    print_result(table, voice)


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
