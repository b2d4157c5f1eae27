"""What a client at a table has not been sent yet."""

from __future__ import annotations

import pytest
from tests.server.open_rooms import Listener
from tests.server.playing import next_action
from tests.server.stored_room import StoredRoom, started, two

from inkrail.server.rooms.open_room import OpenRoom
from inkrail.server.wire import feed
from inkrail.server.wire.feed import Feed, Message


class Fed:
    """A room of two people and the feed of one of its clients."""

    def __init__(self, seat: int | None, *, since: int = 0) -> None:
        self.stored: StoredRoom = started()
        self.open_room = OpenRoom(self.stored.room, now=0.0)
        self.feed = Feed(self.open_room, seat, since=since)

    def take(self) -> list[Message]:
        return self.feed.take(now=0.0)

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.take()]


async def test_a_new_client_gets_all_events_the_view_and_who_is_there() -> None:
    fed = Fed(0)
    had_news, messages = fed.feed.has_news, fed.take()
    assert had_news
    events = [message for message in messages if message["type"] == "event"]
    assert [message["number"] for message in events] == [1, 2, 3, 4]
    assert [message["event"]["kind"] for message in events] == ["joined", "joined", "started", "rolled"]
    assert [message["type"] for message in messages[4:]] == ["view", "presence"]
    assert not fed.feed.has_news
    assert fed.take() == []


async def test_who_comes_back_gets_the_events_after_the_last_one_seen() -> None:
    assert [message.get("number") for message in Fed(0, since=3).take()] == [4, 4, None]
    assert Fed(0, since=99).kinds() == ["view", "presence"]


async def test_many_events_come_in_pieces_and_the_view_with_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "EVENTS_A_FRAME", 2)
    fed = Fed(0)
    frames = []
    while fed.feed.has_news:
        frames.append(fed.kinds())
        assert fed.feed.has_more == fed.feed.has_news
    assert frames == [["event", "event"], ["event", "event", "view", "presence"]]
    for _ in range(3):
        fed.stored.send(1, type="react", reaction="wave")
    assert (fed.kinds(), fed.kinds()) == (["event", "event"], ["event", "change"])
    assert (fed.feed.has_more, fed.feed.has_news) == (False, False)


async def test_own_drawings_are_news_and_those_of_others_are_not() -> None:
    mine, other = Fed(0), Fed(1)
    for fed in (mine, other):
        fed.take()
        fed.stored.act(0, next_action(fed.stored.view(0)))
    assert (mine.feed.has_news, other.feed.has_news) == (True, False)
    assert mine.kinds() == ["event", "change"]
    assert other.take() == []


async def test_who_comes_and_goes_is_told_without_a_view() -> None:
    fed = Fed(None)
    fed.take()
    fed.open_room.listeners.add(Listener(1))
    fed.open_room.presence_changed()
    assert fed.feed.has_news
    assert fed.take() == [{"type": "presence", "seats": (1,), "watchers": 0}]


async def test_a_player_who_stays_away_is_shown_without_an_event() -> None:
    fed = Fed(0)
    fed.take()
    fed.open_room.idle = frozenset({1})
    assert fed.kinds() == ["change"]
    assert not fed.feed.has_news


async def test_a_bot_that_is_getting_ready_is_shown_without_an_event() -> None:
    fed = Fed(0)
    fed.take()
    fed.open_room.getting_ready = {1: 40}
    (message,) = fed.take()
    assert [seat["getting_ready"] for seat in message["parts"]["seats"]] == [None, 40]
    assert not fed.feed.has_news


async def test_what_changes_before_the_start_is_told_to_everybody_who_is_there() -> None:
    stored = two()
    open_room = OpenRoom(stored.room, now=0.0)
    feeds = [Feed(open_room, seat, since=0) for seat in (0, 1, None)]
    for one in feeds:
        one.take(now=0.0)
    stored.send(0, type="arrange", rules="lake")
    for one in feeds:
        assert one.has_news
        welcome, event, change = one.take(now=0.0)
        assert (welcome["table"]["rules"], event["event"]["kind"]) == ("lake", "arranged")
        assert change["parts"]["ruleset"] == "lake"
