"""The page and its files."""

from __future__ import annotations

from typing import Any

import httpx
from fastapi import FastAPI
from tests.server.asking import Api

from inkrail.server.http.page import Page


async def test_the_page_answers_for_every_address_but_files_and_the_api(tmp_path: Any) -> None:
    page = tmp_path / "static"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("the page")
    (page / "assets" / "app.js").write_text("code")
    (page / "assets" / "worker-1.js").write_text("work")
    app = FastAPI()
    app.mount("/", Page(page))
    async with Api(transport=httpx.ASGITransport(app), base_url="http://test") as api:
        assert (await api.get("/")).text == "the page"
        assert (await api.get("/table/abc")).text == "the page"
        script = await api.get("/assets/app.js")
        assert (script.text, "immutable" in script.headers["cache-control"]) == ("code", True)
        assert "content-security-policy" not in script.headers
        worker = (await api.get("/assets/worker-1.js")).headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in worker, "Python is WebAssembly"
        assert (await api.get("/assets/gone.js")).status_code == 404
        assert (await api.get("/../conftest.py")).status_code == 404


async def test_a_server_without_its_page_says_so(tmp_path: Any) -> None:
    app = FastAPI()
    app.mount("/", Page(tmp_path / "nothing"))
    async with Api(transport=httpx.ASGITransport(app), base_url="http://test") as api:
        assert "has not been built" in (await api.get("/")).text
