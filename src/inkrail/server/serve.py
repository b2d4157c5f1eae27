"""Running the application: one process, or several that share a PostgreSQL database."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI

from inkrail.core.errors import Refusal
from inkrail.server.app import create_app
from inkrail.server.bots.programs import greeted_programs
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
_NOT_STARTED = 3
"""The exit status, as uvicorn's own, of a server whose start was logged as failed."""


def serve(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    workers: int = 1,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until a signal stops the server; `ready` is called with the address once it accepts connections."""
    url = database_url(settings.database_address)
    if workers > 1 and url.get_backend_name() != "postgresql":
        raise Refusal("serve.one_process")
    check_bots(settings.bots)
    greeted_programs(settings.program_bots)
    check_address(host, port)
    asyncio.run(_check_database(url))
    if workers > 1:
        os.environ.update(_environment(settings))
        app = "inkrail.server.serve:from_environment"
        with shared_metrics():
            uvicorn.run(app, factory=True, workers=workers, **options(host, port))
        return
    set_up_logs(settings.log_level)
    Collector().start()
    server = _Server(uvicorn.Config(create_app(settings), **options(host, port)), ready=ready)
    with suppress(KeyboardInterrupt):  # uvicorn has stopped in good order and raises it again
        server.run()
    if not server.started:
        sys.exit(_NOT_STARTED)


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


async def _check_database(url: sa.URL) -> None:
    """Refuse an unusable database before anything is started."""
    store = Store(url)
    try:
        await store.open()
    finally:
        await store.close()


def check_bots(source: str) -> None:
    """Refuse a source of bots that is no function; the processes that play import it in the current folder too."""
    if source == Settings().bots:
        return
    module, _, name = source.partition(":")
    path, sys.path = sys.path, [*sys.path, str(Path.cwd())]
    try:
        found = getattr(import_module(module), name, None)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise Refusal("settings.bots", name=f"{PREFIX}BOTS", value=source, reason=reason) from error
    finally:
        sys.path = path
    if not callable(found):
        raise Refusal("settings.bots", name=f"{PREFIX}BOTS", value=source, reason=name or ":")


def check_address(host: str, port: int) -> None:
    """Refuse an address where this machine cannot listen."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM) if host else []
    except (socket.gaierror, UnicodeError):
        addresses = []
    if not addresses:  # no name at all would be every address
        raise Refusal("serve.host_unknown", host=host)
    for family, kind, protocol, _, address in addresses:
        try:
            with socket.socket(family, kind, protocol) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
        except OSError as error:
            if error.errno != errno.EAFNOSUPPORT:  # without IPv6 the server listens at the other addresses
                raise _cannot_listen(error, host=host, port=port) from None


def _cannot_listen(error: OSError, *, host: str, port: int) -> Refusal:
    match error.errno:
        case errno.EADDRINUSE:
            return Refusal("serve.port_taken", port=port)
        case errno.EADDRNOTAVAIL:
            return Refusal("serve.host_elsewhere", host=host)
        case errno.EACCES:
            return Refusal("serve.port_forbidden", port=port)
        case _:
            return Refusal("serve.cannot_listen", host=host, port=port, reason=error.strerror)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, *, ready: Callable[[str], None] | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready and self.started:
            host = f"[{self.config.host}]" if ":" in self.config.host else self.config.host
            self._ready(f"http://{host}:{self.config.port}/")
