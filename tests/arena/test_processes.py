"""Processes that play games, and die."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path
from time import sleep

import pytest
from tests.bots import deadly

from inkrail.arena.processes import DeadlyJobError, run_jobs
from inkrail.arena.simulation import simulate
from inkrail.core.errors import Refusal


def test_a_killed_process_costs_its_game_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(deadly.FOLDER, str(tmp_path))
    mortal = "tests.bots.deadly:Mortal"
    spread = simulate(mortal, games=5, seed="s", processes=2)
    assert len(list(tmp_path.iterdir())) == 1, "one process was killed"
    alone = simulate("random", games=5, seed="s")
    assert (spread.scores, spread.components) == (alone.scores, alone.components)


def test_a_game_that_kills_every_process_is_told() -> None:
    with pytest.raises(Refusal) as caught:
        simulate("tests.bots.deadly:Deadly", games=2, processes=2)
    assert (caught.value.code, caught.value.params) == ("bot.died", {"bot": "deadly", "n": 3})


def test_what_fails_in_a_process_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(run_jobs(deadly.tenth, [5, 0], processes=2))


def test_jobs_are_taken_one_by_one_and_each_is_answered() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[int]:
        for job in range(1, 6):
            taken.append(job)
            yield job

    answers = run_jobs(deadly.tenth, jobs(), processes=2)
    first = next(answers)
    assert taken == [1, 2]
    assert sorted([first, *answers]) == [2.0, 2.5, 10 / 3, 5.0, 10.0]


def test_a_job_that_kills_is_not_tried_for_ever() -> None:
    with pytest.raises(DeadlyJobError):
        list(run_jobs(deadly.die, [1], processes=2))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C as in a program of its own: where tests are started from may have it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_processes_start_ends_them() -> None:
    with pytest.raises(KeyboardInterrupt):
        list(run_jobs(deadly.Interrupting(), [1, 2], processes=2))
    assert active_children() == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.usefixtures("interruptible")
def test_processes_ignore_ctrl_c_from_their_first_moment() -> None:
    assert set(run_jobs(deadly.is_interrupted, [1, 2], processes=2)) == {("ignored", "open")}


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        # A dead process stays a zombie until its parent waits for it, which in a container may never happen.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in Linux's /proc")
def test_no_process_plays_on_for_one_that_was_killed() -> None:
    command = [
        sys.executable,
        "-m",
        "inkrail",
        "simulate",
        "--bot",
        "random",
        "--games",
        "5000",
        "--processes",
        "2",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as parent:  # noqa: S603
        # Two workers, and the resource tracker of `multiprocessing`.
        while len(found := children(parent.pid)) < 3:
            assert parent.poll() is None
            sleep(0.05)
        parent.kill()
    for _ in range(1200):
        if not any(map(is_alive, found)):
            return
        sleep(0.05)
    raise AssertionError("they play on")
