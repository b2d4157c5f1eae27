"""The bodies of web push."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from inkrail.server.push.endpoints import MOST_CHARACTERS
from inkrail.server.wire.push import MOST_ENDPOINT, PushWanted

GOOD = {"endpoint": "https://push.example.net/x", "p256dh": "BP4z", "auth": "BTBZ"}


def test_a_subscription_is_read() -> None:
    assert PushWanted.model_validate(GOOD).language == "en"
    assert MOST_ENDPOINT == MOST_CHARACTERS


@pytest.mark.parametrize(
    "change", [{"auth": "a+b/"}, {"p256dh": ""}, {"language": "fr"}, {"endpoint": "x" * 1001}]
)
def test_what_is_out_of_bounds_is_not(change: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        PushWanted.model_validate(GOOD | change)
