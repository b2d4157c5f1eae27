"""One line on a terminal that says how far the compilation of a search is."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TextIO

from inkrail.i18n import Catalogue, catalogue, choose_language
from inkrail.kernel import progress
from inkrail.kernel.progress import Listener, Progress

_CLEAR = "\r\x1b[K"
"""Goes to the beginning of the line and erases it."""


def line_on(stream: TextIO, voice: Catalogue, *, title: str = "") -> Listener:
    """A listener that shows the progress in one line of a terminal, and erases it at the end."""

    def show(far: Progress | None) -> None:
        text = voice.text("bot.getting_ready", percent=far.percent) if far else ""
        stream.write(_CLEAR + title * bool(far) + text)
        stream.flush()

    return show


@cache
def show_progress() -> None:
    """From now on show compilations on standard error, if that is a terminal and nobody else shows them."""
    if sys.stderr and sys.stderr.isatty() and not progress.has_listeners():
        progress.add_listener(line_on(sys.stderr, catalogue(choose_language(None, os.environ))))
