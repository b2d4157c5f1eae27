"""Dependencies that routes read from a request: its address and its token."""

from __future__ import annotations

from dataclasses import replace

import httpx
from tests.server.asking import Api, code, opened
from tests.server.conftest import FakeClock

from inkrail.server.app import create_app
from inkrail.server.settings import Settings


async def test_whoever_opens_too_many_tables_has_to_wait(settings: Settings, clock: FakeClock) -> None:
    app = create_app(replace(settings, creations=3), clock=clock)
    async with (
        app.router.lifespan_context(app),
        Api(transport=httpx.ASGITransport(app), base_url="http://test") as api,
    ):
        for _ in range(3):
            await opened(api)
        answer = await api.post("/api/tables", json={"name": "Ann"})
        assert await code(answer) == (429, "request.too_many")
        clock.now += 2
        await opened(api)


async def test_the_addresses_of_one_network_share_a_limit(settings: Settings, clock: FakeClock) -> None:
    app = create_app(replace(settings, creations=1), clock=clock)
    async with app.router.lifespan_context(app):
        for host, status in (("2001:db8::1", 201), ("2001:db8::2", 429), ("2001:db8:0:1::1", 201)):
            transport = httpx.ASGITransport(app, client=(host, 123))
            async with Api(transport=transport, base_url="http://test") as api:
                assert (await api.post("/api/tables", json={"name": "Ann"})).status_code == status
