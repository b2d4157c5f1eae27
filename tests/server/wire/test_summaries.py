"""Tables as lists show them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.server.stored_room import StoredRoom, two

from inkrail.server.rooms.specs import play_on_spec
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


def facts(stored: StoredRoom) -> list[object]:
    """What a table is for."""
    shown: dict[str, Any] = {**summary(stored.room)}
    return [shown[name] for name in ("purpose", "source", "begins", "until", "goal", "counted")]


def test_a_table_tells_what_it_is_for_and_which_rounds_are_played_there() -> None:
    game = two()
    game.send(0, type="start")
    game.play_out()
    assert facts(game) == [None, None, 1, 7, None, True]
    spec = play_on_spec(game.room, seat=1, round_=5, same_dice=True)
    assert facts(StoredRoom(spec)) == ["play_on", "table", 5, 7, None, False]
    spec = replace(spec, purpose="retry", until=5, goal=40)
    assert facts(StoredRoom(spec)) == ["retry", "table", 5, 5, 40, False]


def test_a_table_tells_whom_it_waits_for() -> None:
    game = two()
    assert summary(game.room)["waits_for"] == []
    game.send(0, type="start")
    assert summary(game.room)["waits_for"] == [0, 1]
    game.play_out()
    assert summary(game.room)["waits_for"] == []
