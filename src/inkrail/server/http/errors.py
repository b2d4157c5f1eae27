"""Turns every error of the HTTP API into a code with parameters."""

from __future__ import annotations

import logging

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from inkrail.core.errors import Refusal
from inkrail.server.http.dependencies import services
from inkrail.server.wire.refusals import problem, status_of

_TEXTS = ("body.text", "body.record")
"""Boards and records, which people write; a sentence says how long they may be."""

log = logging.getLogger("inkrail.server")


def add_error_handlers(app: FastAPI) -> None:
    """Answer refusals, invalid requests, unknown addresses and failures with a `Problem` body."""

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
        if where in _TEXTS and first["type"] == "string_too_long":
            refusal = Refusal("text.too_large", limit=first["ctx"]["max_length"])
        return JSONResponse(problem(refusal), status_code=422)

    @app.exception_handler(HTTPException)
    async def not_found(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        codes = {404: "request.not_found", 405: "request.not_allowed", 413: "request.too_large"}
        refusal = Refusal(codes.get(error.status_code, "request.unusable"))
        return JSONResponse(problem(refusal), status_code=error.status_code, headers=error.headers)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        services(request).metrics.failures.inc()
        log.error("request failed", exc_info=error, extra={"path": request.url.path})
        return JSONResponse(problem(Refusal("server.failed")), status_code=500)
