"""A terminal of the tests: a program behind a real pseudo-terminal, and what its screen shows."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Self


class Glass:
    """Runs `inkrail terminal` and keeps the characters on its screen."""

    def __init__(self, *words: str, folder: Path, columns: int = 80, lines: int = 24) -> None:
        self.columns, self.lines = columns, lines
        self._rows = [[" "] * columns for _ in range(lines)]
        self._column = self._row = 0
        self._rest = ""
        self.overflowed = False
        """Whether anything was written beyond the right or lower edge of the screen that the game draws."""
        self._is_drawn = False
        self._ours, theirs = pty.openpty()
        self._set_size(theirs)
        environment = {**os.environ, "INKRAIL_LANG": "en", "TERM": "xterm-256color", "PYTHONUTF8": "1"}
        environment["XDG_STATE_HOME"] = str(folder / "state")
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            environment.pop(name, None)
        # Tests that run in the background may have been told to ignore interrupts; the program would inherit that.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "inkrail", "terminal", *words],
            cwd=folder,
            env=environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        signal.signal(signal.SIGINT, before)
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def _set_size(self, terminal: int) -> None:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", self.lines, self.columns, 0, 0))

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size, as somebody who drags its corner."""
        self.columns, self.lines = columns, lines
        self._rows = [[" "] * columns for _ in range(lines)]
        self._column = self._row = 0
        self._set_size(self._ours)
        self.process.send_signal(signal.SIGWINCH)

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join("".join(row).rstrip() for row in self._rows)

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def until(self, holds: Callable[[str], object]) -> str:
        """Read until the screen shows what is waited for; the limit of a test is that of every test."""
        while not holds(self.text):
            try:
                data = os.read(self._ours, 65536)
            except OSError:
                data = b""
            assert data, f"the program ended and shows:\n{self.text}"
            self._write(data.decode(errors="replace"))
        return self.text

    def shows(self, *texts: str) -> str:
        """Wait until the screen shows all these texts."""
        return self.until(lambda screen: all(text in screen for text in texts))

    def changes(self) -> None:
        """Wait until the screen shows something else."""
        before = self.text
        self.until(lambda screen: screen != before)

    def ends(self) -> str:
        """Read until the program ends; what the screen shows then."""
        while True:
            try:
                data = os.read(self._ours, 65536)
            except OSError:
                break
            if not data:
                break
            self._write(data.decode(errors="replace"))
        assert self.process.wait() == 0
        return self.text

    # The few things that the program asks of a terminal.

    def _write(self, text: str) -> None:
        text = self._rest + text
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                end = _sequence_end(text, at)
                if end is None:
                    break
                self._control(text[at + 2 : end - 1], text[end - 1])
                at = end
            else:
                self._put(text[at])
                at += 1
        self._rest = text[at:]

    def _put(self, letter: str) -> None:
        if letter == "\r":
            self._column = 0
        elif letter == "\n":
            self._next_row()
        else:
            if self._column >= self.columns:
                self.overflowed |= self._is_drawn
                self._column = 0
                self._next_row()
            self._rows[self._row][self._column] = letter
            self._column += 1

    def _next_row(self) -> None:
        self._row += 1
        if self._row == self.lines:
            self.overflowed |= self._is_drawn
            self._rows = [*self._rows[1:], [" "] * self.columns]
            self._row -= 1

    def _control(self, numbers: str, letter: str) -> None:
        blank = " " * self.columns
        match letter, numbers:
            case "h", "?1049":
                self._is_drawn = True
            case "l", "?1049":
                self._is_drawn = False
                self._rows = [list(blank) for _ in range(self.lines)]
                self._column = self._row = 0
            case "H", "":
                self._column = self._row = 0
            case "K", "":
                self._rows[self._row][self._column :] = blank[self._column :]
            case "J", _:
                if numbers != "2":
                    self._rows[self._row][self._column :] = blank[self._column :]
                for row in range(0 if numbers == "2" else self._row + 1, self.lines):
                    self._rows[row] = list(blank)
            case "D", _:
                self._column -= int(numbers)
            case _:
                """A colour."""


def _sequence_end(text: str, at: int) -> int | None:
    """Where a control sequence ends; None if more of it is to come."""
    for end in range(at + 2, len(text)):
        if text[end].isalpha():
            return end + 1
    return None
