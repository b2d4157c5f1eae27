"""Tokens of seats, ids of tables, and the seeds of days."""

from __future__ import annotations

from inkrail.server.rooms.tokens import find_seat, hashed, new_token


def test_a_token_proves_its_own_seat_alone() -> None:
    tokens = [new_token() for _ in range(3)]
    hashes = [hashed(token) for token in tokens]
    assert [find_seat(token, hashes) for token in tokens] == [0, 1, 2]
    assert [find_seat(wrong, ["", *hashes]) for wrong in ("", "x", tokens[0][:-1], hashes[0])] == [None] * 4
