"""Logs: one JSON object per line on standard error, without secrets."""

from __future__ import annotations

import json
import logging
import sys
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_OWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}
access = logging.getLogger("inkrail.access")


class JsonLines(logging.Formatter):
    """Formats a log record as JSON, including everything passed as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        line: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "part": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _OWN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def set_up_logs(level: str) -> None:
    """Send all logs to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = name != "uvicorn.access"
    logging.getLogger("alembic").setLevel("WARNING")


class AccessLog:
    """Logs method, path, status and duration of each request. Paths never contain secrets."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the wrapped app and log the status of its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            took = round((perf_counter() - began) * 1000, 1)
            fields = {"method": scope["method"], "path": scope["path"], "status": status, "ms": took}
            access.info("request", extra=fields)
