"""Single keys from a terminal, and the line that they edit."""

from __future__ import annotations

import codecs
import os
import select
import sys
from enum import Enum
from types import TracebackType
from typing import Final, Self, TypeAlias

if sys.platform != "win32":
    import termios
    import tty


class Key(Enum):
    """A key that is not a letter."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    HOME = "home"
    END = "end"
    DELETE = "delete"
    BACKSPACE = "backspace"
    ENTER = "enter"
    TAB = "tab"
    BACK_TAB = "back tab"
    ESCAPE = "escape"
    CLOSED = "closed"
    """There will be no more keys: Ctrl-D, or the terminal is gone."""


Stroke: TypeAlias = Key | str
"""A key, or a letter."""

_ESCAPE: Final = "\x1b"
_SEQUENCES: Final = {
    "[A": Key.UP,
    "OA": Key.UP,
    "[B": Key.DOWN,
    "OB": Key.DOWN,
    "[C": Key.RIGHT,
    "OC": Key.RIGHT,
    "[D": Key.LEFT,
    "OD": Key.LEFT,
    "[H": Key.HOME,
    "OH": Key.HOME,
    "[1~": Key.HOME,
    "[F": Key.END,
    "OF": Key.END,
    "[4~": Key.END,
    "[3~": Key.DELETE,
    "[Z": Key.BACK_TAB,
}
_CONTROLS: Final = {
    "\r": Key.ENTER,
    "\n": Key.ENTER,
    "\t": Key.TAB,
    "\x7f": Key.BACKSPACE,
    "\x08": Key.BACKSPACE,
    "\x01": Key.HOME,
    "\x05": Key.END,
    "\x04": Key.CLOSED,
}
_LONGEST: Final = 8
"""No sequence that a key sends is longer."""
_PATIENCE: Final = 0.1
"""Seconds in which the rest of a sequence follows its first character; Escape alone is followed by nothing."""


class Keyboard:
    """A terminal from which keys are read one by one, without being echoed."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._waiting = ""
        self._closed = False

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._terminal)
        tty.setcbreak(self._terminal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)

    def read(self) -> Stroke:
        """Wait for the next key."""
        while not self._waiting:
            if self._closed:
                return Key.CLOSED
            self._fill()
        if self._waiting[0] == _ESCAPE:
            return self._sequence()
        letter, self._waiting = self._waiting[0], self._waiting[1:]
        return _CONTROLS.get(letter, letter)

    def _fill(self) -> None:
        try:
            data = os.read(self._terminal, 1024)
        except OSError:  # the terminal is gone
            data = b""
        self._closed = not data
        self._waiting += self._decode(data)

    def _sequence(self) -> Stroke:
        """The key of a sequence, which may come in pieces; an unknown one counts as Escape."""
        while True:
            for length in range(2, _LONGEST):
                if key := _SEQUENCES.get(self._waiting[1 : 1 + length]):
                    self._waiting = self._waiting[1 + length :]
                    return key
            if len(self._waiting) > _LONGEST or not select.select([self._terminal], [], [], _PATIENCE)[0]:
                self._waiting = ""
                return Key.ESCAPE
            self._fill()
            if self._closed:
                return Key.CLOSED


class Line:
    """A line that is being typed, and those typed before it."""

    def __init__(self) -> None:
        self.text = ""
        self.at = 0
        self._before: list[str] = []
        self._back = 0

    def press(self, stroke: Stroke) -> None:
        """Change the line by a key."""
        match stroke:
            case Key.LEFT:
                self.at = max(0, self.at - 1)
            case Key.RIGHT:
                self.at = min(len(self.text), self.at + 1)
            case Key.HOME:
                self.at = 0
            case Key.END:
                self.at = len(self.text)
            case Key.BACKSPACE:
                self._cut(max(0, self.at - 1), self.at)
            case Key.DELETE:
                self._cut(self.at, self.at + 1)
            case Key.UP | Key.DOWN:
                self._recall(1 if stroke is Key.UP else -1)
            case Key.ESCAPE:
                self._set("")
            case str() if stroke.isprintable():
                self.text = self.text[: self.at] + stroke + self.text[self.at :]
                self.at += 1

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.at = start

    def _recall(self, step: int) -> None:
        self._back = min(len(self._before), max(0, self._back + step))
        self._set(self._before[-self._back] if self._back else "")

    def _set(self, text: str) -> None:
        self.text, self.at = text, len(text)

    def finish(self) -> str:
        """The line as typed; a new one begins."""
        text = self.text
        if text:
            self._before.append(text)
        self._back = 0
        self._set("")
        return text
