"""Secrets of seats and browsers, and ids of tables."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256

from inkrail.core.errors import Refusal

_ID_BYTES = 9
_TOKEN_BYTES = 24


def new_table_id() -> str:
    """An id that cannot be guessed, because anyone who has the link may watch."""
    return secrets.token_urlsafe(_ID_BYTES)


def new_token() -> str:
    """A secret that proves a seat."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def hashed(token: str) -> str:
    """The hash that is stored of a secret; a plain hash is enough because secrets are long and random."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def find_seat(token: str, hashes: Sequence[str]) -> int | None:
    """The seat that this token belongs to, if any; every hash is compared, each in constant time."""
    mine = hashed(token)
    match = None
    for seat, stored in enumerate(hashes):
        if hmac.compare_digest(mine, stored):
            match = seat
    return match


def require_seat(token: str, hashes: Sequence[str]) -> int:
    """The seat that this token belongs to, or a refusal."""
    seat = find_seat(token, hashes)
    if seat is None:
        raise Refusal("seat.wrong_token")
    return seat
