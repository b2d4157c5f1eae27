"""Messages of the WebSocket: what is sent, and what is read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from pydantic import ValidationError
from tests.oracles.pieces import RULESETS
from tests.server.playing import Client, check_declared, next_action, waits
from tests.server.serving import Served, served

from inkrail.server.settings import Settings
from inkrail.server.wire.messages import CLIENT_MESSAGE, SERVER_FRAME

TWO = [{"kind": "human"}, {"kind": "human"}]
OPTIONAL = {
    key
    for schema in SERVER_FRAME.json_schema()["$defs"].values()
    for key in schema["properties"].keys() - set(schema["required"])
}


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    async with served(settings) as running:
        yield running


async def play(client: Client) -> None:
    """Play to the end; the client checks each message against what is declared."""
    while client.view["phase"] != "over":
        if waits(client.view):
            answer = await client.act(next_action(client.view), f"{client.view['seat']}-{client.seen}")
            assert answer["type"] == "ack", answer
        else:
            await client.frame()


@pytest.mark.parametrize("rules", RULESETS)
async def test_what_is_sent_in_a_whole_game_is_what_is_declared(server: Served, rules: str) -> None:
    ann = await server.open_table(seats=TWO, rules=rules)
    bob = await server.join(ann["table"])
    clients = [await server.client(seat).enter() for seat in (ann, bob)]
    watcher = await server.client(ann, watch=True).enter()
    assert (await clients[0].ask({"type": "start", "id": "go"}))["type"] == "ack"
    await asyncio.gather(*map(play, clients))
    while watcher.view["phase"] != "over":
        await watcher.frame()
    for client in (*clients, watcher):
        assert client.events[-1]["kind"] == "game_over"
        check_declared([client.view, client.welcome, client.present])
        await client.leave()


def spoilt(value: Any) -> Iterator[Any]:
    """The same with one field too many, one too few, or one of another type, anywhere inside."""
    if isinstance(value, dict):
        yield {**value, "surplus": 1}
        for key, inner in value.items():
            if key not in OPTIONAL:
                yield {name: other for name, other in value.items() if name != key}
            yield {**value, key: object()}
            if isinstance(inner, int):
                yield {**value, key: str(inner)}
                yield {**value, key: inner + 0.5}
            yield from ({**value, key: other} for other in spoilt(inner))
    elif isinstance(value, list) and value:
        yield from ([other, *value[1:]] for other in spoilt(value[0]))


def is_declared(message: Any) -> bool:
    try:
        check_declared([message])
    except (AssertionError, ValidationError):
        return False
    return True


async def test_whatever_is_not_declared_is_noticed(server: Served) -> None:
    """The types are strict: none of these passes validation. Strings are unrestricted where no values are listed."""
    client = await server.client(await server.open_table(rules="base")).enter()
    view = {key: value for key, value in client.view.items() if key != "options"}
    option = client.view["options"][0]
    unfit = {key: value for key, value in option.items() if key != "fits"}
    options = [
        *({**broken, "fits": {}} for broken in spoilt(unfit)),
        *({**unfit, "fits": fits} for fits in (["H.H."], {"H.H.": "1"}, {"H.H.": 0.5}, {"H.H.": [1]})),
        unfit,
    ]
    wrong = [
        *({**broken, "options": []} for broken in spoilt(view)),
        *({**client.view, "options": [broken]} for broken in options),
    ]
    assert len(wrong) > 100
    assert [message for message in wrong if is_declared(message)] == []


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
        {"type": "set_seat", "seat": 6, "bot": "greedy"},
        {"type": "set_seat", "seat": 1, "bot": ""},
        {"type": "arrange", "clock": 9},
        {"type": "arrange", "seed": "two words"},
        {"type": "arrange", "public": True},
        {"type": "start", "without_free": 1},
        {"type": "roll", "id": "a", "faces": ["x"] * 41},
        {"type": "hand_over", "seat": True},
        {"type": "hello", "protocol": "1"},
    ],
)
def test_a_message_out_of_bounds_is_not_read(message: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_json(json.dumps(message))
