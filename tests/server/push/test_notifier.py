"""What a message says."""

from __future__ import annotations

import json

import pytest

from inkrail.server.push.notifier import Turn, message


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("en", "Lake, round 3: the table waits for you."),
        ("es", "ronda 3: la mesa te espera."),
        ("de", "Runde 3: Der Tisch wartet auf dich."),
    ],
)
def test_a_message_names_the_game_and_the_round_and_nothing_that_was_drawn(language: str, body: str) -> None:
    turn = Turn("table", "lake+draft", 3, (1,), 60)
    shown = json.loads(message(turn, language=language))
    assert shown.keys() == {"title", "body", "table"}
    assert shown["body"].endswith(body)
    assert shown["table"] == "table"
