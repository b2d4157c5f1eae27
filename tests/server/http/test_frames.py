"""Frames found in a stream of bytes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from inkrail.server.http.frames import FrameScanner

OPCODES = st.sampled_from([Opcode.TEXT, Opcode.BINARY, Opcode.CONT])


def ends(data: bytes, pieces: list[int]) -> list[int]:
    """Where frames end in the data if it comes in pieces that are cut here."""
    scanner, found, cuts = FrameScanner(), list[int](), [0, *pieces, len(data)]
    for begin, cut in pairwise(cuts):
        at, piece = 0, data[begin:cut]
        while at < len(piece):
            at, is_complete = scanner.advance(piece, at)
            found += [begin + at] if is_complete else []
    return found


@given(st.lists(st.tuples(OPCODES, st.sampled_from([0, 1, 125, 126, 300, 66_000]), st.booleans())), st.data())
def test_frames_end_where_websockets_ends_them(
    frames: list[tuple[Opcode, int, bool]], data: st.DataObject
) -> None:
    written = [Frame(code, b"x" * size).serialize(mask=masked) for code, size, masked in frames]
    stream = b"".join(written)
    pieces = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    assert ends(stream, pieces) == [sum(map(len, written[: count + 1])) for count in range(len(written))]


@pytest.mark.parametrize("size", [0, 125, 126, 70_000])
def test_a_frame_is_complete_with_its_last_byte(size: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=True)
    assert ends(frame, list(range(1, 20))) == [len(frame)]
    assert ends(frame[:-1], []) == []
