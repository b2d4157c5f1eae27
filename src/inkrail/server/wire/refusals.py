"""Refusals on the wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inkrail.core.cells import Cell
from inkrail.core.errors import Refusal, TextRefusal
from inkrail.server.wire.protocol import Params
from inkrail.server.wire.typed_dict import TypedDict

_STATUS = {
    "table.unknown": 404,
    "board.unknown": 404,
    "puzzle.unknown": 404,
    "puzzle.not_tried": 403,
    "study.unknown": 404,
    "daily.unknown_day": 404,
    "opening.round": 404,
    "verdict.unknown": 404,
    "request.not_found": 404,
    "seat.no_token": 401,
    "seat.wrong_token": 403,
    "daily.not_yet": 403,
    "hint.not_allowed": 403,
    "hint.outdated": 409,
    "hint.too_slow": 503,
    "daily.hidden": 403,
    "challenge.unknown": 404,
    "challenge.hidden": 403,
    "challenge.own": 409,
    "challenge.taken": 409,
    "challenge.not_yours": 403,
    "league.unknown": 404,
    "league.unknown_week": 404,
    "league.unknown_game": 404,
    "league.hidden": 403,
    "league.full": 409,
    "league.too_many": 409,
    "league.too_many_made": 429,
    "league.not_member": 403,
    "league.not_maker": 403,
    "league.played": 409,
    "transfer.unknown": 404,
    "transfer.too_large": 413,
    "transfer.too_many": 429,
    "hunt.running": 403,
    "table.full": 409,
    "table.reserved": 409,
    "seat.too_many_tokens": 409,
    "table.already_started": 409,
    "table.not_started": 409,
    "table.not_over": 409,
    "table.stays": 409,
    "request.not_allowed": 405,
    "request.too_large": 413,
    "request.too_many": 429,
    "bot.queue_full": 503,
    "study.queue_full": 503,
    "study.slow": 503,
    "extra.missing": 503,
    "study.failed": 503,
    "server.busy": 503,
    "server.storage": 503,
    "request.no_server": 501,
    "link.too_large": 413,
    "storage.full": 507,
    "storage.failed": 503,
    "table.damaged": 500,
}
_UNUSABLE = 422
_LONGEST_PARAM = 200


class LineProblem(TypedDict):
    """Why a line of a text was refused."""

    code: str
    params: Params
    line: int


class Problem(TypedDict):
    """Why a request was refused. `line` is set for texts, and `lines` lists every line that cannot be read."""

    code: str
    params: Params
    line: int | None
    lines: list[LineProblem]


def plain_params(params: Mapping[str, object]) -> Params:
    """The parameters as numbers and strings."""
    return {
        name: value if isinstance(value, int) and not isinstance(value, Cell) else str(value)[:_LONGEST_PARAM]
        for name, value in params.items()
    }


class UnreadableText(TextRefusal):
    """The problem of a text with unreadable lines: the code is that of the first, and `lines` lists all."""

    def __init__(self, lines: Sequence[TextRefusal]) -> None:
        super().__init__(lines[0].code, line=lines[0].line, **lines[0].params)
        self.lines = tuple(lines)


def problem(refusal: Refusal) -> Problem:
    """A refusal as the body of a response."""
    lines = (
        refusal.lines
        if isinstance(refusal, UnreadableText)
        else (refusal,)
        if isinstance(refusal, TextRefusal)
        else ()
    )
    return {
        "code": refusal.code,
        "params": plain_params(refusal.params),
        "line": lines[0].line if lines else None,
        "lines": [
            {"code": line.code, "params": plain_params(line.params), "line": line.line} for line in lines
        ],
    }


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    return _STATUS.get(refusal.code, _UNUSABLE)
