"""What a message says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping

import pytest
from tests.server.conftest import FakeClock
from tests.server.push.stand_in import PushBrowser
from tests.server.waiting import limited

from inkrail.server.push import notifier
from inkrail.server.push.encryption import ServerKey
from inkrail.server.push.endpoints import Endpoint
from inkrail.server.push.notifier import Notifier, Turn, message
from inkrail.server.rooms.subscriptions import Subscription


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


class Kept:
    """Two subscriptions of one seat: at a stranger's service and at the operator's."""

    async def of(self, table: str, *, places: Collection[int]) -> list[Subscription]:
        browser = PushBrowser().subscription("")
        return [
            Subscription(str(number), table, place, url, browser["p256dh"], browser["auth"], "en")
            for place in places
            for number, url in enumerate(("https://slow.example/", "https://own.example/"))
        ]

    async def remove(self, subscription: Subscription) -> None:
        raise AssertionError(subscription)

    async def remove_table(self, table: str) -> None:
        raise AssertionError(table)

    async def remove_old(self, *, before: float) -> None:
        raise AssertionError(before)


async def test_services_that_never_answer_hold_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: asyncio.Queue[str] = asyncio.Queue()

    async def post(endpoint: Endpoint, _: bytes, *, headers: Mapping[str, str]) -> int:
        if not endpoint.permitted:
            await asyncio.Event().wait()
        await sent.put(headers["Topic"])
        return 201

    monkeypatch.setattr(notifier, "post", post)
    key, clock = ServerKey("secret"), FakeClock()
    told = Notifier(Kept(), key=key, clock=clock, permitted="https://own.example")
    told.start()
    tables = [f"table-{number}" for number in range(20)]
    for table in tables:
        told._waiting.put_nowait(Turn(table, "base", 1, (0,), 60))
    async with limited("the messages to the operator's own service"):
        assert {await sent.get() for _ in tables} == set(tables)
    await told.stop()
