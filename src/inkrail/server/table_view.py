"""What one seat, or a watcher, sees of a hosted table."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Literal

from inkrail.core.score import ScoreSheet
from inkrail.game.table import Phase, Table
from inkrail.game.view import View, view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Position
from inkrail.server import wire
from inkrail.server.bodies import RoundReplay
from inkrail.server.hosted import ClosedRound, HistoryItem, HostedTable
from inkrail.server.viewing import (
    boards_view,
    choice_view,
    dice_view,
    drawing_view,
    option_view,
    picks_view,
    sheet_view,
    specials_view,
)

_compact = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_SEATS_HERE = '"seats":null'


def to_json(value: object) -> str:
    """JSON without spaces."""
    return _compact(value)


def iso(at: float) -> str:
    """A moment as text."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


class Viewer:
    """Writes the views of one table, and keeps those parts that change only when a round closes."""

    def __init__(self, hosted: HostedTable) -> None:
        self._hosted = hosted
        self._closed: tuple[int, list[str]] | None = None
        self._replayed: tuple[int, str] | None = None

    def view(self, seat: int | None, *, connected: Collection[int], now: float) -> str:
        """The `view` message as JSON. The seats are spliced in, because most of them is written already."""
        shown = self._blank(seat) if seat is None or self._hosted.game is None else self._own(seat)
        text = to_json(shown)
        seats = ",".join(self._seats(connected=connected, now=now))
        before, _, after = text.partition(_SEATS_HERE)
        return f'{before}"seats":[{seats}]{after}'

    def replay(self, *, connected: Collection[int]) -> str:
        """The closed rounds as JSON, written once for as long as no other is closed."""
        key = len(self._hosted.closed)
        if self._replayed is None or self._replayed[0] != key:
            self._replayed = key, to_json(replayed_rounds(self._hosted))
        table = to_json(summary(self._hosted, connected=connected))
        return f'{{"table":{table},"rounds":{self._replayed[1]}}}'

    def _blank(self, seat: int | None) -> dict[str, object]:
        """What does not depend on a seat; the rest is empty."""
        hosted = self._hosted
        game = hosted.game
        drafted = bool(game and hosted.ruleset.dealer.picking)
        nothing: wire.SheetView = {"lines": [], "total": 0, "errors": 0}
        unplayed = game is None and seat is not None
        own = boards_view(hosted.ruleset.set_up(), hosted.ruleset) if unplayed else []
        deadline = hosted.standing.deadline
        return {
            "type": "view",
            "number": len(hosted.stream(seat)),
            "seat": seat,
            "ruleset": hosted.ruleset.name,
            "round": hosted.standing.round,
            "rounds": hosted.ruleset.rounds,
            "phase": hosted.phase,
            "board": hosted.ruleset.board_of(game.round_) if game else 0,
            "faces": list(game.deal.faces) if game and hosted.phase in ("pick", "draw") else [],
            "boards": own,
            "dice": [],
            "options": [],
            "choices": [],
            "picks": picks_view(game) if game and drafted and hosted.phase in ("pick", "draw") else [],
            "chooser": hosted.standing.chooser,
            "duties": [],
            "must_draw": [],
            "specials": [],
            "drawings": [],
            "done": False,
            "sheet": nothing,
            "seats": None,
            "starter": game.deal.starter if game and drafted else None,
            "next_starter": _next_starter(game) if game and drafted else None,
            "star": game.deal.star if game and drafted else None,
            "clock_ends": iso(deadline) if deadline is not None else None,
            "winners": list(hosted.winners),
        }

    def _own(self, seat: int) -> dict[str, object]:
        hosted = self._hosted
        assert hosted.game is not None
        shown = self._blank(seat)
        mine = view(hosted.game, Seat(seat))
        ruleset = mine.ruleset
        left = ruleset.left(mine.position)
        shown |= {
            "boards": boards_view(mine.position, ruleset),
            "drawings": [drawing_view(drawing, ruleset) for drawing in mine.drawings],
            "done": mine.done,
            "sheet": sheet_view(mine.sheet),
            "specials": specials_view(mine),
            "duplications_left": left.get("duplicate", 0),
        }
        if hosted.phase == "draw":
            shown |= _drawing_parts(mine)
        return shown

    def _seats(self, *, connected: Collection[int], now: float) -> list[str]:
        hosted = self._hosted
        closed = self._closed_parts()
        shown = []
        for seat in range(hosted.seats):
            head = {
                "name": hosted.names[seat],
                "bot": hosted.bots[seat],
                "joined": hosted.joined(seat),
                "connected": seat in connected,
                "done": bool(hosted.game and hosted.game.seats[seat].done),
                "idle": hosted.idle(seat, now=now),
            }
            shown.append(f"{to_json(head)[:-1]},{closed[seat]}")
        return shown

    def _closed_parts(self) -> list[str]:
        """The part of each seat that changes only when a round closes, as the rest of a JSON object."""
        hosted = self._hosted
        key = len(hosted.closed)
        if self._closed is None or self._closed[0] != key:
            positions = closed_positions(hosted)
            parts = []
            for position, sheet in zip(positions, hosted.sheets(), strict=True):
                part = {"total": sheet.total, **_result(position, sheet, hosted=hosted)}
                parts.append(to_json(part)[1:])
            self._closed = key, parts
        return self._closed[1]


