"""The line on a terminal."""

from __future__ import annotations

import io
import sys

import pytest

from inkrail.bots.progress_line import line_on, show_progress
from inkrail.i18n import catalogue
from inkrail.kernel import progress
from inkrail.kernel.progress import Progress


def test_the_line_on_a_terminal_says_how_far_it_is_and_goes_away() -> None:
    stream = io.StringIO()
    show = line_on(stream, catalogue("en"), title="Base game: ")
    show(Progress(30, 75))
    assert stream.getvalue() == "\r\x1b[KBase game: getting ready, 40 %"
    show(None)
    assert stream.getvalue().endswith(" %\r\x1b[K")


@pytest.mark.parametrize(("is_terminal", "is_heard"), [(True, False), (False, False), (True, True)])
def test_the_library_shows_it_on_a_terminal_unless_somebody_else_does(
    monkeypatch: pytest.MonkeyPatch, *, is_terminal: bool, is_heard: bool
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "_listeners", [print] if is_heard else [])
    show_progress.cache_clear()
    show_progress()
    show_progress()
    monkeypatch.setattr(progress, "_listeners", [one for one in progress._listeners if one is not print])
    progress.tell(Progress(1, 2))
    assert ("50 %" in stream.getvalue()) == (is_terminal and not is_heard)
    show_progress.cache_clear()
