"""Programs end with the process that plays for them, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from tests.bots.test_program import command, is_running

from inkrail.bots.program import ProgramBot
from inkrail.bots.reaper import REAPER, Reaper

SPINNING = """
$| = 1; <STDIN>; print "inkrail-bot 1 spins 1\\n"; <STDIN>;
open my $file, '>', "$$.spins" or die; close $file;
1 while 1;
"""


@pytest.fixture
def programs() -> Iterator[list[int]]:
    """Those that a test finds; none outlives it."""
    found: list[int] = []
    yield found
    for pid in found:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def ended(pids: list[int]) -> bool:
    """Whether they end; a machine may take its time."""
    for _ in range(2400):
        if not any(map(is_running, pids)):
            return True
        sleep(0.05)
    return False


@pytest.mark.parametrize("processes", [1, 2])
def test_a_program_that_spins_ends_with_a_simulation_that_is_killed(
    tmp_path: Path, programs: list[int], *, processes: int
) -> None:
    (tmp_path / "spinning.pl").write_text(SPINNING)
    words = ("--bot", "program:perl spinning.pl", "--games", "9", "--processes", str(processes))
    simulation = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "inkrail", "simulate", *words],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with simulation:
        while not (found := list(tmp_path.glob("*.spins"))):
            assert simulation.poll() is None
            sleep(0.05)
        programs += [int(path.stem) for path in found]
        assert all(map(is_running, programs))
        simulation.kill()
    assert ended(programs)


def test_a_program_that_has_ended_is_forgotten(programs: list[int]) -> None:
    """Its number may be another's: here it is that of a process which nobody may kill."""
    reaper = Reaper()
    with subprocess.Popen(["sleep", "3600"]) as other, subprocess.Popen(["sleep", "3600"]) as watched:  # noqa: S607
        programs += [other.pid, watched.pid]
        for pid in programs:
            reaper.watch(pid)
        reaper.forget(other.pid)
        reaper.close()
        assert watched.wait() == -signal.SIGKILL
        assert other.poll() is None
        other.kill()


def test_without_its_reaper_a_program_plays_all_the_same() -> None:
    first = ProgramBot(command("first"))
    assert REAPER.pid is not None
    reaper = Reaper()
    reaper.watch(2**30)
    assert reaper.pid is not None
    os.kill(reaper.pid, signal.SIGKILL)
    assert ended([reaper.pid])
    reaper.watch(2**30)
    reaper.close()
    assert first.name == "first"
    first.close()
