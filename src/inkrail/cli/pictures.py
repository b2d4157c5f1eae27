"""Pictures of boards, as text or as SVG."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

from inkrail.core.cells import Mask
from inkrail.core.score import ScoreSheet, error_sides
from inkrail.render.svg import Marks, board_svg, position_svg
from inkrail.render.text import NO_NOTES, Notes, board_text, boards_text
from inkrail.rules.position import Position
from inkrail.rules.ruleset import Ruleset

_LETTERS_OF_DRAWINGS = "═║─│┼╬●·"


def has_colour() -> bool:
    """Whether standard output shows colours, according to the terminal and the usual variables."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def is_plain() -> bool:
    """Whether standard output can show nothing but ASCII."""
    try:
        _LETTERS_OF_DRAWINGS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def notes_of(position: Position, ruleset: Ruleset, *, sheet: ScoreSheet) -> list[Notes]:
    """What to mark on each board besides its tiles: errors, and where a meteor comes from."""
    return [
        Notes(
            errors=error_sides(sheet.all_lines, board=number),
            origin=ruleset.origin(position) if number == 0 else None,
        )
        for number, _ in enumerate(position.boards)
    ]


def with_legal(notes: list[Notes], number: int, *, cells: Mask) -> list[Notes]:
    """The notes with these cells of one board marked as legal."""
    return [replace(own, legal=cells) if order == number else own for order, own in enumerate(notes)]


def picture(position: Position, *, notes: list[Notes], only: int | None = None, beside: bool = True) -> str:
    """The boards of a seat as text, or only one of them; side by side if `beside`."""
    look = {"colour": has_colour(), "plain": is_plain()}
    if only is not None:
        return board_text(position.boards[only], notes=notes[only] if notes else NO_NOTES, **look)
    if beside:
        return boards_text(position.boards, notes=notes, **look)
    return "\n".join(
        board_text(board, notes=own, **look) for board, own in zip(position.boards, notes, strict=True)
    )


def svg(position: Position, *, notes: list[Notes], title: str) -> str:
    """The boards of a seat as one SVG document."""
    marks = [Marks(legal=own.legal, errors=own.errors, origin=own.origin) for own in notes]
    if len(position.boards) == 1:
        return board_svg(position.boards[0], marks=marks[0], title=title)
    return position_svg(position.boards, marks=marks, title=title)
