"""The review that is offered when a game is over."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from inkrail.bots.registry import installed
from inkrail.cli.terminal.screen import read_line
from inkrail.core.errors import Refusal
from inkrail.game.record import Record
from inkrail.game.table import Table
from inkrail.i18n import Catalogue
from inkrail.rules.dealing import Seat


def offer_review(record: Record, table: Table, *, seats: Sequence[Seat], voice: Catalogue) -> None:
    """Review the seats of people if somebody at a terminal wants it and the extra `bots` is there."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty() and installed("numba")):
        return
    answer = read_line(voice["terminal.ask_review"])
    if answer is None or answer.strip().lower() in voice["terminal.no"].split():
        return
    from inkrail.cli.review import reviewed  # noqa: PLC0415 - this needs the extra `bots`
    from inkrail.cli.reviews import print_review  # noqa: PLC0415

    for seat in seats:
        try:
            print_review(reviewed(record, table, seat, effort="quick", voice=voice), voice=voice)
        except Refusal as refusal:
            print(voice.refusal(refusal))
            return
