"""The bodies of challenges."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from inkrail.server.wire.bodies import BrowserBody


def test_the_secret_of_a_browser_must_be_long_enough_to_be_one() -> None:
    assert BrowserBody(browser="0123456789abcdef").browser == "0123456789abcdef"
    for wrong in ("short", "no spaces in a secret", ""):
        with pytest.raises(ValidationError):
            BrowserBody(browser=wrong)
