"""Refusals as they travel."""

from __future__ import annotations

from collections.abc import Mapping

from inkrail.core.cells import Cell
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.server.bodies import Problem
from inkrail.server.wire import Params

_STATUS = {
    "table.unknown": 404,
    "board.unknown": 404,
    "daily.unknown_day": 404,
    "request.not_found": 404,
    "seat.no_token": 401,
    "seat.wrong_token": 403,
    "daily.not_yet": 403,
    "daily.hidden": 403,
    "table.full": 409,
    "table.already_started": 409,
    "table.not_started": 409,
    "table.not_over": 409,
    "request.not_allowed": 405,
    "request.too_large": 413,
    "request.too_many": 429,
    "server.busy": 503,
}
_UNUSABLE = 422
_LONGEST_PARAM = 200


def plain_params(params: Mapping[str, object]) -> Params:
    """Parameters as numbers and texts."""
    return {
        name: value if isinstance(value, int) and not isinstance(value, Cell) else str(value)[:_LONGEST_PARAM]
        for name, value in params.items()
    }


def problem(refusal: Refusal) -> Problem:
    """A refusal as the body of an answer."""
    line = refusal.line if isinstance(refusal, TextRefusal) else None
    return {"code": refusal.code, "params": plain_params(refusal.params), "line": line}


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    return _STATUS.get(refusal.code, _UNUSABLE)
