"""Getting bots ready: who waits for them, and for how long. The test decides when the workers answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import ClassVar, cast

import pytest
from tests.server.waiting import PATIENCE, limited

from inkrail.core.dice import SeededRng
from inkrail.game.actions import Action, Done
from inkrail.game.table import Table, open_table
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.rules.ruleset import Ruleset
from inkrail.server.bots import runner as runner_module
from inkrail.server.bots.fair_queue import Bounds
from inkrail.server.bots.lane import Lane
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.bots.questions import Question
from inkrail.server.bots.readiness import SIMPLEST, Readiness
from inkrail.server.bots.runner import FIRST_BOT, TRIAL_BOUNDS, TRIAL_NICENESS, BotRunner
from inkrail.server.bots.worker import Task
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import Origin

BASE, LAKE = parse_ruleset("base"), parse_ruleset("lake")
ORIGIN = Origin("ann", "table")
TURNS = 50
"""More iterations of the event loop than any step here needs; nothing here waits for a clock."""


class ControlledWorker:
    """Answers once the test opens its gate: one for getting ready, one for playing."""

    ready: ClassVar[asyncio.Event]
    too_slow: ClassVar[set[str]]
    tried: ClassVar[list[tuple[str, str]]]
    """The bots that began to get ready, with their rulesets."""
    played: ClassVar[list[str]]
    """The bots that were asked to play."""

    def __init__(self, _source: str, *, niceness: int = 0, programs: object = None) -> None:
        self._gets_ready = niceness == TRIAL_NICENESS

    async def play(
        self, task: Task, *, seconds: float, report: Callable[[int], None] | None = None
    ) -> tuple[Action, ...]:
        if self._gets_ready:
            self.tried.append((task.bot, task.table.ruleset.name))
            assert report is not None
            report(40)
            await self.ready.wait()
        else:
            self.played.append(task.bot)
            if task.bot in self.too_slow:
                raise BotFailed("slow")
        return (Done(),)

    async def ask(self, question: Question, *, seconds: float, part: object) -> None:
        ruleset = question.arguments["ruleset"]
        assert isinstance(ruleset, Ruleset)
        self.tried.append((question.function.__name__, ruleset.name))

    async def stop(self) -> None:
        pass


@pytest.fixture(autouse=True)
def workers(monkeypatch: pytest.MonkeyPatch) -> type[ControlledWorker]:
    ControlledWorker.ready = asyncio.Event()
    ControlledWorker.too_slow = set()
    ControlledWorker.tried = []
    ControlledWorker.played = []
    monkeypatch.setattr(runner_module, "WorkerProcess", ControlledWorker)
    return ControlledWorker


@pytest.fixture
async def readiness() -> AsyncIterator[Readiness]:
    worker = cast(WorkerProcess, ControlledWorker("no source", niceness=TRIAL_NICENESS))
    waiting = Metrics().bots_waiting.labels(lane="background")
    readiness = Readiness(Lane([worker], bounds=TRIAL_BOUNDS, waiting=waiting))
    yield readiness
    await readiness.stop()


@pytest.fixture
async def runner() -> AsyncIterator[BotRunner]:
    runner = BotRunner(Metrics(), workers=1, seconds=PATIENCE, source="no source")
    yield runner
    await runner.stop()


async def settle() -> None:
    """Run everything that is ready to run."""
    for _ in range(TURNS):
        await asyncio.sleep(0)


def rolled() -> Table:
    table = open_table(BASE, seats=2, rng=SeededRng("starter"))
    return table.roll(table.throw(SeededRng("bots")))[0]


async def test_a_bot_that_gets_ready_is_waited_for_until_it_is(readiness: Readiness) -> None:
    readiness.begin("own", BASE, owner="ann")
    waiting = asyncio.create_task(readiness.wait("own", BASE, needed=asyncio.Event()))
    await settle()
    assert not waiting.done()
    ControlledWorker.ready.set()
    async with limited("the bot to be ready"):
        assert await waiting is True


async def test_a_bot_that_gets_ready_is_waited_for_until_it_is_needed(readiness: Readiness) -> None:
    needed = asyncio.Event()
    readiness.begin("own", BASE, owner="ann")
    waiting = asyncio.create_task(readiness.wait("own", BASE, needed=needed))
    await settle()
    assert not waiting.done()
    needed.set()
    async with limited("the bot to be needed"):
        assert await waiting is False


async def test_a_bot_that_gets_ready_says_how_far_it_is(runner: BotRunner) -> None:
    runner.expect(["own", "another"], BASE, owner="ann")
    await settle()
    found = [runner.getting_ready(bot, BASE) for bot in ("own", "another", "stranger")]
    assert found == [40, 0, None]
    ControlledWorker.ready.set()
    async with limited("the bots to be ready"):
        await runner.all_ready()
    assert runner.getting_ready("own", BASE) is None


async def test_a_server_gets_the_first_bot_and_then_studies_ready_for_every_ruleset(
    runner: BotRunner,
) -> None:
    ControlledWorker.ready.set()
    runner.warm_up()
    async with limited("the first bot and studies to be ready everywhere"):
        await runner.all_ready()
    assert ControlledWorker.tried == [
        (name, rules) for name in (FIRST_BOT, "warm_up") for rules in RULESET_NAMES
    ]


async def test_a_bot_that_is_ready_or_was_not_told_to_be_is_not_waited_for(readiness: Readiness) -> None:
    ControlledWorker.ready.set()
    readiness.begin("own", BASE, owner="ann")
    await readiness.all_done()
    ControlledWorker.ready.clear()
    readiness.begin("another", BASE, owner="ann")
    readiness.begin("own", LAKE, owner="ann")
    async with limited("a bot that is ready"):
        assert await readiness.wait("own", BASE, needed=asyncio.Event())
        assert await readiness.wait("stranger", BASE, needed=asyncio.Event())
        needed = asyncio.Event()
        needed.set()
        assert not await readiness.wait("own", LAKE, needed=needed)


async def test_the_simplest_bots_need_not_get_ready(readiness: Readiness) -> None:
    for bot in SIMPLEST:
        readiness.begin(bot, BASE, owner="ann")
        async with limited("a bot that need not get ready"):
            assert await readiness.wait(bot, BASE, needed=asyncio.Event())
    assert ControlledWorker.tried == []


async def test_bots_get_ready_once_and_one_after_the_other(readiness: Readiness) -> None:
    for bot, ruleset in [("own", BASE), ("own", BASE), ("own", LAKE), ("another", BASE)]:
        readiness.begin(bot, ruleset, owner="ann")
    await settle()
    assert ControlledWorker.tried == [("own", "base")]
    ControlledWorker.ready.set()
    async with limited("the bots to be ready"):
        await readiness.all_done()
    assert ControlledWorker.tried == [("own", "base"), ("own", "lake"), ("another", "base")]


async def test_an_owner_who_asks_for_all_bots_delays_nobody_elses(readiness: Readiness) -> None:
    for bot in ("one", "two", "three", "wanted"):
        readiness.begin(bot, BASE, owner="eve")
    readiness.begin("wanted", BASE, owner="bob")
    readiness.begin("wanted", BASE, owner="bob")
    await settle()
    ControlledWorker.ready.set()
    async with limited("the bots to be ready"):
        await readiness.all_done()
    assert [bot for bot, _ in ControlledWorker.tried] == ["one", "two", "wanted", "three"]


async def test_a_trial_for_which_there_is_no_room_may_be_asked_for_again() -> None:
    worker = cast(WorkerProcess, ControlledWorker("no source", niceness=TRIAL_NICENESS))
    waiting = Metrics().bots_waiting.labels(lane="background")
    readiness = Readiness(Lane([worker], bounds=Bounds(owner=1, total=1), waiting=waiting))
    for bot in ("one", "two", "three"):
        readiness.begin(bot, BASE, owner="eve")
    await settle()
    needed = asyncio.Event()
    needed.set()
    assert not await readiness.wait("three", BASE, needed=needed)
    ControlledWorker.ready.set()
    await readiness.all_done()
    readiness.begin("three", BASE, owner="eve")
    await readiness.all_done()
    assert [bot for bot, _ in ControlledWorker.tried] == ["one", "two", "three"]
    assert await readiness.wait("three", BASE, needed=needed)


@pytest.mark.parametrize("needed_first", [True, False])
async def test_waiting_leaves_nothing_behind(readiness: Readiness, *, needed_first: bool) -> None:
    needed = asyncio.Event()
    readiness.begin("own", BASE, owner="ann")
    waiting = asyncio.create_task(readiness.wait("own", BASE, needed=needed))
    await settle()
    (needed if needed_first else ControlledWorker.ready).set()
    await settle()
    assert waiting.done()
    ControlledWorker.ready.set()
    async with limited("the bot to be ready"):
        await readiness.all_done()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_who_stops_waiting_does_not_stop_the_bot(readiness: Readiness) -> None:
    readiness.begin("own", BASE, owner="ann")
    waiting = asyncio.create_task(readiness.wait("own", BASE, needed=asyncio.Event()))
    await settle()
    waiting.cancel()
    await settle()
    assert waiting.cancelled()
    ControlledWorker.ready.set()
    async with limited("the bot to be ready"):
        assert await readiness.wait("own", BASE, needed=asyncio.Event())
        await readiness.all_done()


async def test_a_bot_plays_when_it_is_ready_although_people_still_draw(runner: BotRunner) -> None:
    table = rolled()
    runner.expect(["own"], BASE, owner="ann")
    playing = asyncio.create_task(runner.play("own", table, seat=0, origin=ORIGIN, needed=asyncio.Event()))
    await settle()
    assert (ControlledWorker.tried, ControlledWorker.played) == ([("own", "base")], [])
    ControlledWorker.ready.set()
    async with limited("the bot to play"):
        await playing
    assert ControlledWorker.played == ["own"]


async def test_when_people_are_done_a_bot_plays_although_it_still_gets_ready(runner: BotRunner) -> None:
    table, needed = rolled(), asyncio.Event()
    runner.expect(["own"], BASE, owner="ann")
    playing = asyncio.create_task(runner.play("own", table, seat=0, origin=ORIGIN, needed=needed))
    await settle()
    assert ControlledWorker.played == []
    needed.set()
    async with limited("the bot to play"):
        await playing
    assert ControlledWorker.played == ["own"]


async def test_nobody_waits_twice_for_a_bot_that_still_gets_ready(runner: BotRunner) -> None:
    ControlledWorker.too_slow = {"own"}
    runner.expect(["own"], BASE, owner="ann")
    async with limited("the bots to play"):
        for _ in range(2):
            await runner.play("own", rolled(), seat=0, origin=ORIGIN)
        assert ControlledWorker.played == ["own", *SIMPLEST[:1], *SIMPLEST[:1]]
        ControlledWorker.ready.set()
        await runner.all_ready()
        ControlledWorker.played.clear()
        await runner.play("own", rolled(), seat=0, origin=ORIGIN)
        assert ControlledWorker.played == ["own", "steady"]
