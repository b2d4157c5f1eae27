"""Painting, in a process of its own."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import struct
from collections.abc import AsyncIterator
from typing import Any

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.http.painter import Painter, paint, serve

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def document(colour: str, *, wide: int = 8, high: int = 4) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">'
        f'<rect width="{wide}" height="{high}" fill="{colour}"/></svg>'
    )


def size(picture: bytes) -> tuple[int, int]:
    """The size that a PNG states in its head."""
    assert picture.startswith(SIGNATURE)
    wide, high = struct.unpack("!II", picture[16:24])
    return wide, high


@pytest.fixture
async def painter() -> AsyncIterator[Painter]:
    painter = Painter()
    yield painter
    await painter.stop()


def test_a_document_is_painted_in_its_own_size() -> None:
    assert size(paint(document("red", wide=30, high=20))) == (30, 20)
    assert paint(document("red")) != paint(document("blue"))


def test_documents_are_painted_until_the_input_ends() -> None:
    texts = [document("red").encode(), document("blue", wide=5).encode()]
    pictures = io.BytesIO()
    serve(io.BytesIO(b"".join(struct.pack("!I", len(text)) + text for text in texts)), pictures)
    pictures.seek(0)
    sizes = []
    while head := pictures.read(4):
        sizes.append(size(pictures.read(struct.unpack("!I", head)[0])))
    assert sizes == [(8, 4), (5, 4)]


async def test_what_was_painted_is_kept_up_to_a_limit() -> None:
    red, blue = document("red"), document("blue")
    painter = Painter(most_bytes=len(paint(red)))
    try:
        assert await painter.png(red) == paint(red)
        assert painter.has(red)
        assert not painter.has(blue)
        assert await painter.png(blue) == paint(blue)
        assert (painter.has(red), painter.has(blue)) == (False, True)
    finally:
        await painter.stop()


async def test_one_picture_is_painted_once_for_all_who_ask(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = []
    exchange = Painter._exchange

    async def counted(self: Painter, text: bytes) -> bytes:
        painted.append(text)
        return await exchange(self, text)

    monkeypatch.setattr(Painter, "_exchange", counted)
    red = document("red")
    assert set(await asyncio.gather(*(painter.png(red) for _ in range(5)))) == {paint(red)}
    await painter.png(red)
    assert len(painted) == 1


async def test_who_goes_away_takes_the_picture_from_nobody(painter: Painter) -> None:
    red = document("red")
    leaving, staying = [asyncio.create_task(painter.png(red)) for _ in range(2)]
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == paint(red)
    assert leaving.cancelled() or leaving.cancelling()


async def test_only_so_many_may_wait() -> None:
    painter = Painter(most_waiting=2)
    try:
        asked = [asyncio.create_task(painter.png(document(colour))) for colour in ("red", "blue", "green")]
        answers: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(answer, bytes) for answer in answers] == [True, True, False]
        assert isinstance(answers[2], Refusal)
        assert answers[2].code == "server.busy"
    finally:
        await painter.stop()


async def test_a_process_that_died_is_replaced(painter: Painter) -> None:
    await painter.png(document("red"))
    process = painter._process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    with pytest.raises(Refusal, match=r"server\.busy"):
        await painter.png(document("blue"))
    assert await painter.png(document("blue")) == paint(document("blue"))


async def test_a_document_that_cannot_be_painted_costs_its_own_picture_alone(painter: Painter) -> None:
    with pytest.raises(Refusal, match=r"server\.busy"):
        await painter.png("no document")
    assert await painter.png(document("red")) == paint(document("red"))


async def test_nothing_is_left_of_a_stopped_painter(painter: Painter) -> None:
    await painter.png(document("red"))
    process = painter._process
    assert process is not None
    painting = asyncio.create_task(painter.png(document("blue")))
    await asyncio.sleep(0)
    await painter.stop()
    await asyncio.gather(painting, return_exceptions=True)
    assert process.returncode is not None
    assert asyncio.all_tasks() == {asyncio.current_task()}
