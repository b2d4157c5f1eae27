"""Studies in the database, on both kinds."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.storage.store import Store
from inkrail.server.storage.study_store import StudyStore
from inkrail.server.studies.interfaces import Bounds, Lease, Study
from inkrail.server.studies.questions import Question

QUESTION = Question("review", "quick", "base", 0, "a record")
ROOM = Bounds(address=100, total=1000)


@pytest.fixture
def studies(store: Store) -> StudyStore:
    return StudyStore(store)


def question(number: int) -> Question:
    return replace(QUESTION, record=f"record {number}")


async def ask(studies: StudyStore, number: int, *, by: str = "ann", at: float | None = None) -> str:
    await studies.ask(question(number), asked_by=by, now=number if at is None else at, bounds=ROOM)
    return question(number).id


async def found(studies: StudyStore, id_: str) -> Study:
    study = await studies.study(id_)
    assert study is not None
    return study


async def taken(studies: StudyStore, *, now: float = 100.0, by: str = "one") -> str | None:
    study = await studies.take(Lease(by, now + 30), now=now)
    return study.question.record if study else None


async def test_a_study_comes_back_as_it_was_asked_and_as_it_grows(studies: StudyStore) -> None:
    asked = replace(QUESTION, kind="best", hidden="a daily")
    await studies.ask(asked, asked_by="ann", now=1.0, bounds=ROOM)
    assert await found(studies, asked.id) == Study(asked.id, asked, "waiting", None, (), None)
    lease = Lease("one", 40.0)
    taken = await studies.take(lease, now=10.0)
    assert taken == await found(studies, asked.id) == Study(asked.id, asked, "running", None, (), None)
    assert await studies.keep(asked.id, lease, parts=[{"round": 7}])
    assert (await found(studies, asked.id)).parts == ({"round": 7},)
    assert await studies.finish(asked.id, lease, result={"total": 71})
    over = await found(studies, asked.id)
    assert (over.status, over.parts, over.result) == ("done", ({"round": 7},), {"total": 71})
    assert await studies.study("another") is None


async def test_a_question_that_is_asked_again_is_the_same_study(studies: StudyStore) -> None:
    await asyncio.gather(*(ask(studies, 1, by=by) for by in ("ann", "bob", "cem")))
    assert await studies.waiting(now=5.0) == 1
    assert await taken(studies) == "record 1"
    await ask(studies, 1)
    assert await taken(studies) is None
    await studies.finish(question(1).id, Lease("one", 0), result={})
    await ask(studies, 1)
    assert (await found(studies, question(1).id)).status == "done"


async def test_a_study_that_failed_is_computed_when_it_is_asked_for_again(studies: StudyStore) -> None:
    id_ = await ask(studies, 1)
    assert await taken(studies) == "record 1"
    assert await studies.finish(id_, Lease("one", 0), result=None, code="study.failed")
    assert await taken(studies) is None
    assert (await found(studies, id_)).code == "study.failed"
    await ask(studies, 1)
    assert (await found(studies, id_)).status == "waiting"
    assert await taken(studies) == "record 1"


async def test_addresses_take_turns(studies: StudyStore) -> None:
    for number in (1, 2, 3):
        await ask(studies, number, by="ann")
    for number in (4, 5):
        await ask(studies, number, by="bob")
    await ask(studies, 6, by="cem")
    assert [await studies.before(question(number).id) for number in (1, 4, 6)] == [0, 3, 5]
    order = [await taken(studies, now=100.0 + turn) for turn in range(7)]
    assert order == ["record 1", "record 4", "record 6", "record 2", "record 5", "record 3", None]


async def test_no_study_is_taken_twice_at_once(studies: StudyStore) -> None:
    for number in range(20):
        await ask(studies, number, by=f"address {number % 3}")
    takers = [taken(studies, by=f"holder {number}") for number in range(30)]
    taken_once = [record for record in await asyncio.gather(*takers) if record]
    while record := await taken(studies):
        taken_once.append(record)
    assert sorted(taken_once) == sorted(f"record {number}" for number in range(20))


async def test_a_lease_that_ran_out_is_taken_by_another(studies: StudyStore) -> None:
    id_ = await ask(studies, 1)
    dead, lives = Lease("dead", 130.0), Lease("lives", 160.0)
    await studies.take(dead, now=100.0)
    await studies.keep(id_, dead, parts=[{"round": 7}])
    assert await studies.take(lives, now=129.0) is None
    assert await studies.keep(id_, replace(dead, until=135.0))
    assert await studies.take(lives, now=134.0) is None
    again = await studies.take(lives, now=136.0)
    assert again is not None
    assert again.parts == ()
    assert not await studies.keep(id_, dead, parts=[{"round": 6}])
    assert not await studies.finish(id_, dead, result={"by": "dead"})
    assert await studies.finish(id_, lives, result={"by": "lives"})
    assert (await found(studies, id_)).result == {"by": "lives"}


async def test_what_a_process_gives_back_waits_again(studies: StudyStore) -> None:
    for number in (1, 2, 3):
        await ask(studies, number, by=f"address {number}")
    assert await taken(studies, by="one") == "record 1"
    assert await taken(studies, by="other") == "record 2"
    await studies.give_back("one")
    assert [(await found(studies, question(number).id)).status for number in (1, 2, 3)] == [
        "waiting",
        "running",
        "waiting",
    ]
    await studies.give_all_back()
    assert await studies.waiting(now=100.0) == 3


async def test_a_full_queue_refuses_more_but_not_what_is_known(studies: StudyStore) -> None:
    bounds = Bounds(address=2, total=3)

    async def asked(number: int, by: str) -> None:
        await studies.ask(question(number), asked_by=by, now=number, bounds=bounds)

    await asked(1, "ann")
    await asked(2, "ann")
    with pytest.raises(Refusal, match=r"study\.queue_full"):
        await asked(3, "ann")
    await asked(1, "ann")
    await asked(3, "bob")
    with pytest.raises(Refusal, match=r"study\.queue_full"):
        await asked(4, "cem")
    assert await taken(studies) == "record 1"
    with pytest.raises(Refusal, match=r"study\.queue_full"):
        await asked(4, "cem")
    await studies.finish(question(1).id, Lease("one", 0), result={})
    await asked(4, "cem")


async def test_what_nobody_uses_is_deleted_once_it_is_over(studies: StudyStore) -> None:
    ids = [await ask(studies, number, at=1.0) for number in range(3)]
    for _ in range(2):
        lease = Lease("one", 100.0)
        study = await studies.take(lease, now=2.0)
        assert study is not None
        await studies.finish(study.id, lease, result={})
    over = [id_ for id_ in ids if (await found(studies, id_)).is_over]
    await studies.use(over[0], now=50.0)
    assert await studies.forget(since=1.0) == 0
    assert await studies.forget(since=50.0) == 1
    assert [id_ for id_ in ids if await studies.study(id_)] == [id_ for id_ in ids if id_ != over[1]]
