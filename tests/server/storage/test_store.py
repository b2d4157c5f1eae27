"""Storage, on both databases."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa
from tests.server.storage.writes import RULESET, SPEC, first, move

from inkrail.core.errors import Refusal
from inkrail.game.actions import Done
from inkrail.server.rooms.interfaces import Attempt, Due, State
from inkrail.server.rooms.rows import Move
from inkrail.server.storage.attempt_store import AttemptStore
from inkrail.server.storage.store import LISTED_OF_ONE, Store, database_url


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    assert await store.commit([first("a"), first("b")]) == [True, True]
    assert await store.commit([move("a", 2), move("b", 2, "take-back C2")]) == [True, True]
    stored = await store.table("b")
    assert stored is not None
    assert (stored.spec, stored.created) == (SPEC, 10.0)
    assert [(row.number, row.at) for row in stored.rows] == [(1, 10.0), (2, 12.0)]
    assert stored.rows[1].row == move("b", 2, "take-back C2").row
    assert [row.number for row in await store.rows_after("a", 1, ruleset=RULESET)] == [2]
    assert await store.table("c") is None


async def test_a_number_is_given_once_and_the_rest_of_the_group_is_stored(store: Store) -> None:
    await store.commit([first("a"), first("b")])
    assert await store.commit([move("a", 2, "done")]) == [True]
    assert await store.commit([move("a", 2, "take-back C2"), move("b", 2)]) == [False, True]
    stored = await store.rows_after("a", 1, ruleset=RULESET)
    assert [row.row.steps for row in stored] == [(Move(seat=0, action=Done()),)]


async def test_a_row_that_comes_second_changes_nothing_and_undoes_no_other(store: Store) -> None:
    await store.commit([first("a"), first("b"), move("a", 2)])
    ends: list[str] = []
    for end in ("commit", "rollback"):
        sa.event.listen(store.engine.sync_engine, end, lambda _, end=end: ends.append(end))
    over = State("over", 5.0)
    assert await store.commit([move("a", 2, state=over), move("b", 2, state=over)]) == [False, True]
    assert await store.due(6.0, limit=9) == [Due(5.0, "b")]
    if store.shared:
        assert ends == ["commit", "rollback"]  # the rollback ends the query


async def test_of_two_rows_with_one_number_in_a_group_the_first_is_stored(store: Store) -> None:
    await store.commit([first("a")])
    group = [move("a", 2, "done"), move("a", 2, "take-back C2")]
    assert await store.commit(group) == [True, False]
    stored = await store.rows_after("a", 1, ruleset=RULESET)
    assert [row.row for row in stored] == [group[0].row]


async def test_a_row_of_a_table_that_is_gone_is_not_stored(store: Store) -> None:
    await store.commit([first("a")])
    assert await store.commit([move("gone", 2), move("a", 2)]) == [False, True]


async def test_a_table_is_opened_with_its_attempt_or_not_at_all(store: Store) -> None:
    attempt = Attempt("2026-11-15", "browser", "a", "Ann", late=False)
    again = Attempt("2026-11-15", "browser", "b", "Ann", late=False)
    assert await store.commit([first("a", attempt=attempt)]) == [True]
    assert await store.commit([first("b", attempt=again)]) == [False]
    assert await store.table("b") is None
    assert await AttemptStore(store).of("2026-11-15", browser="browser") == attempt


async def test_lists_and_the_sweep_follow_the_state(store: Store) -> None:
    await store.commit([first("a"), first("b")])
    assert sorted(await store.public_tables("lobby", limit=9)) == ["a", "b"]
    await store.commit([move("a", 2, state=State("running", 50.0))])
    assert await store.public_tables("lobby", limit=9) == ["b"]
    assert await store.public_tables("running", limit=9) == ["a"]
    assert await store.due(49.0, limit=9) == []
    assert await store.due(50.0, limit=9) == [Due(50.0, "a")]


async def test_all_tables_that_are_due_are_found_page_by_page(store: Store) -> None:
    dues = {"a": 3.0, "b": 1.0, "c": 2.0, "d": 2.0, "e": 2.0, "f": 9.0}
    await store.commit([first(table) for table in (*dues, "never")])
    await store.commit([move(table, 2, state=State("running", due)) for table, due in dues.items()])
    pages: list[list[Due]] = [await store.due(3.0, limit=2)]
    while pages[-1]:
        pages.append(await store.due(3.0, limit=2, after=pages[-1][-1]))
    assert pages == [
        [Due(1.0, "b"), Due(2.0, "c")],
        [Due(2.0, "d"), Due(2.0, "e")],
        [Due(3.0, "a")],
        [],
    ]


async def test_a_table_is_postponed_unless_a_row_was_stored_meanwhile(store: Store) -> None:
    await store.commit([first(table) for table in "abcd"])
    await store.commit([move(table, 2, state=State("running", 1.0)) for table in "abc"])
    await store.commit([move("b", 3, state=State("running", 5.0))])
    await store.postpone({"c": None, "a": 7.0, "b": 8.0, "d": 9.0}, now=2.0)
    assert await store.due(99.0, limit=9) == [Due(5.0, "b"), Due(7.0, "a")]
    await store.postpone({"a": 9.0}, now=7.0)
    assert await store.due(99.0, limit=9) == [Due(5.0, "b"), Due(9.0, "a")]


async def test_abandoned_tables_are_found_page_by_page(store: Store) -> None:
    await store.commit([first(table) for table in "cadbe"])
    await store.commit([move("b", 2, state=State("running", None)), move("d", 2)])
    assert await store.abandoned(10.0, limit=2) == ["a", "c"]
    assert await store.abandoned(10.0, limit=2, after="c") == ["e"]
    assert await store.abandoned(10.0, limit=2, after="e") == []
    assert await store.abandoned(12.0, limit=9, after="c") == ["d", "e"]


async def test_lists_show_everyones_newest_tables_first_and_few_of_each(store: Store) -> None:
    opened = [("ann", 1.0), ("bob", 2.0), *(("eve", 3.0 + number) for number in range(LISTED_OF_ONE + 1))]
    for name, at in opened:
        await store.commit([replace(first(f"{name}{at:.0f}", opened_by=name), at=at)])
    eve = ["eve8", "eve7", "eve6", "eve5", "eve4"]
    assert await store.public_tables("lobby", limit=99) == [eve[0], "bob2", "ann1", *eve[1:]]
    assert await store.public_tables("lobby", limit=2) == [eve[0], "bob2"]


async def test_the_secret_stays_the_same(store: Store) -> None:
    first_, second = await asyncio.gather(store.secret("daily"), store.secret("daily"))
    assert first_ == second == await store.secret("daily")
    assert len(first_) >= 32


async def test_opening_twice_changes_nothing(store: Store) -> None:
    await store.commit([first("a")])
    await store.open()
    assert await store.table("a") is not None


async def test_an_address_may_say_how_to_encrypt(new_postgres: Callable[[], str]) -> None:
    store = Store(database_url(f"{new_postgres()}&sslmode=disable"))
    await store.open()
    await store.close()
    refused = Store(database_url(f"{new_postgres()}&sslmode=perhaps"))
    with pytest.raises(Refusal, match=r"^database\.unusable"):
        await refused.open()
    await refused.close()
