# ruff: noqa: PLR0917  (compiled functions take no keywords)
# mypy: disable-error-code="no-any-return"
"""A heap of candidates with the least value on top, so that it keeps the best of all that were offered."""

from __future__ import annotations

from typing import Final

from inkrail.kernel.board.bits import Words, zero
from inkrail.kernel.compiling import inlined, inner

# Words of a candidate.
VALUE: Final = 0
HASH: Final = 1
PARENT: Final = 2
MOVE: Final = 3
LEFT: Final = 4
CANDIDATE: Final = 5


@inlined
def copy(source: Words, target: Words, words: int) -> None:
    """Copy the first words of a row."""
    for word in range(words):
        target[word] = source[word]


@inlined
def _move(heap: Words, source: int, target: int) -> None:
    """Copy a candidate to another place."""
    for word in range(CANDIDATE):
        heap[target, word] = heap[source, word]


@inlined
def _risen(heap: Words, size: int, value: int) -> int:
    """The place of a value added to a heap; larger ones move down."""
    at = size
    while at > 0:
        up = (at - 1) >> 1
        if heap[up, VALUE] <= value:
            break
        _move(heap, up, at)
        at = up
    return at


@inlined
def _sunk(heap: Words, size: int, value: int) -> int:
    """The place of a value that replaces the least one; smaller ones move up."""
    at = zero(size)
    while True:
        down = 2 * at + 1
        if down >= size:
            break
        if down + 1 < size and heap[down + 1, VALUE] < heap[down, VALUE]:
            down += 1
        if heap[down, VALUE] >= value:
            break
        _move(heap, down, at)
        at = down
    return at


@inner
def offer(heap: Words, size: int, value: int, key: int, parent: int, move: int, left: int) -> int:
    """Keep a candidate if it is among the best; return the new size of the heap."""
    if size < len(heap):
        at = _risen(heap, size, value)
        size += 1
    elif value <= heap[0, VALUE]:
        return size
    else:
        at = _sunk(heap, size, value)
    heap[at, VALUE] = value
    heap[at, HASH] = key
    heap[at, PARENT] = parent
    heap[at, MOVE] = move
    heap[at, LEFT] = left
    return size


@inner
def drop_least(heap: Words, size: int) -> None:
    """Remove the least candidate from a heap of this size."""
    last = size - 1
    at = _sunk(heap, last, heap[last, VALUE])
    _move(heap, last, at)
