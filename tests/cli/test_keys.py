"""Single keys and the line that they edit."""

from __future__ import annotations

import os
import pty
from collections.abc import Iterator

import pytest

from inkrail.cli.terminal.keys import Key, Keyboard, Line, Stroke


@pytest.fixture
def terminal() -> Iterator[tuple[int, Keyboard]]:
    """The end of a terminal where keys are pressed, and the keyboard at the other."""
    ours, theirs = pty.openpty()
    with Keyboard(theirs) as keyboard:
        yield ours, keyboard
    os.close(theirs)
    os.close(ours)


@pytest.mark.parametrize(
    ("sent", "strokes"),
    [
        ("a", ["a"]),
        ("é界", ["é", "界"]),
        ("\x1b[A\x1b[B\x1bOC\x1bOD", [Key.UP, Key.DOWN, Key.RIGHT, Key.LEFT]),
        ("\x1b[H\x1b[4~\x1b[3~\x1b[Z", [Key.HOME, Key.END, Key.DELETE, Key.BACK_TAB]),
        ("\r\t\x7f\x08\x04", [Key.ENTER, Key.TAB, Key.BACKSPACE, Key.BACKSPACE, Key.CLOSED]),
        ("\x1b", [Key.ESCAPE]),
        ("\x1b[99~~~~~", [Key.ESCAPE]),
    ],
)
def test_what_a_terminal_sends_is_read_as_keys(
    terminal: tuple[int, Keyboard], *, sent: str, strokes: list[Stroke]
) -> None:
    ours, keyboard = terminal
    os.write(ours, sent.encode())
    assert [keyboard.read() for _ in strokes] == strokes


def test_the_terminal_is_left_as_it_was() -> None:
    import termios  # noqa: PLC0415 - only there where there are such terminals

    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with Keyboard(theirs):
        assert termios.tcgetattr(theirs) != before
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)


def test_a_terminal_that_is_gone_has_no_more_keys() -> None:
    ours, theirs = os.pipe()
    os.close(theirs)
    keyboard = Keyboard(ours)
    assert [keyboard.read(), keyboard.read()] == [Key.CLOSED] * 2
    os.close(ours)


def typed(*strokes: Stroke) -> tuple[str, int]:
    line = Line()
    for stroke in strokes:
        line.press(stroke)
    return line.text, line.at


@pytest.mark.parametrize(
    ("strokes", "expected"),
    [
        ("abc", ("abc", 3)),
        (("a", "c", Key.LEFT, "b"), ("abc", 2)),
        (("a", Key.LEFT, Key.LEFT, Key.BACKSPACE), ("a", 0)),
        (("a", "b", Key.HOME, Key.DELETE), ("b", 0)),
        (("a", "b", Key.HOME, Key.END, Key.RIGHT, Key.BACKSPACE), ("a", 1)),
        (("a", Key.DELETE), ("a", 1)),
        (("a", "\x07", Key.TAB, Key.ESCAPE), ("", 0)),
        ((Key.UP, Key.DOWN), ("", 0)),
    ],
)
def test_keys_edit_a_line(strokes: tuple[Stroke, ...], expected: tuple[str, int]) -> None:
    assert typed(*strokes) == expected


def test_earlier_lines_come_back() -> None:
    line = Line()
    for text in ("one", "", "two"):
        for letter in text:
            line.press(letter)
        assert line.finish() == text
    seen = []
    for stroke in (Key.UP, Key.UP, Key.UP, Key.DOWN, Key.DOWN, Key.DOWN):
        line.press(stroke)
        seen.append(line.text)
    assert seen == ["two", "one", "one", "two", "", ""]
