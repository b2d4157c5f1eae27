"""Reading attempts, on both databases."""

from __future__ import annotations

from tests.server.storage.writes import first, move

from inkrail.server.rooms.interfaces import Attempt, Result
from inkrail.server.storage.attempt_store import AttemptStore
from inkrail.server.storage.store import Store

DAY = "2026-11-15"
RESULTS = {
    "a": Result(40, 3, 90, late=False),
    "b": Result(50, 5, 100, late=False),
    "c": Result(40, 2, 500, late=False),
    "d": Result(40, 3, 80, late=False),
    "late": Result(60, 0, 10, late=True),
    "low": Result(-2, 9, 10, late=False),
}
ORDER = ["b", "c", "d", "a", "low", "late"]


async def played(store: Store) -> AttemptStore:
    for table, result in RESULTS.items():
        await store.commit([first(table, attempt=Attempt(DAY, table, table, table, late=False))])
        await store.commit([move(table, 2, result=result)])
    await store.commit([first("e", attempt=Attempt(DAY, "e", "e", "e", late=False))])
    return AttemptStore(store)


async def test_the_best_come_first_by_score_then_errors_then_time(store: Store) -> None:
    attempts = await played(store)
    assert [stored.table for stored in await attempts.best(DAY, limit=10)] == ORDER
    assert await attempts.players(DAY) == len(ORDER)
    assert await attempts.best("2026-11-14", limit=10) == []


async def test_each_has_its_rank_and_the_scores_are_counted(store: Store) -> None:
    attempts = await played(store)
    ranks = [await attempts.rank(attempt) for attempt in await attempts.best(DAY, limit=10)]
    assert ranks == [1, 2, 3, 4, 5, 6]
    assert await attempts.scores(DAY) == {-2: 1, 40: 3, 50: 1, 60: 1}
    assert await attempts.scores("2026-11-14") == {}


async def test_an_attempt_is_found_by_its_browser(store: Store) -> None:
    attempts = await played(store)
    running = await attempts.of(DAY, browser="e")
    assert running == Attempt(DAY, "e", "e", "e", late=False)
    assert await attempts.of(DAY, browser="nobody") is None


async def test_the_attempts_of_some_at_some_contests(store: Store) -> None:
    attempts = await played(store)
    other = Attempt("other", "a", "other", "a", late=False)
    await store.commit([first("other", attempt=other)])
    found = await attempts.among([DAY, "other"], browsers=["a", "e"])
    assert {(one.contest, one.browser, one.score) for one in found} == {
        (DAY, "a", 40),
        (DAY, "e", None),
        ("other", "a", None),
    }
    assert await attempts.among([], browsers=["a"]) == []
    assert await attempts.among([DAY], browsers=[]) == []
