"""The bodies of the calls that move games to another device."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from inkrail.server.rooms.transfers import MOST_BYTES
from inkrail.server.wire.bodies import Body
from inkrail.server.wire.typed_dict import TypedDict

_MOST_LETTERS = 4 * (MOST_BYTES // 3 + 1)


class TransferWanted(Body):
    """Games to hold for another device: text that the browser made, compressed by gzip, as base64."""

    games: Annotated[str, Field(max_length=_MOST_LETTERS)]


class TransferGiven(TypedDict):
    """The code to type on the other device, and until when it holds."""

    code: str
    until: str


class TransferCode(Body):
    """A code; small letters, spaces and hyphens make no difference."""

    code: Annotated[str, Field(min_length=8, max_length=20)]


class TransferGames(TypedDict):
    """The games of a code, as they were sent."""

    games: str
