"""Games that are played without a page, in a moment, to look at what follows them."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page
from tests.server.playing import next_action, waits
from tests.server.waiting import PATIENCE
from websockets.sync.client import ClientConnection, connect

from inkrail.server.wire.protocol import PROTOCOL

Seat = dict[str, Any]


def open_seat(address: str, **wanted: Any) -> Seat:
    """A seat at a new table."""
    body = json.dumps({"name": "Ana", "seed": "finished", **wanted}).encode()
    request = urllib.request.Request(  # noqa: S310
        f"{address}/api/tables", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
        given: Seat = json.load(answer)
    return given


@contextmanager
def connected(address: str, seat: Seat) -> Iterator[ClientConnection]:
    """A connection of a seat, which a busy machine may take long to open and to answer."""
    path = f"{address.replace('http', 'ws', 1)}/api/tables/{seat['table']}/live"
    with connect(path, max_size=None, open_timeout=PATIENCE, ping_interval=None) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": seat["token"]}))
        yield socket


def play_until(address: str, seat: Seat, *, round_: int | None = None) -> None:
    """Play a seat by a simple rule until this round begins, or to the end."""
    view: dict[str, Any] = {}
    with connected(address, seat) as socket:
        while view.get("phase") != "over" and (round_ is None or view.get("round", 0) < round_):
            for message in json.loads(socket.recv()):
                if message["type"] == "view":
                    view = message
                elif message["type"] == "change":
                    view = {**view, **message["parts"]}
                is_reached = view.get("round") == round_ or view.get("phase") == "over"
                if message["type"] in ("view", "change") and not is_reached and waits(view):
                    act = {"type": "act", "id": uuid4().hex, "action": next_action(view)}
                    socket.send(json.dumps(act))


def play_actions(address: str, seat: Seat, actions: Sequence[str]) -> None:
    """Let a seat do this, and wait until it is done."""
    with connected(address, seat) as socket:
        for action in actions:
            id_ = uuid4().hex
            socket.send(json.dumps({"type": "act", "id": id_, "action": action}))
            while not any(message.get("id") == id_ for message in json.loads(socket.recv())):
                pass


def finished_game(address: str, **wanted: Any) -> Seat:
    """A seat of a game that is over."""
    seat = open_seat(address, **wanted)
    play_until(address, seat)
    return seat


def sit_down(page: Page, seat: Seat, *, rules: str = "base") -> None:
    """Let the page's browser have the seat, and go there."""
    kept = {**seat, "rules": rules, "seen": 1}
    page.evaluate("seat => localStorage.setItem('inkrail.seats', JSON.stringify([seat]))", kept)
    page.goto(f"/t/{seat['table']}")
