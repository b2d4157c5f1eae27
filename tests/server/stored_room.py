"""A room for tests: its rows are kept in a list, as text, instead of in a database."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.playing import next_action, waits

from inkrail.core.dice import Rng, SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, parse_action
from inkrail.server.rooms import commands
from inkrail.server.rooms.commands import Proposal
from inkrail.server.rooms.room import Room
from inkrail.server.rooms.row_text import format_row, parse_row
from inkrail.server.rooms.rows import Row, Spec
from inkrail.server.wire.commands import command_of
from inkrail.server.wire.encode import to_json
from inkrail.server.wire.events import event_view
from inkrail.server.wire.messages import CLIENT_MESSAGE, SERVER_FRAME
from inkrail.server.wire.views import Viewer

BEGUN = 1000.0


class StoredRoom:
    """A room with messages in and views out, but without sockets and storage."""

    def __init__(self, spec: Spec, *, secret: str = "hush", rng: Rng | None = None) -> None:
        rng = rng or SeededRng("hosted")
        self.spec = spec
        """How it was opened."""
        self.room = Room("table", spec, created=BEGUN, secret=secret, rng=rng)
        self.rows: list[tuple[str, float]] = []
        self.now = BEGUN
        self.store(commands.sit_first(self.room, name="Ann", token="token of seat 0"))

    @property
    def last_row(self) -> Row:
        return parse_row(self.rows[-1][0], self.room.ruleset)

    def store(self, proposal: Proposal) -> None:
        self.rows.append((format_row(proposal.row, self.room.ruleset), self.now))
        self.room.apply(proposal.row, at=self.now, stages=proposal.stages)

    def join(self, name: str) -> int:
        seat, proposal = commands.join(self.room, name=name, token=f"token of {name}")
        self.store(proposal)
        return seat

    def send(self, seat: int, /, **message: object) -> None:
        parsed: Any = CLIENT_MESSAGE.validate_json(json.dumps({"id": "", **message}))
        command = command_of(parsed, self.room.ruleset)
        self.store(commands.carry_out(self.room, command, seat=seat, now=self.now, id_=parsed.id))

    def act(self, seat: int, action: str) -> None:
        self.send(seat, type="act", action=action)

    def action(self, text: str) -> Action:
        return parse_action(text, self.room.ruleset)

    def time_out(self, seconds: float = 60) -> None:
        """Let the clock run out after this many seconds."""
        self.now += seconds
        proposal = commands.time_out(self.room, now=self.now)
        assert proposal is not None
        self.store(proposal)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view_of(self.room, seat, now=self.now)

    def events(self, seat: int | None) -> list[dict[str, Any]]:
        """The events that a seat, or a watcher, was sent."""
        return events_of(self.room, seat)

    def kinds(self, seat: int | None) -> list[str]:
        return [event["kind"] for event in self.events(seat)]

    def play_round(self) -> None:
        """Everybody plays until the round is closed."""
        closed = len(self.room.closed)
        while len(self.room.closed) == closed:
            for seat in range(self.room.seats):
                view = self.view(seat)
                if waits(view) and len(self.room.closed) == closed:
                    self.act(seat, next_action(view))

    def play_out(self) -> None:
        while self.room.phase != "over":
            self.play_round()

    def again(self) -> Room:
        """The room as another process rebuilds it from the stored rows."""
        copy = Room("table", self.spec, created=BEGUN)
        for text, at in self.rows:
            copy.apply(parse_row(text, copy.ruleset), at=at)
        return copy


def view_of(room: Room, seat: int | None, *, now: float = 0) -> dict[str, Any]:
    """A whole view as a client reads it, checked against what is declared."""
    view: dict[str, Any] = json.loads(to_json(Viewer(room, seat).view(connected=(), now=now)))
    assert SERVER_FRAME.validate_python([view]) == [view]
    return view


def events_of(room: Room, seat: int | None) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = json.loads(to_json([event_view(event) for event in room.history(seat)]))
    return events


def two(rules: str = "base", **options: Any) -> StoredRoom:
    """A room of two people in its lobby."""
    stored = StoredRoom(Spec(rules=rules, bots=(None, None), **options))
    stored.join("Bob")
    return stored


def started(rules: str = "base", **options: Any) -> StoredRoom:
    """A room of two people whose game has begun."""
    stored = two(rules, **options)
    stored.send(0, type="start")
    return stored


def refusal(stored: StoredRoom, seat: int, /, **message: object) -> str:
    """The code with which a message is refused; nothing changed."""
    before = stored.room.number
    with pytest.raises(Refusal) as caught:
        stored.send(seat, **message)
    assert stored.room.number == before
    return caught.value.code
