"""Players, reviews, kills and hostile clients together lose nothing that was acknowledged; `INKRAIL_SOAK_SECONDS` sets how long."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import pytest
from tests.server.hostile.attackers import ATTACKS, LongHistory
from tests.server.serving import held_port
from tests.server.soak import Plan, Report, Soak
from tests.server.victims import Victim, Zygote

SECONDS = float(os.environ.get("INKRAIL_SOAK_SECONDS", "1800"))
FULL = 1800.0
"""From this length on the rooms of the first games are forgotten within the first third, and the memory has to stay flat."""
MOST_GROWTH = 0.1
"""How much the memory of a server may grow from the second third of a full run to the last."""


async def soaked(
    plan: Plan, *, database: str, folder: Path, is_over: Callable[[Report], bool], mortal: Sequence[bool]
) -> Report:
    """Run the plan against servers of which some are killed."""
    async with AsyncExitStack() as stack:
        zygote = await stack.enter_async_context(Zygote(folder / "log", limits=True))
        ports = [stack.enter_context(held_port()) for _ in mortal]
        victims = [Victim(database, port=port, zygote=zygote) for port in ports]
        killed = [victim for victim, dies in zip(victims, mortal, strict=True) if dies]
        soak = Soak(plan, victims, mortal=killed, database=database)
        try:
            report = await soak.run(is_over)
        finally:
            summary = {**vars(soak.report), "memory": soak.report.memory[::60]}
            (folder / "report.json").write_text(json.dumps(summary))
    assert report.failures["failures"] == 0, (folder / "log").read_text()
    return report


async def test_a_short_soak_loses_nothing(tmp_path: Path) -> None:
    plan = Plan(tables=2, attacks=("costly bodies",), most_kills=1)
    report = await soaked(
        plan,
        database=str(tmp_path / "tables.sqlite3"),
        folder=tmp_path,
        is_over=lambda report: report.kills > 0 and report.games > 0 and len(report.attacks) > 0,
        mortal=[True],
    )
    assert report.compared > 0
    assert report.acknowledged > 20


@pytest.mark.slow
@pytest.mark.soak
async def test_a_long_soak_loses_nothing_and_takes_no_more_memory(
    new_postgres: Callable[[], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One server is killed again and again; the other lives throughout, and its memory is measured."""
    database = new_postgres()
    await LongHistory.prepare(database)
    plan = Plan(
        tables=100,
        attacks=tuple(ATTACKS),
        pause=min(2.0, SECONDS / 200),
        life=min(30.0, SECONDS / 10),
        attack_seconds=5.0,
        attack_pause=5.0,
        reviewing=0.05,
    )
    end = monotonic() + SECONDS
    try:
        report = await soaked(
            plan,
            database=database,
            folder=tmp_path,
            is_over=lambda _: monotonic() > end,
            mortal=[False, True],
        )
    finally:
        with capsys.disabled():
            sys.stdout.write((tmp_path / "report.json").read_text() + "\n")
    assert report.acknowledged > 0
    assert report.kills > 0
    if SECONDS >= FULL:
        assert report.games > 0
        assert report.reviews > 0
        assert report.growth() < MOST_GROWTH, report.memory[::60]
