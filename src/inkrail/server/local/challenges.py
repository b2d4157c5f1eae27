"""Challenges inside links: a score to beat with the same dice, and the game itself where the link is short enough.

What a link contains can be read by whoever takes it apart; the page shows its dice and boards as the server does, to
those who have finished.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from inkrail.core.errors import Refusal
from inkrail.game.table import MOST_SEATS
from inkrail.server.local.attempts import attempt_at, begin, played
from inkrail.server.local.bots import LOCAL_BOTS
from inkrail.server.local.links import pack, unpack
from inkrail.server.local.shared_games import KIND as GAME
from inkrail.server.local.shared_games import stored_value, value_of
from inkrail.server.rooms.challenges import Challenge, taking_spec
from inkrail.server.rooms.names import clean_name
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.rooms import Rooms
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import check_spec
from inkrail.server.rooms.tokens import hashed
from inkrail.server.wire.challenges import ChallengeInfo, Taker
from inkrail.server.wire.seating import SeatGiven
from inkrail.server.wire.summaries import unusual

KIND: Final = "c"
MOST_TO_SEND = 2000
"""A longer link has the dice and the score without the game: programs that send messages cut long ones."""
WITH_GAME = 4
"""How many fields follow the table's id if the link has the game."""
MOST_POINTS = 1000
_TABLE_ID = re.compile(r"[\w-]{1,32}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Dare:
    """A challenge as its link says it; `game` is the link of the game itself, if it came along."""

    origin: str
    """The table at which the challenger played, in the challenger's browser."""
    name: str
    seat: int
    spec: Spec
    """That of the table of whoever takes it."""
    game: str | None

    @property
    def score(self) -> int:
        """The points to beat."""
        assert self.spec.goal is not None
        return self.spec.goal


def link_of(room: Room, seat: int) -> str:
    """A challenge to beat a seat's finished game: with the game, or with its dice and score alone."""
    whole = pack([room.id, seat, *value_of(room)[:3]], kind=KIND)
    if len(whole) <= MOST_TO_SEND:
        return whole
    rolls = [list(closed.faces) for closed in room.closed]
    ruleset, total = room.ruleset, room.sheets()[seat].total
    rules = [ruleset.name, ruleset.longest.value, ruleset.values.value]
    return pack([room.id, room.names[seat], *rules, room.seats, room.starter, rolls, total], kind=KIND)


def parse_link(link: str) -> Dare:
    """The challenge in a link, or a refusal."""
    value = unpack(link, kind=KIND)
    try:
        origin, *rest = value
        read = _with_game if len(rest) == WITH_GAME else _without_game
        return read(link, _table_id(origin), *rest)
    except (TypeError, ValueError, IndexError, AttributeError, Refusal):
        raise Refusal("link.damaged") from None


def _table_id(text: str) -> str:
    if not _TABLE_ID.fullmatch(text):
        raise Refusal("table.unknown")
    return text


def _with_game(link: str, origin: str, seat: int, *game: Any) -> Dare:
    value = [*game, None]
    stored = stored_value(value, id_=pack(value, kind=GAME))
    room = Room(stored.id, stored.spec, created=stored.created)
    room.apply(stored.rows[0].row, at=stored.created)
    if type(seat) is not int or not 0 <= seat < room.seats or room.bots[seat]:
        raise Refusal("seat.unknown", seat=seat)
    spec = taking_spec(Challenge(link, room.id, seat, ""), room)
    return Dare(origin, room.names[seat], seat, spec, room.id)


def _without_game(link: str, origin: str, name: str, *said: Any) -> Dare:
    rules, longest, values, seats, starter, rolls, total = said
    if type(seats) is not int or not 1 <= seats <= MOST_SEATS:
        raise Refusal("link.damaged")
    bots = (None, *("greedy" for _ in range(seats - 1)))
    spec = Spec(
        rules=rules,
        longest=longest,
        values=values,
        bots=bots,
        counted=False,
        rolls=tuple(map(tuple, rolls)),
        starter=starter,
    )
    check_spec(spec, bots=LOCAL_BOTS)
    picking = bool(spec.ruleset().dealer.picking)
    lot = range(seats) if picking else (None,)
    if starter not in lot or type(total) is not int or abs(total) > MOST_POINTS:
        raise Refusal("link.damaged")
    taking = replace(spec, bots=bots if picking else (None,), purpose="challenge", goal=total, source=link)
    return Dare(origin, clean_name(name), 0, taking, None)


def _table_of(rooms: Rooms, link: str) -> str:
    """The id of the table at which this browser takes a challenge."""
    return f"{rooms.prefix}taken-{hashed(link)[:24]}"


async def challenge_info(rooms: Rooms, link: str) -> ChallengeInfo:
    """A challenge as the server tells it; of those who took it only this browser is known."""
    dare = parse_link(link)
    own = await attempt_at(rooms, _table_of(rooms, link))
    done, is_mine = played(own), await attempt_at(rooms, dare.origin) is not None
    game = dare.origin if is_mine else dare.game if done == "over" else None
    ruleset = dare.spec.ruleset()
    house = unusual(Room("", dare.spec, created=0.0))
    return {
        "challenge": link,
        "name": dare.name,
        "score": dare.score,
        "rules": ruleset.name,
        "rounds": ruleset.rounds,
        "unusual": [rule for rule in house if rule not in ("dice", "clock", "hints")],
        "mine": is_mine,
        "played": done,
        "table": own.id if own else None,
        "game": {"table": game, "seat": dare.seat} if game else None,
        "takers": [_taker(own)] if own else [],
    }


def _taker(own: Room) -> Taker:
    is_over = own.phase == "over"
    sheet = own.sheets()[0] if is_over else None
    return {
        "name": own.names[0],
        "score": sheet.total if sheet else None,
        "errors": sheet.errors if sheet else None,
        "mine": True,
        "table": own.id if is_over else None,
    }


async def take(rooms: Rooms, link: str, *, name: str) -> SeatGiven:
    """Take a challenge, once; a game that runs is resumed."""
    dare = parse_link(link)
    if await attempt_at(rooms, dare.origin) is not None:
        raise Refusal("challenge.own")
    own = await attempt_at(rooms, _table_of(rooms, link))
    if played(own) == "over":
        raise Refusal("challenge.taken")
    return await begin(rooms, _table_of(rooms, link), dare.spec, name=name)
