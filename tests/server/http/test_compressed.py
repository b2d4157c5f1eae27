"""Files of the page in compressed form."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from starlette.types import Message, Scope
from tests.server.asking import Api

from inkrail.server.http.page import Page

CODE = "const one = 1;\n" * 20_000


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    folder = tmp_path / "assets"
    folder.mkdir()
    (folder / "app.js").write_text(CODE)
    (folder / "small.js").write_text("1;")
    (folder / "letters.woff2").write_bytes(bytes(5_000))
    return folder


@pytest.fixture
async def api(assets: Path) -> AsyncIterator[Api]:
    app = FastAPI()
    app.mount("/", Page(assets.parent))
    async with Api(transport=httpx.ASGITransport(app), base_url="http://test") as api:
        yield api


async def raw_size(api: Api, path: str, **headers: str) -> int:
    async with api.stream("GET", path, headers=headers) as answer:
        return sum([len(piece) async for piece in answer.aiter_raw()])


async def test_a_script_is_sent_compressed_and_is_the_same(api: Api) -> None:
    answer = await api.get("/assets/app.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == CODE
    assert await raw_size(api, "/assets/app.js") == int(answer.headers["content-length"]) < len(CODE) / 20
    assert "immutable" in answer.headers["cache-control"]
    assert "accept-encoding" in answer.headers["vary"]


@pytest.mark.parametrize("encoding", ["identity", "br", "gzip;q=0", "gzip; q=0.0, br", ""])
async def test_a_client_that_does_not_take_gzip_gets_the_file(api: Api, encoding: str) -> None:
    answer = await api.get("/assets/app.js", headers={"accept-encoding": encoding})
    assert "content-encoding" not in answer.headers
    assert await raw_size(api, "/assets/app.js", **{"accept-encoding": encoding}) == len(CODE)
    assert "accept-encoding" in answer.headers["vary"], "a cache between must not give it to everybody"


@pytest.mark.parametrize("path", ["/assets/small.js", "/assets/letters.woff2"])
async def test_what_would_not_get_smaller_is_sent_as_it_is(api: Api, path: str) -> None:
    assert "content-encoding" not in (await api.get(path)).headers


async def test_a_part_of_a_file_is_a_part_of_the_file_itself(api: Api) -> None:
    answer = await api.get("/assets/app.js", headers={"range": "bytes=0-4"})
    assert (answer.status_code, answer.text) == (206, "const")


async def test_a_client_that_has_the_compressed_file_is_told_so(api: Api) -> None:
    tag = (await api.get("/assets/app.js")).headers["etag"]
    assert (await api.get("/assets/app.js", headers={"if-none-match": tag})).status_code == 304


async def test_a_file_is_compressed_once_and_again_only_when_it_changed(
    api: Api, assets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed = 0
    original = Path.read_bytes

    def counted(path: Path) -> bytes:
        nonlocal compressed
        compressed += 1
        return original(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    for _ in range(3):
        assert (await api.get("/assets/app.js")).text == CODE
    assert compressed == 1
    (assets / "app.js").write_text(CODE + "2;\n")
    assert (await api.get("/assets/app.js")).text.endswith("2;\n")
    assert compressed == 2


async def test_a_slow_reader_gets_pieces(assets: Path) -> None:
    (assets / "noise.js").write_text("".join(str(number * 7_919 % 104_729) for number in range(100_000)))
    sizes: list[int] = []

    async def send(message: Message) -> None:
        sizes.append(len(message.get("body", b"")))

    async def receive() -> Message:
        raise AssertionError

    asked: Scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "method": "GET",
        "path": "/assets/noise.js",
        "root_path": "",
        "headers": [(b"accept-encoding", b"gzip")],
    }
    await Page(assets.parent)(asked, receive, send)
    assert sum(sizes) > 100_000
    assert max(sizes) <= 64 * 1024
