"""Messages and answers as bytes."""

from __future__ import annotations

import json

import pytest
from tests.server.stored_room import started

from inkrail.server.wire.encode import to_json
from inkrail.server.wire.views import Viewer


def test_json_is_written_without_spaces_and_in_utf_8() -> None:
    assert to_json([{"name": "Zoë", "seats": (0, 1), "bot": None, "idle": False}]) == (
        '[{"name":"Zoë","seats":[0,1],"bot":null,"idle":false}]'.encode()
    )


def test_a_whole_view_can_be_read_back() -> None:
    view = Viewer(started("meteor").room, 0).view(connected=(0,), now=0)
    assert json.loads(to_json(view))["seats"][0]["name"] == "Ann"


def test_what_is_no_json_is_not_written() -> None:
    with pytest.raises(TypeError):
        to_json(object())
