"""Running the application: one process, or several that share a PostgreSQL database."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import uvicorn
from fastapi import FastAPI

from inkrail.core.errors import Refusal
from inkrail.server.app import create_app
from inkrail.server.collector import Collector
from inkrail.server.http.guard import Guard
from inkrail.server.logs import set_up_logs
from inkrail.server.metrics import shared_metrics
from inkrail.server.settings import PREFIX, Settings, read_settings
from inkrail.server.storage.store import Store, database_url

_LARGEST_FRAME = 64 * 1024
"""A longer frame closes the connection; a shorter one is always answered, if only with a refusal."""
_BACKLOG = 256
"""Connections that wait to be accepted. All of them are at once, so more would delay those that are open."""
_LONGEST_HEAD = 8 * 1024
"""A request whose head is longer is refused."""
_SHUTDOWN_SECONDS = 15
_SILENT_SECONDS = 60
"""A worker process that does not respond for this many seconds is replaced."""


def serve(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    workers: int = 1,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until a signal stops the server; `ready` is called with the address once it accepts connections."""
    if workers > 1 and database_url(settings.database_address).get_backend_name() != "postgresql":
        raise Refusal("serve.one_process")
    _check_port(host, port)
    asyncio.run(_check_database(settings))
    if workers > 1:
        os.environ.update(_environment(settings))
        app = "inkrail.server.serve:from_environment"
        with shared_metrics():
            uvicorn.run(app, factory=True, workers=workers, **options(host, port))
        return
    set_up_logs(settings.log_level)
    Collector().start()
    server = _Server(uvicorn.Config(create_app(settings), **options(host, port)), ready=ready)
    server.run()


def from_environment() -> FastAPI:
    """The application configured from the environment, for `uvicorn --factory` and worker processes."""
    settings = read_settings(os.environ)
    set_up_logs(settings.log_level)
    Collector().start()
    return create_app(settings)


def options(host: str, port: int) -> dict[str, Any]:
    """The uvicorn configuration."""
    return {
        "host": host,
        "port": port,
        "backlog": _BACKLOG,
        "http": Guard,
        "h11_max_incomplete_event_size": _LONGEST_HEAD,
        "ws": "websockets-sansio",
        "ws_max_size": _LARGEST_FRAME,
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "timeout_graceful_shutdown": _SHUTDOWN_SECONDS,
        "timeout_worker_healthcheck": _SILENT_SECONDS,
    }


def _environment(settings: Settings) -> dict[str, str]:
    """The settings as environment variables for worker processes."""
    return {PREFIX + name.upper(): str(value) for name, value in asdict(settings).items() if value != ""}


async def _check_database(settings: Settings) -> None:
    """Refuse an unusable database before anything is started."""
    store = Store(database_url(settings.database_address))
    try:
        await store.open()
    finally:
        await store.close()


def _check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            raise Refusal("serve.port_taken", port=port) from None


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, *, ready: Callable[[str], None] | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready and self.started:
            self._ready(f"http://{self.config.host}:{self.config.port}/")
