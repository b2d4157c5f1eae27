"""Bots at the table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.server.bots.held_workers import HeldWorker, held
from tests.server.rooms.memory import settle
from tests.server.waiting import PATIENCE, limited

from inkrail.bots.registry import QUICK_BOTS
from inkrail.core.dice import SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, parse_action
from inkrail.game.table import Phase, Table, open_table
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.server.bots.runner import (
    QUICK_BOUNDS,
    SLOW_BOUNDS,
    SLOW_NICENESS,
    STUDY_NICENESS,
    TRIAL_NICENESS,
    BotRunner,
)
from inkrail.server.metrics import Metrics
from inkrail.server.rooms.interfaces import BotTurn, Origin
from inkrail.server.rooms.rows import StandIn
from inkrail.server.studies.interfaces import Preparing, Report
from inkrail.server.studies.questions import Question

__all__ = ["held"]  # a fixture
ORIGIN = Origin("ann", "table")
BAD = "tests.server.bad_bots:find_bot"
HOPELESS = "tests.server.bad_bots:find_nothing_but_failures"


def rolled(rules: str = "base", *, seats: int = 2) -> Table:
    table = open_table(parse_ruleset(rules), seats=seats, rng=SeededRng("starter"))
    return table.roll(table.throw(SeededRng("bots")))[0]


def after(table: Table, actions: tuple[Action, ...], *, seat: int) -> Table:
    for action in actions:
        table, _ = table.act(Seat(seat), action)
    return table


class Stage:
    """A runner with its measurements."""

    def __init__(self, source: str, *, seconds: float = PATIENCE) -> None:
        self.metrics = Metrics()
        self.runner = BotRunner(self.metrics, workers=1, seconds=seconds, source=source)

    def fallbacks(self, bot: str, why: str) -> float | None:
        return self.metrics.registry.get_sample_value("inkrail_bot_fallbacks_total", {"bot": bot, "why": why})

    def played(self, bot: str) -> float | None:
        return self.metrics.registry.get_sample_value("inkrail_bot_seconds_count", {"bot": bot})


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    stage = Stage(BAD)
    yield stage
    await stage.runner.stop()


@pytest.mark.parametrize("rules", [*RULESET_NAMES, "meteor+draft"])
async def test_a_bot_plays_its_round_in_a_process_of_its_own(stage: Stage, rules: str) -> None:
    table = rolled(rules)
    phase = table.phase
    seat = table.ruleset.dealer.chooser(table.deal) or 0
    turn = await stage.runner.play("greedy", table.seen_by(Seat(seat)), seat=seat, origin=ORIGIN)
    assert turn.stand_in is None
    table = after(table, turn.actions, seat=seat)
    assert len(table.deal.picks) == 1 if phase is Phase.PICK else table.seats[seat].done


@pytest.mark.parametrize(("bot", "why"), [("failing", "failed"), ("cheating", "failed"), ("dying", "died")])
async def test_a_bot_that_fails_is_replaced_by_a_simpler_one(*, stage: Stage, bot: str, why: str) -> None:
    table = rolled()
    turn = await stage.runner.play(bot, table, seat=0, origin=ORIGIN)
    assert after(table, turn.actions, seat=0).seats[0].done
    assert turn.stand_in == StandIn(seat=0, by="steady", why="failed")
    assert stage.fallbacks(bot, why) == 1
    assert stage.played("steady") == 1


async def test_a_slow_bot_is_replaced_and_the_loop_goes_on_meanwhile() -> None:
    stage = Stage(BAD, seconds=3.0)
    table = rolled()
    asked = asyncio.ensure_future(stage.runner.play("slow", table, seat=0, origin=ORIGIN))
    turns = 0
    while not asked.done():
        turns += 1
        await asyncio.sleep(0.01)
    assert after(table, asked.result().actions, seat=0).seats[0].done
    assert (asked.result().stand_in or StandIn(seat=0, why="clock")).why == "slow"
    assert stage.fallbacks("slow", "slow") == 1
    assert turns > 5
    await stage.runner.stop()


async def test_nobody_waits_twice_for_a_bot_that_is_still_getting_ready() -> None:
    stage = Stage(BAD, seconds=3.0)
    table = rolled()
    stage.runner.expect(["slow", "greedy"], table.ruleset, owner="ann")
    for _ in range(2):
        turn = await stage.runner.play("slow", table, seat=0, origin=ORIGIN)
        assert after(table, turn.actions, seat=0).seats[0].done
        assert turn.stand_in is not None
        assert turn.stand_in.why == "getting_ready"
    assert stage.fallbacks("slow", "slow") == 1
    assert stage.played("steady") is None
    await stage.runner.stop()


async def test_a_bot_that_was_too_slow_is_asked_again_where_it_left_off() -> None:
    stage = Stage(BAD, seconds=3.0)
    table = rolled()
    while stage.played("dawdling") is None:
        turn = await stage.runner.play("dawdling", table, seat=0, origin=ORIGIN)
        assert after(table, turn.actions, seat=0).seats[0].done
        assert (turn.stand_in is None) == (stage.played("dawdling") is not None)
    assert (stage.fallbacks("dawdling", "slow") or 0) >= 1
    await stage.runner.stop()


async def test_a_bot_that_is_ready_plays_itself(stage: Stage) -> None:
    table = rolled("lake+draft")
    stage.runner.expect(["own", "failing"], table.ruleset, owner="ann")
    await stage.runner.all_ready()
    seat = table.ruleset.dealer.chooser(table.deal)
    assert seat is not None
    await stage.runner.play("own", table.seen_by(Seat(seat)), seat=seat, origin=ORIGIN)
    assert stage.played("own") == 1


async def test_when_all_bots_fail_the_mandatory_is_drawn() -> None:
    stage = Stage(HOPELESS)
    table = rolled("lava")
    turn = await stage.runner.play("greedy", table, seat=1, origin=ORIGIN)
    assert after(table, turn.actions, seat=1).seats[1].done
    assert turn.stand_in == StandIn(seat=1, by=None, why="failed")
    assert stage.fallbacks("random", "failed") == 1
    await stage.runner.stop()


def test_a_bot_knows_of_the_others_what_everybody_saw() -> None:
    table = rolled()
    drawn = table
    for action in ("draw overpass B1 HRHR", "draw station-straight B1 H.R.", "draw station-curve B1 H..R"):
        if action.split()[1] in table.deal.faces:
            drawn = after(table, (parse_action(action, table.ruleset),), seat=0)
            break
    seen = drawn.seen_by(Seat(1))
    assert seen.seats[0].position == drawn.seats[0].shown
    assert seen.seats[0].drawings == ()
    assert seen.seats[1] == drawn.seats[1]
    assert drawn.seats[0].drawings != ()


# With workers that the test controls.


def asked(runner: BotRunner, bot: str, origin: Origin = ORIGIN) -> asyncio.Task[BotTurn]:
    return asyncio.create_task(runner.play(bot, rolled(), seat=0, origin=origin))


async def test_a_quick_bot_never_waits_for_a_slow_one(held: type[HeldWorker]) -> None:
    runner = BotRunner(Metrics(), workers=1, seconds=PATIENCE)
    slow = [asked(runner, "master") for _ in range(3)]
    async with limited("the quick bots"):
        for bot in QUICK_BOTS:
            assert (await asked(runner, bot)).stand_in is None
    assert held.played == [("master", SLOW_NICENESS), *((bot, 0) for bot in QUICK_BOTS)]
    held.go_on.set()
    async with limited("the slow bots"):
        assert [turn.stand_in for turn in await asyncio.gather(*slow)] == [None] * 3
    await runner.stop()


async def test_a_quick_bot_that_is_not_ready_plays_among_the_slow_ones(held: type[HeldWorker]) -> None:
    runner = BotRunner(Metrics(), workers=1, seconds=PATIENCE)
    getting_ready = asked(runner, "master")
    runner.expect(["own", "casual", "greedy"], rolled().ruleset, owner="ann")
    await settle()
    assert held.played == [("master", SLOW_NICENESS), ("own", TRIAL_NICENESS)]
    waiting = asked(runner, "casual")
    async with limited("the simplest bot"):
        await asked(runner, "greedy")
    assert not waiting.done()
    held.go_on.set()
    async with limited("all bots"):
        await asyncio.gather(getting_ready, waiting, runner.all_ready())
    assert ("casual", SLOW_NICENESS) in held.played
    await runner.stop()


async def test_a_bot_for_which_there_is_no_room_is_replaced_by_a_quick_one(held: type[HeldWorker]) -> None:
    stage = Stage(BAD)
    runner = stage.runner
    thinking = [asked(runner, "master") for _ in range(SLOW_BOUNDS.owner + 1)]
    await settle()
    async with limited("the replacement"):
        turn = await asked(runner, "master")
    assert turn.stand_in == StandIn(seat=0, by="steady", why="busy")
    assert stage.fallbacks("master", "busy") == 1
    held.go_on.set()
    async with limited("the slow bots"):
        assert {turn.stand_in for turn in await asyncio.gather(*thinking)} == {None}
        assert (await asked(runner, "master")).stand_in is None
    await runner.stop()


async def test_a_game_is_refused_whose_bots_would_have_no_room(held: type[HeldWorker]) -> None:
    runner = BotRunner(Metrics(), workers=1, seconds=PATIENCE)
    thinking = [asked(runner, "master") for _ in range(SLOW_BOUNDS.owner - 3)]
    await settle()  # one of them plays
    runner.require_room(["master"] * 4 + ["random"], owner="ann")
    runner.require_room(["master"] * 5, owner="bob")
    runner.require_room(["random"] * 6, owner="ann")
    with pytest.raises(Refusal, match=r"^bot\.queue_full"):
        runner.require_room(["master"] * 5 + ["random"], owner="ann")
    with pytest.raises(Refusal, match=r"^bot\.queue_full"):
        runner.require_room(["random"] * (QUICK_BOUNDS.owner + 1), owner="ann")
    held.go_on.set()
    await asyncio.gather(*thinking)
    runner.require_room(["master"] * 5, owner="ann")
    await runner.stop()


async def test_a_study_has_a_process_of_its_own_and_waits_while_a_table_waits_for_a_slow_bot(
    held: type[HeldWorker],
) -> None:
    stage = Stage(BAD)
    begun = asyncio.Event()

    async def study() -> Report:
        async with stage.runner.study_worker() as student:
            begun.set()
            return await student.study(Question("best", "full", "base", 0, ""), tell=_ignored)

    table = rolled()
    playing = [
        asyncio.create_task(stage.runner.play("master", table, seat=seat, origin=ORIGIN)) for seat in (0, 1)
    ]
    await settle()
    studying = asyncio.create_task(study())
    await settle()
    assert not begun.is_set()
    held.go_on.set()
    async with limited("the study"):
        assert await studying == {"asked": "best", "niceness": STUDY_NICENESS}
    await asyncio.gather(*playing)
    await stage.runner.stop()


async def _ignored(_: Report | Preparing) -> None:
    """Take no notice of a part."""
