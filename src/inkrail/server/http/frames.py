"""Where WebSocket frames end in a stream of bytes, found without reading their payload."""

from __future__ import annotations

_MASKED, _LENGTH = 0x80, 0x7F
_LONGER = {126: 2, 127: 8}
"""The bytes of a longer length that follow its mark."""


class FrameScanner:
    """Follows the frames that a client sends, from one piece of data to the next."""

    __slots__ = ("_head", "_left")

    def __init__(self) -> None:
        self._head = bytearray()
        self._left = 0

    def advance(self, data: bytes, start: int) -> tuple[int, bool]:
        """Where the frame that goes on at `start` ends, and True; or where the data ends, and False."""
        while not self._left:
            if start == len(data):
                return start, False
            self._head.append(data[start])
            start += 1
            if self._read_head() and not self._left:
                return start, True
        taken = min(self._left, len(data) - start)
        self._left -= taken
        return start + taken, not self._left

    def _read_head(self) -> bool:
        """Whether the head is complete; its payload is what is left then."""
        head = self._head
        if len(head) < 2:
            return False
        length = head[1] & _LENGTH
        longer = _LONGER.get(length, 0)
        if len(head) < 2 + longer + (4 if head[1] & _MASKED else 0):
            return False
        self._left = int.from_bytes(head[2 : 2 + longer]) if longer else length
        head.clear()
        return True
