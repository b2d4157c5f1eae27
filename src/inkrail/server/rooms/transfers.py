"""Codes that move a player's games to another device: the server holds the games for a day."""

from __future__ import annotations

import re
import secrets
import zlib
from dataclasses import dataclass

from inkrail.core.errors import Refusal
from inkrail.server.rooms.tokens import hashed

HOLD_SECONDS = 24 * 3600.0
"""How long the games of a code are held."""
MOST_BYTES = 512 * 1024
"""The most compressed bytes of a code."""
MOST_UNPACKED = 16 * 1024 * 1024
"""The most bytes that they may be when they are decompressed, by whoever has the code."""
MOST_OF_ONE = 5
"""The most codes that are held at once for one address."""
MOST_HELD = 500
"""The most codes that are held at once, at most 250 MiB."""
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that are easily confused."""
_LENGTH = 8
_GZIP = 31


@dataclass(frozen=True, slots=True)
class Transfer:
    """The games of a code, as a browser compressed them."""

    code: str
    """The hash of the code."""
    games: bytes
    until: float
    opened_by: str


def new_code() -> str:
    """A code to type on another device, such as `K7QM-2XWD`."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def code_key(text: str) -> str:
    """What a code is stored by, however it is typed: small letters, spaces and hyphens make no difference."""
    return hashed("transfer/" + re.sub(r"[\s-]", "", text).upper())


def require_packed(games: bytes) -> None:
    """Refuse what is not compressed by gzip, or larger than a browser should have to decompress."""
    if len(games) > MOST_BYTES:
        raise Refusal("transfer.too_large")
    reader = zlib.decompressobj(_GZIP)
    try:
        size = len(reader.decompress(games, MOST_UNPACKED + 1))
    except zlib.error:
        raise Refusal("transfer.unusable") from None
    if size > MOST_UNPACKED:
        raise Refusal("transfer.too_large")
    if not reader.eof or reader.unused_data:
        raise Refusal("transfer.unusable")
