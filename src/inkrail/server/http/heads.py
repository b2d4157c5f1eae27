"""Where the head of an HTTP request ends in a stream of bytes."""

from __future__ import annotations

import re

MOST_LINES = 100
"""The most lines of a head; a browser sends about 20."""
_EMPTY_LINE = re.compile(rb"\n\r?\n")  # as h11 has it
_OVERLAP = 2
"""An empty line may begin in the last bytes of the data before."""


class TooManyLines(Exception):
    """A head that is longer than any good client's."""


class HeadScanner:
    """Follows the heads that a client sends, from one piece of data to the next."""

    __slots__ = ("_lines", "_tail")

    def __init__(self) -> None:
        self._tail = b""
        self._lines = 0

    def advance(self, data: bytes, start: int) -> tuple[int, bool]:
        """Where the head that goes on at `start` ends, and True; or where the data ends, and False."""
        known = len(self._tail)
        text = self._tail + data[start:]
        match = _EMPTY_LINE.search(text)
        end = match.end() if match else len(text)
        self._lines += text.count(b"\n", known, end)
        if self._lines > MOST_LINES:
            raise TooManyLines("lines")
        if match:
            self._tail, self._lines = b"", 0
        else:
            self._tail = text[-_OVERLAP:]
        return start + end - known, match is not None
