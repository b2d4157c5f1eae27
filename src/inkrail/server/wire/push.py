"""The bodies of web push."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from inkrail.server.wire.bodies import Body
from inkrail.server.wire.typed_dict import TypedDict

MOST_ENDPOINT = 1000


class PushWanted(Body):
    """A subscription as the browser gives it, and the language of the messages."""

    endpoint: Annotated[str, Field(min_length=1, max_length=MOST_ENDPOINT)]
    p256dh: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[\w-]+$")]
    """The browser's public key."""
    auth: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w-]+$")]
    """The browser's secret for these messages."""
    language: Literal["en", "es", "de"] = "en"


class PushKey(TypedDict):
    """What a browser subscribes with."""

    key: str


class PushState(TypedDict):
    """Whether a seat is told."""

    told: bool
