"""The order in which waiting work is done, and what there is no room for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkrail.server.bots.fair_queue import Bounds, FairQueue, Priority
from inkrail.server.rooms.interfaces import NO_OWNER, Origin

WIDE = Bounds(owner=1000, total=1000)


def put(queue: FairQueue[str], *items: str, priority: Priority = Priority.PLAY) -> list[str | None]:
    """Add items named after their owner and table, such as `a1`, `a1x`, `a2`; return what was dropped."""
    return [queue.put(item, Origin(item[0], item[:2]), priority=priority) for item in items]


def taken(queue: FairQueue[str]) -> str:
    """All that waits, in the order in which it is done."""
    items = []
    while item := queue.pop():
        items.append(item)
    return " ".join(items)


def test_owners_have_equal_shares_whatever_they_ask_for() -> None:
    queue: FairQueue[str] = FairQueue(WIDE)
    put(queue, "a1", "a2", "a3", "a4", "b1", "c1", "c2")
    assert taken(queue) == "a1 b1 c1 a2 c2 a3 a4"


def test_so_have_the_tables_of_one_owner() -> None:
    queue: FairQueue[str] = FairQueue(WIDE)
    put(queue, "a1", "a1x", "a1y", "a2", "a2x", "a3")
    assert taken(queue) == "a1 a2 a3 a1x a2x a1y"


def test_who_was_served_comes_after_those_who_wait() -> None:
    queue: FairQueue[str] = FairQueue(WIDE)
    put(queue, "a1", "a2", "b1")
    assert queue.pop() == "a1"
    put(queue, "c1", "a3")
    assert taken(queue) == "b1 a2 c1 a3"


def test_reviews_and_trials_wait_for_everything_else() -> None:
    queue: FairQueue[str] = FairQueue(WIDE)
    put(queue, "a1", "b1", priority=Priority.WARM)
    put(queue, "a2", priority=Priority.REVIEW)
    put(queue, "c1", "c2")
    assert taken(queue) == "c1 c2 a2 a1 b1"


def test_one_owner_may_have_so_many_waiting() -> None:
    queue: FairQueue[str] = FairQueue(Bounds(owner=2, total=9))
    assert put(queue, "a1", "a2", "a3", "b1") == [None, None, "a3", None]
    assert not queue.has_room("a")
    assert queue.has_room("b")
    assert not queue.has_room("b", count=2)
    assert queue.has_room("c", count=2)
    assert not queue.has_room("c", count=3)
    queue.pop()
    assert put(queue, "a4") == [None]
    assert taken(queue) == "b1 a2 a4"


def test_when_all_places_are_taken_the_longest_line_loses_its_last() -> None:
    queue: FairQueue[str] = FairQueue(Bounds(owner=9, total=4))
    assert put(queue, "a1", "a2", "a3", "b1") == [None] * 4
    assert not queue.has_room("b")
    assert put(queue, "c1") == ["a3"]
    assert put(queue, "b2", "a4") == ["b2", "a4"]
    assert put(queue, "d1") == ["a2"]
    assert put(queue, "e1") == ["e1"]
    assert len(queue) == 4
    assert taken(queue) == "a1 b1 c1 d1"


def test_what_is_least_important_is_dropped_first() -> None:
    queue: FairQueue[str] = FairQueue(Bounds(owner=9, total=3))
    put(queue, "a1", priority=Priority.WARM)
    put(queue, "a2", "a3")
    assert put(queue, "b1") == ["a1"]
    assert taken(queue) == "a2 b1 a3"


def test_tables_without_an_owner_share_one_place_and_count_only_in_all() -> None:
    queue: FairQueue[str] = FairQueue(Bounds(owner=1, total=4))
    for number in range(4):
        assert queue.put(f"old{number}", Origin(NO_OWNER, str(number))) is None
    assert put(queue, "a1") == ["old3"]
    assert taken(queue) == "old0 a1 old1 old2"


def test_an_item_that_is_taken_out_leaves_no_trace() -> None:
    queue: FairQueue[str] = FairQueue(Bounds(owner=2, total=9))
    put(queue, "a1", "a2", "b1")
    for item in ("a1", "b1", "nothing"):
        queue.remove(item)
    assert (len(queue), queue.has_room("b", count=2), queue.has_room("a", count=2)) == (1, True, False)
    assert put(queue, "b2") == [None]
    assert taken(queue) == "a2 b2"
    assert (len(queue), queue.pop()) == (0, None)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("123"), st.sampled_from(Priority))))
def test_nothing_is_lost_or_done_twice(asked: list[tuple[str, str, Priority]]) -> None:
    queue: FairQueue[int] = FairQueue(Bounds(owner=5, total=12))
    dropped = [
        queue.put(number, Origin(owner, owner + table), priority=priority)
        for number, (owner, table, priority) in enumerate(asked)
    ]
    done = []
    while (item := queue.pop()) is not None:
        done.append(item)
    assert len(done) <= 12
    assert sorted(done + [item for item in dropped if item is not None]) == list(range(len(asked)))
    priorities = [asked[number][2] for number in done]
    assert priorities == sorted(priorities)
    assert all(sum(asked[number][0] == owner for number in done) <= 5 for owner in "abcd")


@pytest.mark.parametrize("others", [1, 10, 100])
def test_an_owner_waits_for_one_of_each_other_owner_at_most(others: int) -> None:
    queue: FairQueue[str] = FairQueue(WIDE)
    put(queue, *(f"a{number % 10}{number}" for number in range(others)))
    put(queue, "b1")
    assert [queue.pop(), queue.pop()].index("b1") == 1
