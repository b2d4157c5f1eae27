"""Tables as lists show them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.stored_room import two

from inkrail.server.wire.summaries import summary


@pytest.mark.parametrize(
    ("settings", "unusual"),
    [
        ({"rules": "river"}, []),
        ({"rules": "meteor", "longest": "stretches"}, []),
        ({"rules": "meteor", "longest": "cells", "values": "manual"}, ["longest", "values"]),
        ({"rules": "base", "typed": True, "clock": 60}, ["dice", "clock"]),
        ({"rules": "base", "seed": "word"}, ["dice"]),
        ({"rules": "lava+draft", "longest": "stretches"}, ["draft"]),
    ],
)
def test_house_rules_tell_what_is_not_usual(settings: dict[str, Any], unusual: list[str]) -> None:
    """S3, S8: every client that requests the table sees them."""
    assert summary(two(**settings).room)["unusual"] == unusual
