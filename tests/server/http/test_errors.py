"""Errors of the HTTP API."""

from __future__ import annotations

from collections.abc import AsyncIterator

from tests.server.asking import Api, code


async def test_errors_are_codes(api: Api) -> None:
    assert await code(await api.get("/api/nothing")) == (404, "request.not_found")
    assert await code(await api.get("/api/tables/unknown-table")) == (404, "table.unknown")
    assert await code(await api.delete("/api/tables")) == (405, "request.not_allowed")
    assert await code(await api.post("/api/tables", content=b"{")) == (422, "request.invalid")
    assert await code(await api.post("/api/score", content=b"x" * 400_000)) == (413, "request.too_large")

    async def endless() -> AsyncIterator[bytes]:
        yield b"x"

    assert await code(await api.post("/api/score", content=endless())) == (411, "request.unusable")
