"""Studies are asked for, computed once and told as they grow; the worker is the test's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from tests.server.conftest import FakeClock
from tests.server.waiting import limited

from inkrail.core.errors import Refusal
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import TryAgain
from inkrail.server.storage.store import Store, database_url
from inkrail.server.storage.study_store import StudyStore
from inkrail.server.studies import studies as module
from inkrail.server.studies.interfaces import Lease, Preparing, Report, Study, StudyFailed, Tell
from inkrail.server.studies.questions import Question
from inkrail.server.studies.studies import LEASE_SECONDS, Studies

ROUNDS = 3


@dataclass
class Workers:
    """One worker, which tells a part each time that the test lets it."""

    computed: list[str] = field(default_factory=list)
    parts: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    fails: bool = False
    compiles: asyncio.Queue[int | None] = field(default_factory=asyncio.Queue)
    """How far the worker is with what it compiles; it begins the next part when that is None."""
    is_warm: bool = True
    free: asyncio.Lock = field(default_factory=asyncio.Lock)

    @asynccontextmanager
    async def study_worker(self) -> AsyncIterator[Workers]:
        async with self.free:
            yield self

    async def study(self, question: Question, *, tell: Tell) -> Report:
        self.computed.append(question.record)
        while not self.is_warm:
            percent = await self.compiles.get()
            self.is_warm = percent is None
            await tell(Preparing(percent))
        for number in range(ROUNDS):
            await self.parts.acquire()
            if self.fails:
                raise StudyFailed("died")
            await tell({"round": ROUNDS - number})
        return {"record": question.record}

    def let(self, parts: int = ROUNDS) -> None:
        for _ in range(parts):
            self.parts.release()


class Process:
    """The studies of one process."""

    def __init__(self, storage: StudyStore, *, clock: FakeClock) -> None:
        self.storage = storage
        self.workers = Workers()
        self.metrics = Metrics()
        self.studies = Studies(storage, workers=self.workers, clock=clock, meters=self.metrics)

    async def ask(self, record: str = "a game", *, by: str = "ann") -> str:
        return await self.studies.ask(Question("review", "quick", "base", 0, record), asked_by=by)

    async def watch(self, id_: str, after: int = 0, *, seconds: float = 1000.0) -> Study:
        async with limited(f"more than {after} parts"):
            return await self.studies.watch(id_, after=after, seconds=seconds, stopping=asyncio.Event())

    async def done(self, id_: str) -> Study:
        return await self.watch(id_, ROUNDS)

    def counted(self, outcome: str) -> float | None:
        labels = {"kind": "review", "outcome": outcome}
        return self.metrics.registry.get_sample_value("inkrail_studies_total", labels)


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = Store(database_url(database))
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def process(store: Store, clock: FakeClock) -> AsyncIterator[Process]:
    process = Process(StudyStore(store), clock=clock)
    await process.studies.start(workers=1)
    yield process
    await process.studies.stop()


async def test_a_study_is_told_part_by_part(process: Process) -> None:
    id_ = await process.ask()
    for number in range(ROUNDS):
        process.workers.let(1)
        study = await process.watch(id_, number)
        assert study.parts == tuple({"round": ROUNDS - one} for one in range(len(study.parts)))
        assert len(study.parts) >= number + 1
    study = await process.done(id_)
    assert (study.status, study.result) == ("done", {"record": "a game"})
    assert process.counted("done") == 1


async def test_what_is_compiled_before_the_first_part_is_told(process: Process) -> None:
    process.workers.is_warm = False
    id_ = await process.ask()
    for percent in (0, 40):
        process.workers.compiles.put_nowait(percent)
        study = await process.watch(id_)
        while study.getting_ready != percent:
            study = await process.watch(id_)
        assert (study.status, study.parts) == ("running", ())
    process.workers.compiles.put_nowait(None)
    process.workers.let(1)
    study = await process.watch(id_)
    while not study.parts:
        study = await process.watch(id_)
    assert study.getting_ready is None
    process.workers.let()
    assert (await process.done(id_)).getting_ready is None


async def test_what_is_asked_twice_is_computed_once(process: Process) -> None:
    ids = await asyncio.gather(*(process.ask(by=by) for by in ("ann", "bob", "ann")))
    process.workers.let()
    await process.done(ids[0])
    ids.append(await process.ask(by="cem"))
    assert len(set(ids)) == 1
    assert (await process.studies.study(ids[0])).status == "done"
    assert process.workers.computed == ["a game"]


async def test_all_that_wait_are_computed(process: Process) -> None:
    ids = [await process.ask(f"game {number}") for number in range(5)]
    process.workers.let(5 * ROUNDS)
    assert {(await process.done(id_)).status for id_ in ids} == {"done"}
    assert sorted(process.workers.computed) == [f"game {number}" for number in range(5)]


async def test_a_worker_that_fails_fails_the_study_until_it_is_asked_for_again(process: Process) -> None:
    process.workers.fails = True
    process.workers.let(1)
    id_ = await process.ask()
    study = await process.done(id_)
    assert (study.status, study.code, study.result) == ("failed", "study.failed", None)
    assert process.counted("failed") == 1
    process.workers.fails = False
    process.workers.let()
    await process.ask()
    assert (await process.done(id_)).status == "done"


async def test_a_study_is_kept_for_three_months_after_somebody_looked_at_it(
    process: Process, clock: FakeClock
) -> None:
    process.workers.let()
    id_ = await process.ask()
    await process.done(id_)
    for _ in range(4):
        clock.now += module.KEEP_SECONDS - 1
        await process.studies.tidy()
        assert (await process.studies.study(id_)).status == "done"
    clock.now += module.KEEP_SECONDS + 1
    await process.studies.tidy()
    assert await process.storage.study(id_) is None


async def test_a_study_that_nobody_asked_for_is_unknown(process: Process) -> None:
    for asking in (process.studies.study("0"), process.watch("0")):
        with pytest.raises(Refusal, match=r"study\.unknown"):
            await asking


async def test_a_request_waits_until_its_time_is_over_or_the_server_stops(process: Process) -> None:
    id_ = await process.ask()
    assert (await process.watch(id_, seconds=0)).parts == ()
    stopping = asyncio.Event()
    watching = asyncio.create_task(process.studies.watch(id_, after=0, seconds=1000.0, stopping=stopping))
    stopping.set()
    async with limited("the answer"):
        assert (await watching).parts == ()


async def test_what_is_not_finished_at_the_end_is_taken_by_the_next_process(
    store: Store, clock: FakeClock
) -> None:
    first, second = (Process(StudyStore(store), clock=clock) for _ in range(2))
    await first.studies.start(workers=1)
    id_ = await first.ask()
    first.workers.let(2)
    await first.watch(id_, 1)
    await first.studies.stop()
    stored = await second.studies.study(id_)
    assert (stored.status, stored.parts) == ("waiting", ())
    second.workers.let()
    await second.studies.start(workers=1)
    assert (await second.done(id_)).status == "done"
    await second.studies.stop()


async def test_a_study_of_a_killed_process_is_computed_again(
    store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The killed process is a lease that nobody extends; a process alone on its database takes it at once."""
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.01)
    process = Process(StudyStore(store), clock=clock)
    process.workers.let()
    id_ = await process.ask()
    assert await process.storage.take(Lease("killed", clock.now + LEASE_SECONDS), now=clock.now)
    await process.studies.start(workers=1)
    if store.shared:
        assert (await process.watch(id_, seconds=0.05)).status == "running"
        assert process.workers.computed == []
        clock.now += LEASE_SECONDS + 1
    assert (await process.done(id_)).result == {"record": "a game"}
    await process.studies.stop()


