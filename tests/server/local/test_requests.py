"""Messages of the page as commands: the same as on the server."""

from __future__ import annotations

import json

import pytest

from inkrail.core.errors import Refusal
from inkrail.rules.registry import parse_ruleset
from inkrail.server.local.requests import command_of, parse_request
from inkrail.server.wire.commands import Request
from inkrail.server.wire.commands import command_of as on_server
from inkrail.server.wire.messages import CLIENT_MESSAGE

MESSAGES: list[dict[str, object]] = [
    {"type": "act", "id": "1", "action": "draw station-curve C2 RH.."},
    {"type": "place", "id": "2", "verb": "draw", "piece": "overpass", "cell": "D4"},
    {"type": "place", "id": "3", "verb": "draw", "piece": "overpass", "cell": "D4", "die": 2},
    {"type": "turn", "id": "4", "cell": "G7"},
    {"type": "roll", "id": "5", "faces": ["overpass"]},
    {"type": "react", "id": "6", "reaction": "clap"},
]


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_means_what_it_means_to_a_server(message: dict[str, object]) -> None:
    ruleset, text = parse_ruleset("base"), json.dumps(message)
    request = CLIENT_MESSAGE.validate_json(text)
    assert isinstance(request, Request)
    assert command_of(parse_request(text), ruleset) == on_server(request, ruleset)


@pytest.mark.parametrize("text", ["", "[]", "3", '{"id": "a"}', '{"type": null}', "{"])
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match=r"message\.malformed"):
        parse_request(text)
