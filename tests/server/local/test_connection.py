"""A connection of the page: hellos, reasons and refusals."""

from __future__ import annotations

import pytest
from tests.server.local.browser import MemoryDatabase, Page

from inkrail.server.wire.protocol import PROTOCOL

HUMAN = {"kind": "human"}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "ping"}, "message.no_hello"),
        ({"type": "hello", "protocol": PROTOCOL + 1}, "message.version"),
        ({"type": "hello", "protocol": PROTOCOL, "token": "wrong"}, "seat.wrong_token"),
        ({"type": 3}, "message.malformed"),
    ],
)
async def test_a_wrong_hello_is_refused_and_the_connection_closed(
    message: dict[str, object], code: str
) -> None:
    page = Page(MemoryDatabase())
    given = await page.open(seats=[HUMAN])
    page.engine.leave(1)
    page.engine.connect(1, given["table"], page._hear, page._close)
    await page.say(**message)
    assert (page.last["code"], page.is_closed) == (code, True)


async def test_a_table_that_is_not_here_is_unknown() -> None:
    page = Page(MemoryDatabase())
    await page.enter({"table": "nowhere", "token": "none"})
    assert (page.last["code"], page.is_closed) == ("table.unknown", True)


async def test_a_database_that_does_not_answer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    database = MemoryDatabase()

    async def fail(_: str) -> str | None:
        raise OSError("closed")

    monkeypatch.setattr(database, "table", fail)
    page = Page(database)
    await page.enter({"table": "any", "token": "none"})
    assert (page.last["code"], page.is_closed) == ("server.failed", True)


async def test_a_watcher_sees_the_table_and_may_not_act() -> None:
    page = Page(MemoryDatabase())
    given = await page.open(seats=[HUMAN])
    page.engine.leave(1)
    await page.enter({"table": given["table"], "token": None})
    assert page.view["seat"] is None
    assert (await page.say(type="act", action="done"))["code"] == "seat.no_token"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "act", "action": "done"}, "round.dice_left"),
        ({"type": "act", "action": "dance"}, "action.unknown"),
        ({"type": "turn", "cell": "A1"}, "turn.nothing"),
        ({"type": "start"}, "message.malformed"),
        ({"type": "place", "piece": "highway-curve"}, "message.malformed"),
        ({"type": "react", "reaction": "dance"}, "message.malformed"),
        ({"type": "roll", "faces": []}, "table.dice_not_typed"),
    ],
)
async def test_a_message_that_breaks_a_rule_is_refused(message: dict[str, object], code: str) -> None:
    page = Page(MemoryDatabase())
    await page.open(seats=[HUMAN])
    assert (await page.say(**message))["code"] == code


async def test_the_page_is_told_why_a_piece_does_not_fit() -> None:
    page = Page(MemoryDatabase())
    await page.open(seats=[HUMAN], seed="five")
    piece = page.view["dice"][0]["piece"]
    answer = await page.say(type="why", verb="draw", piece=piece, cell="D4")
    assert (answer["type"], answer["code"]) == ("reason", "placement.unconnected")


async def test_dice_may_be_typed() -> None:
    page = Page(MemoryDatabase())
    await page.open(seats=[HUMAN], typed=True)
    faces = [slot["faces"][0] for slot in page.view["next_dice"]]
    assert (await page.say(type="roll", faces=faces))["type"] == "ack"
    assert page.view["faces"] == faces
