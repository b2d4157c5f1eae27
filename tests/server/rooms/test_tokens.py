"""Tokens of seats, ids of tables, and the seeds of days."""

from __future__ import annotations

import hmac

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.rooms.daily import daily_seed
from inkrail.server.rooms.tokens import find_seat, hashed, new_table_id, new_token, require_seat


def test_a_token_proves_its_own_seat_alone() -> None:
    tokens = [new_token() for _ in range(3)]
    hashes = [hashed(token) for token in tokens]
    assert [find_seat(token, hashes) for token in tokens] == [0, 1, 2]
    assert [find_seat(wrong, ["", *hashes]) for wrong in ("", "x", tokens[0][:-1], hashes[0])] == [None] * 4


def test_who_proves_no_seat_is_refused() -> None:
    token = new_token()
    assert require_seat(token, ["", hashed(token)]) == 1
    with pytest.raises(Refusal, match=r"^seat\.wrong_token"):
        require_seat("wrong", [hashed(token)])


def test_secrets_are_long_and_never_the_same() -> None:
    ids, tokens = {new_table_id() for _ in range(100)}, {new_token() for _ in range(100)}
    assert (len(ids), len(tokens)) == (100, 100)
    assert ({len(id_) for id_ in ids}, {len(token) for token in tokens}) == ({12}, {32})


def test_a_hash_is_as_it_always_was() -> None:
    """Databases store these hashes: with another the players would lose their seats. Invalid Unicode matches no seat."""
    assert hashed("token") == "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0"
    assert find_seat("\ud800", [hashed("token")]) is None


def test_the_seed_of_a_day_is_as_it_always_was() -> None:
    """Another seed would change the dice of days that were already played."""
    seed = daily_seed("secret", date="2026-11-15", ruleset="base")
    expected = hmac.new(b"secret", b"daily/2026-11-15/base", "sha256").hexdigest()
    assert seed == expected
    assert len({seed, daily_seed("x", date="2026-11-15", ruleset="base")}) == 2
