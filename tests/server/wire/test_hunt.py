"""What the page gets of the maximum hunt."""

from __future__ import annotations

from inkrail.server.wire.hunt import HuntInfo
from inkrail.server.wire.typescript import schemas


def test_the_board_of_the_house_stays_with_the_house() -> None:
    assert {"record", "boards"}.isdisjoint(HuntInfo.__required_keys__)
    assert "HuntInfo" in schemas()
