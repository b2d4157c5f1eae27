"""Prints score sheets as tables."""

from __future__ import annotations

from functools import cache

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from inkrail.core.score import ScoreLine, ScoreSheet
from inkrail.i18n import Catalogue


@cache
def console() -> Console:
    """Standard output, in colour where it supports colours."""
    return Console(highlight=False, emoji=False, markup=False)


def print_sheet(sheet: ScoreSheet, *, title: str, voice: Catalogue) -> None:
    """Print every line of a score sheet, and the total."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(Text(title))
    table.add_column(justify="right")
    table.add_column(Text(voice["cli.score.points"]), justify="right", style="bold")
    for line in sheet.all_lines:
        table.add_row(Text(voice[f"score.{line.name}"]), Text(_counted(line, voice)), Text(str(line.points)))
    table.add_section()
    table.add_row(Text(voice["cli.score.total"], style="bold"), "", str(sheet.total))
    console().print(table)


def _counted(line: ScoreLine, voice: Catalogue) -> str:
    return voice.text("cli.score.exits", n=line.value) if line.name == "network" else str(line.value)
