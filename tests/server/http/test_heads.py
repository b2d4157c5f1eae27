"""Heads found in a stream of bytes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from inkrail.server.http.heads import MOST_LINES, HeadScanner, TooManyLines

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize("head", [HEAD, HEAD.replace(b"\r", b""), HEAD.replace(b"\r\n\r\n", b"\n\r\n")])
def test_a_head_ends_with_an_empty_line_wherever_the_data_is_cut(head: bytes) -> None:
    for cut in range(1, len(head)):
        scanner, data = HeadScanner(), head + b"body"
        found = list[int]()
        for begin, end in pairwise((0, cut, len(data))):
            at, is_complete = scanner.advance(data[begin:end], 0)
            found += [begin + at] if is_complete else []
        assert found == [len(head)]


def test_one_head_follows_another() -> None:
    scanner = HeadScanner()
    assert scanner.advance(HEAD * 2, 0) == (len(HEAD), True)
    assert scanner.advance(HEAD * 2, len(HEAD)) == (2 * len(HEAD), True)


def test_the_lines_of_each_head_are_bounded() -> None:
    head = b"GET / HTTP/1.1\n" + b"a: b\n" * (MOST_LINES - 2) + b"\n"
    scanner = HeadScanner()
    for _ in range(3):
        assert scanner.advance(head, 0) == (len(head), True)
    scanner.advance(head[:-1], 0)
    with pytest.raises(TooManyLines):
        scanner.advance(b"a: b\na: b\n", 0)
