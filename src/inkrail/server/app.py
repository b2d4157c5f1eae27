"""The application: HTTP API, WebSocket and page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from inkrail import __version__
from inkrail.server.http import (
    cards,
    challenges,
    daily,
    health,
    hunt,
    leagues,
    push,
    puzzles,
    retries,
    socket,
    studies,
    tables,
    tools,
    transfers,
)
from inkrail.server.http.errors import add_error_handlers
from inkrail.server.http.headers import StrictHeaders
from inkrail.server.http.limits import AddressLimit, BodyLimit
from inkrail.server.http.page import Page
from inkrail.server.http.services import running
from inkrail.server.logs import AccessLog
from inkrail.server.rooms.clock import Clock
from inkrail.server.settings import Settings


def create_app(settings: Settings, *, clock: Clock | None = None) -> FastAPI:
    """The application with these settings; `clock` defaults to the machine's."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, object]]:
        async with running(settings, clock=clock) as services:
            app.state.services = services
            yield {"connections": services.connections}

    app = FastAPI(
        title="inkrail",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    routers = (
        tables,
        studies,
        retries,
        daily,
        challenges,
        leagues,
        cards,
        push,
        transfers,
        puzzles,
        hunt,
        tools,
        socket,
        health,
    )
    for router in (part.router for part in routers):
        app.include_router(router)
    add_error_handlers(app)
    app.mount("/", Page())
    for middleware in (BodyLimit, AddressLimit, StrictHeaders, AccessLog):
        app.add_middleware(middleware)
    return app
