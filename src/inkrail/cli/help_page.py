"""The layout of a help text: a summary, then sections of two columns."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from inkrail.i18n import Catalogue

_WIDEST = 100
_COLUMN = 22

Row: TypeAlias = tuple[str, str]
"""A name and what it means."""


def help_page(voice: Catalogue, *, usage: str, summary: str, sections: Mapping[str, Sequence[Row]]) -> str:
    """A help text; `summary` and the names of the sections are catalogue keys."""
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    lines = [voice["cli.heading.usage"] + usage, "", *textwrap.wrap(voice[summary], width)]
    for heading, rows in sections.items():
        if rows:
            lines += ["", voice[heading]]
        for name, explained in rows:
            lines += _row(name, explained, width=width)
    return "\n".join(lines)


def _row(name: str, explained: str, *, width: int) -> list[str]:
    """Two columns; a long name gets a line of its own."""
    wrapped = textwrap.wrap(explained, max(20, width - _COLUMN - 2), break_on_hyphens=False) or [""]
    first = f"  {name}"
    if len(first) > _COLUMN:
        return [first, *(" " * (_COLUMN + 2) + line for line in wrapped)]
    return [
        f"{first:<{_COLUMN + 2}}{wrapped[0]}",
        *(" " * (_COLUMN + 2) + line for line in wrapped[1:]),
    ]
