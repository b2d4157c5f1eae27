"""What the page asks for besides its tables' messages, answered as the server's HTTP routes do."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final
from urllib.parse import parse_qs, unquote

from inkrail.core.board import Round
from inkrail.core.errors import Refusal
from inkrail.game.record import format_record
from inkrail.render.svg import position_svg
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.server.local import challenges, daily, shared_games
from inkrail.server.local.along import gone_along
from inkrail.server.local.bots import LOCAL_BOTS
from inkrail.server.local.daily import require_day_shown
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.rooms.puzzles import StoredPuzzle, puzzle_spec
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import check_spec, play_on_spec
from inkrail.server.rooms.tokens import require_seat
from inkrail.server.wire.paper import rolled, scored
from inkrail.server.wire.refusals import problem, status_of
from inkrail.server.wire.rulesets import ruleset_list
from inkrail.server.wire.seating import play_again, seated
from inkrail.server.wire.summaries import replay, summary

log = logging.getLogger("inkrail.local")

_JSON, _TEXT, _SVG = "application/json", "text/plain", "image/svg+xml"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: `parts` are what its address has in place of the pattern's groups."""

    rooms: Rooms
    parts: tuple[str, ...] = ()
    query: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)
    token: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """A response."""

    status: int
    media_type: str
    text: str


_Answer = Callable[[Asked], Awaitable[object]]


async def _rulesets(_: Asked) -> object:
    return ruleset_list()


async def _bots(_: Asked) -> object:
    return {
        "bots": [
            {"name": name, "level": make().level, "rulesets": list(RULESET_NAMES)}
            for name, make in LOCAL_BOTS.items()
        ]
    }


async def _dice(asked: Asked) -> object:
    ruleset = parse_ruleset(asked.query.get("rules", "base"))
    round_ = int(asked.query.get("round", "1"))
    if not 1 <= round_ <= ruleset.rounds:
        raise Refusal("phase.over")
    seats = int(asked.query.get("seats", ruleset.dealer.least_seats))
    return rolled(ruleset, Round(round_), seats=seats)


async def _score(asked: Asked) -> object:
    body = asked.body
    return scored(
        body["text"],
        rules=body.get("rules", "base"),
        longest=body.get("longest"),
        values=body.get("values", "official"),
    )


async def _create(asked: Asked) -> object:
    return await seated(asked.rooms, _spec_of(asked.body), name=asked.body["name"])


def _spec_of(body: dict[str, Any]) -> Spec:
    """The spec of the requested game, for one person and without a clock; neither hints nor other people are here."""
    rolls = body.get("rolls")
    spec = Spec(
        rules=body.get("rules", "base"),
        longest=body.get("longest"),
        values=body.get("values", "official"),
        bots=tuple(seat.get("bot") for seat in body.get("seats", [{"kind": "human"}])),
        counted=body.get("seed") is None and rolls is None and not body.get("typed"),
        seed=body.get("seed"),
        rolls=tuple(map(tuple, rolls)) if rolls is not None else None,
        typed=bool(body.get("typed")),
    )
    check_spec(spec, bots=LOCAL_BOTS)
    if not spec.solo:
        raise Refusal("request.no_server")
    return spec


async def _along(asked: Asked) -> object:
    body = asked.body
    return await gone_along(asked.rooms, body["game"], body["messages"], id_=body.get("id"))


async def _attempt(asked: Asked) -> object:
    """A try at a puzzle, of which the page knows what a server has told it."""
    told = asked.body["puzzle"]
    puzzle = StoredPuzzle(
        id=asked.parts[0],
        rules=told["rules"],
        level=told["level"],
        total=told["total"],
        second=None,
        actions=(),
        opening=told["opening"],
    )
    return await seated(asked.rooms, puzzle_spec(puzzle), name=asked.body["name"])


async def _table(asked: Asked) -> object:
    open_room = await asked.rooms.fresh(asked.parts[0])
    return summary(open_room.room, connected=open_room.connected())


async def _rematch(asked: Asked) -> object:
    return await play_again(asked.rooms, asked.parts[0], token=asked.token)


async def _play_on(asked: Asked) -> object:
    room = (await asked.rooms.fresh(asked.parts[0])).room
    body = asked.body
    spec = play_on_spec(room, seat=body["seat"], round_=body["round"], same_dice=body["dice"] == "same")
    return await seated(asked.rooms, spec, name=clean_name(body["name"]))


