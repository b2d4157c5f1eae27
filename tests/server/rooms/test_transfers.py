"""Codes for another device, and what may be sent under them."""

from __future__ import annotations

import gzip
import re

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


def test_games_are_compressed_and_bounded() -> None:
    require_packed(gzip.compress(b"{}"))
    for wrong in (b"", b"{}", gzip.compress(b"{}")[:-1], gzip.compress(b"{}") + b"more"):
        with pytest.raises(Refusal, match=r"transfer\.unusable"):
            require_packed(wrong)
    bomb = gzip.compress(bytes(MOST_UNPACKED + 1))
    assert len(bomb) < MOST_BYTES
    for large in (bomb, bytes(MOST_BYTES + 1)):
        with pytest.raises(Refusal, match=r"transfer\.too_large"):
            require_packed(large)
