"""Codes for another device, and what may be sent under them."""

from __future__ import annotations

import gzip
import re
import tracemalloc

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.rooms.transfers import MOST_BYTES, MOST_UNPACKED, code_key, new_code, require_packed


def test_a_code_is_short_and_has_no_letters_that_look_alike() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}", code) for code in codes)


def test_a_code_may_be_typed_in_small_letters_and_without_the_hyphen() -> None:
    assert code_key(" k7qm 2xwd") == code_key("K7QM-2XWD")
    assert code_key("K7QM-2XWE") != code_key("K7QM-2XWD")
    assert "K7QM" not in code_key("K7QM-2XWD")


# Without its time: these bytes name the tests, and every process of a run must find the same names.
PACKED = gzip.compress(b"{}", mtime=0)


@pytest.mark.parametrize(
    "wrong", [b"", b"{}", PACKED[:-1], PACKED + b"more"], ids=["empty", "plain", "cut", "more"]
)
def test_what_is_not_compressed_by_gzip_is_refused(wrong: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        require_packed(wrong)
    assert refused.value.code == "transfer.unusable"


def test_games_may_be_as_large_as_the_bounds_and_no_larger() -> None:
    # One byte that is not compressed is one byte more.
    full = _stored(MOST_BYTES)
    require_packed(full)
    require_packed(gzip.compress(bytes(MOST_UNPACKED)))
    bomb = gzip.compress(bytes(MOST_UNPACKED + 1))
    assert len(bomb) < MOST_BYTES
    for large in (bomb, _stored(MOST_BYTES + 1)):
        with pytest.raises(Refusal) as refused:
            require_packed(large)
        assert refused.value.code == "transfer.too_large"


def _stored(size: int) -> bytes:
    """So many bytes in the form of gzip, whose content takes nearly as many."""
    overhead = len(gzip.compress(bytes(size), 0)) - size
    return gzip.compress(bytes(size - overhead), 0)


def test_of_a_bomb_no_more_than_the_bound_is_unpacked() -> None:
    bomb = gzip.compress(bytes(20 * MOST_UNPACKED))
    assert len(bomb) < MOST_BYTES
    tracemalloc.start()
    try:
        with pytest.raises(Refusal):
            require_packed(bomb)
        assert tracemalloc.get_traced_memory()[1] < 3 * MOST_UNPACKED
    finally:
        tracemalloc.stop()