async def _shown(asked: Asked) -> OpenRoom:
    """The room, if its boards may be seen."""
    open_room = await asked.rooms.fresh(asked.parts[0])
    await require_day_shown(asked.rooms, open_room.room)
    return open_room


async def _record(asked: Asked) -> object:
    return Reply(200, _TEXT, format_record((await _shown(asked)).room.record()))


async def _replay(asked: Asked) -> object:
    open_room = await _shown(asked)
    return replay(open_room.room, connected=open_room.connected())


async def _link(asked: Asked) -> object:
    return {"link": shared_games.link_of((await asked.rooms.fresh(asked.parts[0])).room)}


async def _dare(asked: Asked) -> object:
    room = (await asked.rooms.fresh(asked.parts[0])).room
    return {"challenge": challenges.link_of(room, require_seat(asked.token, room.tokens))}


async def _challenge(asked: Asked) -> object:
    return await challenges.challenge_info(asked.rooms, asked.parts[0])


async def _take(asked: Asked) -> object:
    return await challenges.take(asked.rooms, asked.parts[0], name=asked.body["name"])


def _day(asked: Asked) -> date:
    """The day in the address: today without one."""
    return daily.day_of(asked.rooms, "".join(asked.parts))


async def _daily(asked: Asked) -> object:
    return await daily.daily_info(asked.rooms, _day(asked))


async def _play_day(asked: Asked) -> object:
    return await daily.play_day(asked.rooms, _day(asked), name=asked.body["name"])


async def _leaderboard(asked: Asked) -> object:
    return await daily.leaderboard(asked.rooms, _day(asked))


async def _picture(asked: Asked) -> object:
    seat = int(asked.parts[1])
    room = (await _shown(asked)).room
    if seat >= room.seats:
        raise Refusal("board.unknown")
    theme = asked.query.get("theme")
    drawn = position_svg(
        room.last_closed.seats[seat].boards,
        theme="dark" if theme == "dark" else "light" if theme == "light" else "auto",
        title=room.names[seat] or room.bots[seat] or "",
    )
    return Reply(200, _SVG, drawn)


_ROUTES: Final[tuple[tuple[str, str, _Answer], ...]] = (
    ("GET", "/api/rulesets", _rulesets),
    ("GET", "/api/bots", _bots),
    ("GET", "/api/dice", _dice),
    ("POST", "/api/score", _score),
    ("POST", "/api/tables", _create),
    ("POST", "/api/tables/along", _along),
    ("POST", "/api/puzzles/([^/]+)/attempts", _attempt),
    ("GET", "/api/tables/([^/]+)", _table),
    ("POST", "/api/tables/([^/]+)/rematch", _rematch),
    ("POST", "/api/tables/([^/]+)/play-on", _play_on),
    ("GET", "/api/tables/([^/]+)/record", _record),
    ("GET", "/api/tables/([^/]+)/replay", _replay),
    ("GET", r"/api/tables/([^/]+)/boards/(\d)\.svg", _picture),
    ("GET", "/api/tables/([^/]+)/link", _link),
    ("POST", "/api/tables/([^/]+)/challenges", _dare),
    ("GET", "/api/challenges/([^/]+)", _challenge),
    ("POST", "/api/challenges/([^/]+)", _take),
    ("GET", "/api/daily", _daily),
    ("GET", "/api/daily/([^/]+)", _daily),
    ("POST", "/api/daily/([^/]+)", _play_day),
    ("GET", "/api/daily/([^/]+)/leaderboard", _leaderboard),
)


def _route(method: str, path: str) -> tuple[_Answer, tuple[str, ...]]:
    """What answers a request, and what its address has in place of the pattern's groups."""
    for known, pattern, respond in _ROUTES:
        match = re.fullmatch(pattern, path)
        if match and method == known:
            return respond, tuple(map(unquote, match.groups()))
    raise Refusal("request.no_server")


async def answer(rooms: Rooms, method: str, address: str, *, body: str = "", token: str = "") -> Reply:
    """The reply to a request; what only a server can do is refused with a code of its own."""
    path, _, query = address.partition("?")
    wanted = {name: values[-1] for name, values in parse_qs(query).items()}
    try:
        respond, parts = _route(method, path)
        result = await respond(Asked(rooms, parts, wanted, json.loads(body) if body else {}, token))
    except Refusal as refusal:
        return Reply(status_of(refusal), _JSON, json.dumps(problem(refusal)))
    except Exception:
        log.exception("request failed")
        return Reply(500, _JSON, json.dumps(problem(Refusal("server.failed"))))
    return result if isinstance(result, Reply) else Reply(200, _JSON, json.dumps(result))
