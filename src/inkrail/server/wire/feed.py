"""What a client at a table has not been sent yet: events, the view, and presence."""

from __future__ import annotations

from typing import Any

from inkrail.server.rooms.open_room import OpenRoom, Presence, Readiness
from inkrail.server.wire.events import event_view
from inkrail.server.wire.protocol import PROTOCOL
from inkrail.server.wire.summaries import summary
from inkrail.server.wire.views import Viewer

Message = dict[str, Any]


EVENTS_A_FRAME = 100
"""The most events in one frame: what a client missed of a long game is sent in pieces."""


class Feed:
    """Tracks what was sent to one client; `since` is the number of the last event that the client has."""

    def __init__(self, open_room: OpenRoom, seat: int | None, *, since: int) -> None:
        self._open_room = open_room
        self._place = None if seat is None else open_room.room.places[seat]
        self._arrangements = open_room.room.arrangements
        self._history = open_room.room.history(seat)
        self._sent = min(since, len(self._history))
        self._viewer = Viewer(open_room.room, seat)
        self._is_new = True
        self._presence: Presence | None = None
        self._idle: frozenset[int] = frozenset()
        self._getting_ready: Readiness = {}
        self._since = open_room.room.waiting.since

    @property
    def seat(self) -> int | None:
        """The client's seat, which may be numbered anew before the game starts."""
        return None if self._place is None else self._open_room.room.seat_at(self._place)

    def welcome(self) -> Message:
        """The message that tells the client its seat and the table."""
        here = self._open_room.connected() | ({self.seat} if self.seat is not None else set())
        return {
            "type": "welcome",
            "protocol": PROTOCOL,
            "seat": self.seat,
            "table": summary(self._open_room.room, connected=here),
        }

    @property
    def has_news(self) -> bool:
        """Whether anything this client may see has changed, which excludes other players' drawings."""
        return self._view_changed or self._presence != self._open_room.present

    @property
    def _view_changed(self) -> bool:
        if self._is_new or self._sent < len(self._history):
            return True
        open_room = self._open_room
        if self._idle != open_room.idle or self._getting_ready != open_room.getting_ready:
            return True
        return self._since != open_room.room.waiting.since

    @property
    def has_more(self) -> bool:
        """Whether events are left that did not fit into the last frame."""
        return self._sent < len(self._history)

    def take(self, *, now: float) -> list[Message]:
        """The messages of the next frame: events, and with the last of them the view that they lead to."""
        open_room = self._open_room
        until = min(len(self._history), self._sent + EVENTS_A_FRAME)
        missed = enumerate(self._history[self._sent : until], start=self._sent + 1)
        messages: list[Message] = [
            {"type": "event", "number": number, "event": event_view(event)} for number, event in missed
        ]
        if self._arrangements != open_room.room.arrangements:
            self._arrangements = open_room.room.arrangements
            messages.insert(0, self.welcome())
        view_changed, self._sent = self._view_changed, until
        if self.has_more:
            return messages
        if view_changed:
            messages.append(
                self._viewer.next_message(
                    connected=open_room.present[0], getting_ready=open_room.getting_ready, now=now
                )
            )
        self._idle, self._getting_ready = open_room.idle, open_room.getting_ready
        self._is_new = False
        self._since = open_room.room.waiting.since
        if self._presence != open_room.present:
            self._presence = open_room.present
            seats, watchers = open_room.present
            messages.append({"type": "presence", "seats": seats, "watchers": watchers})
        return messages
