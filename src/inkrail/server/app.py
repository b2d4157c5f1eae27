"""The application: HTTP API, WebSocket and page."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import time

from fastapi import FastAPI, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from inkrail import __version__
from inkrail.core.errors import Refusal
from inkrail.server.http import daily, tables, tools
from inkrail.server.http import dependencies as asked
from inkrail.server.http.headers import StrictHeaders
from inkrail.server.http.limits import BodyLimit
from inkrail.server.http.page import Page
from inkrail.server.http.services import Running, running
from inkrail.server.http.socket import Connection
from inkrail.server.logs import AccessLog, set_up_logs
from inkrail.server.settings import Settings, read_settings
from inkrail.server.wire.refusals import problem, status_of

log = logging.getLogger("inkrail.server")

TRY_LATER = 1013
"""The code with which a WebSocket is refused when there are too many."""


def create_app(settings: Settings, *, clock: Callable[[], float] = time) -> FastAPI:
    """The application with these settings; `clock` says what time it is."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(settings, clock=clock) as parts:
            app.state.running = parts
            yield

    app = FastAPI(
        title="inkrail",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    for router in (tables.router, daily.router, tools.router):
        app.include_router(router)
    _add_live(app)
    _add_health(app)
    _add_errors(app)
    app.mount("/", Page())
    for middleware in (BodyLimit, StrictHeaders, AccessLog):
        app.add_middleware(middleware)
    return app


def collect_rarely() -> None:
    """Let the garbage collector look at tables, which live long and hold no cycles, as seldom as possible.

    It looks at what is new often, which takes a millisecond, and at all that has become old since it last did, which may take
    half a second, perhaps once an hour under full load. Only for a process that does nothing but serve.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 100_000, 10)


def from_environment() -> FastAPI:
    """The application as the environment sets it, for `uvicorn --factory` and several processes."""
    settings = read_settings(os.environ)
    set_up_logs(settings.log_level)
    collect_rarely()
    return create_app(settings)


def _add_live(app: FastAPI) -> None:
    @app.websocket("/api/tables/{table}/live")
    async def live(socket: WebSocket, table: str) -> None:
        parts: Running = socket.app.state.running
        if parts.sockets >= parts.settings.connections or not parts.questions.admits(asked.address(socket)):
            await socket.close(TRY_LATER)
            return
        parts.sockets += 1
        try:
            await Connection(socket, parts.house, burst=parts.settings.messages).run(table)
        finally:
            parts.sockets -= 1


def _add_health(app: FastAPI) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def health() -> dict[str, str]:
        return {"status": "ok", "version": __version__}

    @app.get("/readyz", include_in_schema=False)
    async def ready(request: Request) -> Response:
        try:
            await asked.parts(request).store.ping()
        except Exception:
            log.exception("not ready")
            return JSONResponse({"status": "no database"}, status_code=503)
        return JSONResponse({"status": "ok"})

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        parts = asked.parts(request)
        local = request.client is not None and request.client.host in ("127.0.0.1", "::1", "testclient")
        if not (local or parts.settings.metrics_for_all):
            raise Refusal("request.not_found")
        return PlainTextResponse(parts.metrics.text(), media_type="text/plain; version=0.0.4")


def _add_errors(app: FastAPI) -> None:
    """Every error is a code with parameters."""

    @app.exception_handler(Refusal)
    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)
        return JSONResponse(problem(error), status_code=status_of(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        refusal = Refusal("request.invalid", where=where, what=first["msg"])
        return JSONResponse(problem(refusal), status_code=422)

    @app.exception_handler(HTTPException)
    async def not_found(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        codes = {404: "request.not_found", 405: "request.not_allowed", 413: "request.too_large"}
        refusal = Refusal(codes.get(error.status_code, "request.unusable"))
        return JSONResponse(problem(refusal), status_code=error.status_code, headers=error.headers)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        asked.parts(request).metrics.failures.inc()
        log.error("request failed", exc_info=error, extra={"path": request.url.path})
        return JSONResponse(problem(Refusal("server.failed")), status_code=500)
