"""What one seat, or a watcher, sees of a hosted table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal

import orjson

from inkrail.core.score import ScoreSheet
from inkrail.game.dice import spent_dice
from inkrail.game.seat import SeatState
from inkrail.game.table import Table
from inkrail.game.view import View, view
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Position
from inkrail.server.rooms.room import ClosedRound, HistoryItem, HostedTable
from inkrail.server.wire import messages as wire
from inkrail.server.wire.bodies import RoundReplay
from inkrail.server.wire.encode import (
    boards_view,
    choice_view,
    dice_view,
    drawing_view,
    option_view,
    picks_view,
    sheet_view,
    specials_view,
)

Parts = dict[str, str]
"""A view: the JSON of each of its parts, by name."""
_NO_SHEET: wire.SheetView = {"lines": [], "total": 0, "errors": 0}


def to_json(value: object) -> str:
    """JSON without spaces."""
    return orjson.dumps(value).decode()


def iso(at: float) -> str:
    """A moment as text."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


class Viewer:
    """Writes the views of one table, and keeps what is written until it changes."""

    def __init__(self, hosted: HostedTable) -> None:
        self._hosted = hosted
        self._own: dict[int, tuple[SeatState, wire.PhaseName, str | None, Parts]] = {}
        self._closed: tuple[int, list[str]] | None = None
        self._replayed: tuple[int, str] | None = None

    def parts(self, seat: int | None, *, connected: Collection[int], now: float) -> Parts:
        """All that a seat, or a watcher, sees now."""
        seats = ",".join(self._seats(connected=connected, now=now))
        return {**self._common(seat), **self._seat_parts(seat), "seats": f"[{seats}]"}

    def view(self, seat: int | None, *, connected: Collection[int], now: float) -> str:
        """The `view` message as JSON."""
        number = len(self._hosted.stream(seat))
        return view_message(self.parts(seat, connected=connected, now=now), number=number)

    def replay(self, *, connected: Collection[int]) -> str:
        """The closed rounds as JSON, written once for as long as no other is closed."""
        key = len(self._hosted.closed)
        if self._replayed is None or self._replayed[0] != key:
            self._replayed = key, to_json(replayed_rounds(self._hosted))
        table = to_json(summary(self._hosted, connected=connected))
        return f'{{"table":{table},"rounds":{self._replayed[1]}}}'

    def _common(self, seat: int | None) -> Parts:
        """What does not depend on what a seat drew."""
        hosted = self._hosted
        game = hosted.game
        drafted = bool(game and hosted.ruleset.dealer.picking)
        rolled = hosted.phase in ("pick", "draw")
        deadline = hosted.standing.deadline
        shown: dict[str, object] = {
            "seat": seat,
            "ruleset": hosted.ruleset.name,
            "round": hosted.standing.round,
            "rounds": hosted.ruleset.rounds,
            "closed": len(hosted.closed),
            "phase": hosted.phase,
            "board": hosted.ruleset.board_of(game.round_) if game else 0,
            "faces": game.deal.faces if game and rolled else (),
            "picks": picks_view(game) if game and drafted and rolled else (),
            "common": hosted.ruleset.dealer.common(game.deal) if game and rolled else (),
            "chooser": hosted.standing.chooser,
            "starter": game.deal.starter if game and drafted else None,
            "next_starter": game.next_starter if game and hosted.phase != "over" else None,
            "star": game.star if game else None,
            "tie_order": hosted.ruleset.dealer.tie_order(game.deal) if game else (),
            "clock_ends": iso(deadline) if deadline is not None else None,
            "done_for_you": _done_for(hosted, seat) if seat is not None else (),
            "winners": hosted.winners,
        }
        return {name: to_json(part) for name, part in shown.items()}

    def _seat_parts(self, seat: int | None) -> Parts:
        """What a seat has drawn and may draw, written anew only when that has changed."""
        hosted = self._hosted
        game = hosted.game
        if seat is None or game is None:
            boards = boards_view(hosted.ruleset.set_up(), hosted.ruleset) if seat is not None else []
            return {**_NOTHING, "boards": to_json(boards)}
        state, phase, bot = game.seats[seat], hosted.phase, hosted.bots[seat]
        known = self._own.get(seat)
        if known and known[0] is state and known[1:3] == (phase, bot):
            return known[3]
        parts = self._written(seat, game)
        self._own[seat] = state, phase, bot, parts
        return parts

    def _written(self, seat: int, game: Table) -> Parts:
        mine = view(game, Seat(seat))
        ruleset = mine.ruleset
        spent = spent_dice(mine.position.rolled, mine.drawings, taken=self._hosted.taken[seat])
        shown: dict[str, object] = {
            "boards": boards_view(mine.position, ruleset),
            "drawings": [
                drawing_view(drawing, ruleset, die=die)
                for drawing, die in zip(mine.drawings, spent, strict=True)
            ],
            "done": mine.done,
            "sheet": sheet_view(self._hosted.score(mine.position)),
            "specials": specials_view(mine),
            "duplications_left": sum(
                extra.left for extra in ruleset.extras(mine.position) if extra.name == "duplicate"
            ),
        }
        # Who left the seat to a bot may look on, but has nothing to draw any more.
        if self._hosted.phase == "draw" and not self._hosted.bots[seat]:
            shown |= {"dice": dice_view(mine, spent), **_drawing_parts(mine)}
        return {**_NOTHING, **{name: to_json(part) for name, part in shown.items()}}

    def _seats(self, *, connected: Collection[int], now: float) -> list[str]:
        hosted = self._hosted
        closed = self._closed_parts()
        shown = []
        for seat in range(hosted.seats):
            stood_in = hosted.stand_ins.latest(seat, since=hosted.shown_since)
            head = {
                "name": hosted.names[seat],
                "bot": hosted.bots[seat],
                "joined": hosted.joined(seat),
                "connected": seat in connected,
                "done": bool(hosted.game and hosted.game.seats[seat].done),
                "idle": hosted.idle(seat, now=now),
                "stood_in": stood_in.told() if stood_in else None,
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


_EMPTY = ("boards", "dice", "options", "choices", "duties", "must_draw", "specials", "drawings")
_NOTHING: Parts = {**dict.fromkeys(_EMPTY, "[]"), "done": "false", "sheet": to_json(_NO_SHEET)}
"""What a seat sees of its own before the game, and a watcher always."""


def view_message(parts: Mapping[str, str], *, number: int) -> str:
    """A whole view."""
    return f'{{"type":"view","number":{number},{_object(parts)[1:]}'


def change_message(parts: Mapping[str, str], shown: Mapping[str, str], *, number: int) -> str:
    """Those parts of a view that are not as they were last shown."""
    changed = {name: part for name, part in parts.items() if shown.get(name) != part}
    return f'{{"type":"change","number":{number},"parts":{_object(changed)}}}'


def _object(parts: Mapping[str, str]) -> str:
    return "{" + ",".join(f'"{name}":{part}' for name, part in parts.items()) + "}"


def _drawing_parts(mine: View) -> dict[str, object]:
    position, ruleset = mine.position, mine.ruleset
    return {
        "options": [option_view(option) for option in mine.options if option.placements],
        "choices": [choice_view(choice, position=position, ruleset=ruleset) for choice in mine.choices],
        "duties": list(mine.duties),
        "must_draw": [piece.name for piece in mine.must_draw],
    }


def _done_for(hosted: HostedTable, seat: int) -> list[wire.DoneForYou]:
    entries = hosted.stand_ins.unseen(seat, since=hosted.shown_since)
    return [
        {"round": entry.round, "by": entry.by, "why": entry.why, "moves": entry.moves} for entry in entries
    ]


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
            "stood_in": [entry.told() for entry in hosted.stand_ins.of_round(closed.number)],
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
        "unusual": unusual(hosted),
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


def unusual(hosted: HostedTable) -> list[wire.HouseRule]:
    """What the table does otherwise than its game usually does."""
    ruleset = hosted.ruleset
    changed: dict[wire.HouseRule, bool] = {
        "longest": ruleset.longest is not ruleset.usual_longest,
        "values": ruleset.values is not ruleset.usual_values,
        "dice": _dice(hosted) != "server",
        "clock": hosted.spec.clock is not None,
        "draft": bool(ruleset.dealer.picking),
    }
    return [rule for rule, is_changed in changed.items() if is_changed]


def _dice(hosted: HostedTable) -> Literal["server", "seed", "given", "typed"]:
    if hosted.spec.typed:
        return "typed"
    if hosted.spec.rolls is not None:
        return "given"
    return "seed" if hosted.spec.seed else "server"