def _drawing_parts(mine: View) -> dict[str, object]:
    position, ruleset = mine.position, mine.ruleset
    return {
        "dice": dice_view(mine),
        "options": [option_view(option) for option in mine.options if option.placements],
        "choices": [choice_view(choice, position=position, ruleset=ruleset) for choice in mine.choices],
        "duties": list(mine.duties),
        "must_draw": [piece.name for piece in mine.must_draw],
    }


def _next_starter(game: Table) -> int | None:
    """Who chooses first in the next round, once all dice of this one are chosen (D6)."""
    dealer = game.ruleset.dealer
    settled = game.phase is Phase.DRAW and game.round_ < game.ruleset.rounds and dealer.offers(game.deal)
    return dealer.next_starter(game.deal) if settled else None


def closed_positions(hosted: HostedTable) -> Sequence[Position]:
    """What every seat had at the end of the last closed round."""
    if hosted.game is None:
        return (hosted.ruleset.set_up(),) * hosted.seats
    return tuple(seat.shown for seat in hosted.game.seats)


def _result(position: Position, sheet: ScoreSheet, *, hosted: HostedTable) -> wire.SeatResult:
    return {"boards": boards_view(position, hosted.ruleset), "sheet": sheet_view(sheet)}


def round_results(closed: ClosedRound, *, hosted: HostedTable) -> list[wire.SeatResult]:
    """Boards and scores at the end of a round."""
    ruleset = hosted.ruleset
    last = closed.number == len(hosted.closed)
    sheets = hosted.sheets() if last else tuple(ruleset.score(position) for position in closed.seats)
    pairs = zip(closed.seats, sheets, strict=True)
    return [_result(position, sheet, hosted=hosted) for position, sheet in pairs]


def replayed_rounds(hosted: HostedTable) -> list[RoundReplay]:
    """All closed rounds with their dice, boards and scores."""
    return [
        {
            "round": closed.number,
            "faces": list(closed.faces),
            "hands": [list(hand) for hand in closed.hands],
            "seats": round_results(closed, hosted=hosted),
        }
        for closed in hosted.closed
    ]


def event_message(item: HistoryItem, number: int, *, hosted: HostedTable) -> str:
    """The `event` message of an item of the history, as JSON."""
    event: wire.TableEvent = (
        {"kind": "round_closed", "round": item.number, "seats": round_results(item, hosted=hosted)}
        if isinstance(item, ClosedRound)
        else item
    )
    return to_json({"type": "event", "number": number, "event": event})


def summary(hosted: HostedTable, *, connected: Collection[int] = ()) -> wire.TableSummary:
    """The table as lists show it."""
    spec = hosted.spec
    totals = [sheet.total for sheet in hosted.sheets()] if hosted.closed else [None] * hosted.seats
    return {
        "table": hosted.id,
        "rules": hosted.ruleset.name,
        "longest": hosted.ruleset.longest.value,
        "values": hosted.ruleset.values.value,
        "phase": hosted.phase,
        "round": hosted.standing.round,
        "rounds": hosted.ruleset.rounds,
        "seats": [
            {
                "name": hosted.names[seat],
                "kind": "human" if spec.bots[seat] is None else "bot",
                "bot": hosted.bots[seat],
                "joined": hosted.joined(seat),
                "connected": seat in connected,
                "total": totals[seat],
            }
            for seat in range(hosted.seats)
        ],
        "clock": spec.clock,
        "public": spec.public,
        "counted": spec.counted,
        "dice": _dice(hosted),
        "daily": spec.daily,
        "rematch": hosted.rematch,
        "created": iso(hosted.created),
        "winners": list(hosted.winners),
    }


def _dice(hosted: HostedTable) -> Literal["server", "seed", "given", "typed"]:
    if hosted.spec.typed:
        return "typed"
    if hosted.spec.rolls is not None:
        return "given"
    return "seed" if hosted.spec.seed else "server"
