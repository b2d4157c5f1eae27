"""Programs that play as bots: those that the operator lists, and no others."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest
from tests.server.asking import code, play_out
from tests.server.bots.test_worker import rolled
from tests.server.serving import served
from tests.server.waiting import PATIENCE, limited

from inkrail.core.errors import Refusal
from inkrail.game.actions import Done
from inkrail.server.bots.process import BotFailed, WorkerProcess
from inkrail.server.bots.programs import Program, greeted_programs, parse_programs
from inkrail.server.bots.runner import BOTS
from inkrail.server.bots.worker import Task
from inkrail.server.settings import Settings

ROOT = Path(__file__).parents[3]
MISBEHAVING = ROOT / "tests" / "bots" / "misbehaving.pl"


@pytest.fixture
def homebody(tmp_path: Path) -> str:
    """The command of the program on the page about the protocol."""
    page = (ROOT / "docs" / "bot-protocol.md").read_text()
    script = tmp_path / "homebody.pl"
    script.write_text(re.findall(r"```perl\n(.*?)```", page, re.DOTALL)[0])
    return f"perl {script}"


def test_programs_are_listed_by_name() -> None:
    assert parse_programs("") == {}
    assert parse_programs(" a=perl a.pl ; b2-c = ./b --level=3;") == {
        "a": "perl a.pl",
        "b2-c": "./b --level=3",
    }


@pytest.mark.parametrize(
    "entry", ["x", "x=", "=perl x.pl", "X=./x", "two words=./x", "random=./x", "a=./a;a=./b"]
)
def test_an_entry_that_names_no_program_is_refused(entry: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_programs(entry)
    assert (caught.value.code, caught.value.params["name"]) == (
        "settings.program_bots",
        "INKRAIL_PROGRAM_BOTS",
    )


def test_a_listed_program_is_greeted_before_the_server_starts(homebody: str) -> None:
    assert greeted_programs(f"home={homebody}") == {"home": Program(homebody, 1)}
    with pytest.raises(Refusal) as caught:
        greeted_programs("home=no-such-program")
    assert caught.value.code == "bot.program_not_started"


async def test_a_program_plays_at_a_table_and_clients_can_name_no_other(
    settings: Settings, homebody: str
) -> None:
    async with served(replace(settings, program_bots=f"home={homebody}")) as server:
        bots = (await server.http.get("/api/bots")).json()["bots"]
        assert bots[-1]["name"] == "home"
        assert bots[-1]["level"] == 1
        for named in (f"program:{homebody}", homebody, "tests.bots.flawed:Good"):
            seats = [{"kind": "human"}, {"kind": "bot", "bot": named}]
            answer = await server.http.post("/api/tables", json={"name": "Ann", "seats": seats})
            assert (await code(answer))[1] in {"bot.unknown", "request.invalid"}
        given = await server.open_table(seats=[{"kind": "human"}, {"kind": "bot", "bot": "home"}])
        room = (await play_out(server.app, given["table"])).room
        assert room.phase == "over"
        replaced = [
            entry.event
            for number in range(1, 8)
            for entry in room.stand_ins.of_round(number)
            if entry.event.seat
        ]
        assert replaced == []


async def test_a_program_that_spins_ends_with_its_worker(tmp_path: Path) -> None:
    # A copy, because other tests run the original at the same time.
    script = tmp_path / MISBEHAVING.name
    copy(MISBEHAVING, script)
    programs = {"spins": Program(f"perl {script} spins", 1)}
    worker = WorkerProcess(BOTS, programs=programs)
    playing = asyncio.create_task(worker.play(Task("spins", rolled(), 0), seconds=PATIENCE))
    async with limited("the program to begin"):
        while not spinning(script):  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.01)
    await worker.stop()
    with pytest.raises(BotFailed):
        await playing
    async with limited("the program to end"):
        while spinning(script):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_worker_is_told_the_command_and_not_the_name(homebody: str) -> None:
    worker = WorkerProcess(BOTS, programs={"home": Program(homebody, 1)})
    try:
        actions = await worker.play(Task("home", rolled(), 0), seconds=PATIENCE)
        assert actions[-1] == Done()
    finally:
        await worker.stop()


def spinning(script: Path) -> set[int]:
    """The processes of this script that spin."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            words = (process / "cmdline").read_bytes().split(b"\0")
            if words[:3] == [b"perl", os.fsencode(script), b"spins"]:
                found.add(int(process.name))
    return found
