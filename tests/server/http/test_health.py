"""Health and readiness checks, and metrics."""

from __future__ import annotations

import httpx
from fastapi import FastAPI
from tests.server.asking import Api, code, opened, services


async def test_health_readiness_and_metrics(app: FastAPI, api: Api) -> None:
    await opened(api)
    assert (await api.get("/healthz")).json()["status"] == "ok"
    assert (await api.get("/readyz")).status_code == 200
    metrics = (await api.get("/metrics")).text
    assert "inkrail_rows_total 1.0" in metrics
    far = Api(transport=httpx.ASGITransport(app, client=("203.0.113.5", 1)), base_url="http://test")
    assert await code(await far.get("/metrics")) == (404, "request.not_found")
    await services(app).store.close()
