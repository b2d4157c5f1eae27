"""Health and readiness checks, and metrics."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.requests import Request
from starlette.responses import Response

from inkrail import __version__
from inkrail.core.errors import Refusal
from inkrail.server.http.dependencies import services
from inkrail.server.rooms.interfaces import TryAgain

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def health() -> dict[str, str]:
    """The process is running."""
    return {"status": "ok", "version": __version__}


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """The process is running and the database answers."""
    try:
        await services(request).store.ping()
    except TryAgain:
        return JSONResponse({"status": "no database"}, status_code=503)
    return JSONResponse({"status": "ok"})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The metrics, for clients on this machine only unless the settings allow all."""
    running = services(request)
    local = request.client is not None and request.client.host in ("127.0.0.1", "::1", "testclient")
    if not (local or running.settings.metrics_for_all):
        raise Refusal("request.not_found")
    return PlainTextResponse(running.metrics.text(), media_type="text/plain; version=0.0.4")