async def test_a_process_that_lost_its_lease_stops_and_stores_nothing(
    process: Process, clock: FakeClock
) -> None:
    id_ = await process.ask()
    process.workers.let(1)
    await process.watch(id_)
    clock.now += LEASE_SECONDS + 1
    other = Lease("other", clock.now + LEASE_SECONDS)
    assert await process.storage.take(other, now=clock.now)
    process.workers.let(1)
    async with limited("the worker to be free again"), process.workers.free:
        assert process.counted("lost") == 1
    assert await process.storage.finish(id_, other, result={"by": "other"})
    assert (await process.done(id_)).result == {"by": "other"}


async def test_a_database_that_is_away_costs_no_result(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_RETRY_SECONDS", 0.01)
    finish = process.storage.finish
    refused: list[str] = []

    async def finishing(*args: object, **named: object) -> bool:
        if len(refused) < 3:
            refused.append("away")
            raise TryAgain("server.storage")
        return await finish(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(process.storage, "finish", finishing)
    id_ = await process.ask()
    process.workers.let()
    assert (await process.done(id_)).status == "done"
    assert (len(refused), process.workers.computed) == (3, ["a game"])


async def test_two_processes_compute_each_study_once(
    store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.01)
    processes = [Process(StudyStore(store), clock=clock) for _ in range(2)]
    for process in processes:
        process.workers.let(100)
    ids = [await processes[0].ask(f"game {number}", by=f"address {number % 4}") for number in range(12)]
    for process in processes:
        await process.studies.start(workers=2)
    for id_ in ids:
        assert (await processes[1].done(id_)).status == "done"
    computed = [record for process in processes for record in process.workers.computed]
    for process in processes:
        await process.studies.stop()
    if store.shared:
        assert sorted(computed) == sorted(f"game {number}" for number in range(12))
