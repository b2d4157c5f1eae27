"""The wire's description and what is made from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from inkrail.server.typescript import schemas, typescript
from inkrail.server.wire import CLIENT_MESSAGE

GENERATED = Path(__file__).parents[2] / "web" / "src" / "generated" / "wire.ts"


def test_the_generated_types_are_current() -> None:
    assert GENERATED.read_text() == typescript(), (
        "run: python -m inkrail.server.typescript > web/src/generated/wire.ts"
    )


def test_every_type_that_is_named_is_declared() -> None:
    text = typescript()
    named = {name for name in schemas() if f": {name}" in text or f"| {name}" in text}
    assert (
        named - {line.split()[2] for line in text.splitlines() if line.startswith("export interface")}
        == set()
    )


@pytest.mark.parametrize(
    "message",
    [
        {"type": "hello", "protocol": 1},
        {"type": "act", "id": "a-1", "action": "done"},
        {"type": "place", "id": "a", "verb": "draw", "piece": "highway-t", "cell": "C2"},
        {"type": "react", "reaction": "wave"},
        {"type": "ping"},
    ],
)
def test_a_message_is_read(message: dict[str, object]) -> None:
    assert CLIENT_MESSAGE.validate_json(json.dumps(message)).type == message["type"]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "act", "id": "a b", "action": "done"},
        {"type": "act", "id": "a" * 41, "action": "done"},
        {"type": "act", "id": "a", "action": "x" * 81},
        {"type": "place", "id": "a", "verb": "draw", "piece": "highway-t", "cell": "H1"},
        {"type": "react", "reaction": "anything"},
        {"type": "roll", "id": "a", "faces": ["x"] * 41},
        {"type": "hand_over", "seat": True},
        {"type": "hello", "protocol": "1"},
    ],
)
def test_a_message_out_of_bounds_is_not_read(message: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_json(json.dumps(message))
