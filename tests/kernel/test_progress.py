"""What a first move compiles, that processes do it once, and that they tell how far they are."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inkrail.kernel import cache, progress
from inkrail.kernel.progress import Progress, add_listener, has_listeners, listening, preparing, tell

ROOT = Path(__file__).parents[2]
MOST_FUNCTIONS = 85
"""What the first move of `steady` may compile in the base game."""


def first_move(*words: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "tests.kernel.first_move", *words],
        cwd=ROOT,
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )


def answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    with process:
        assert process.stdout is not None
        found: dict[str, Any] = json.loads(process.stdout.read())
    return found


def test_of_two_processes_with_an_empty_cache_one_compiles_and_the_other_waits(tmp_path: Path) -> None:
    both = [first_move("base", "steady", folder=tmp_path) for _ in range(2)]
    waited, compiled = sorted((answer(process) for process in both), key=lambda one: len(one["compiled"]))
    assert waited["compiled"] == []
    assert 0 < len(compiled["compiled"]) <= MOST_FUNCTIONS
    assert len(set(compiled["compiled"])) == len(compiled["compiled"])
    assert not any(name.split(".")[-2] not in ("base", "shared") for name in compiled["compiled"])
    assert waited["actions"] == compiled["actions"]
    counts = [one[0] for one in compiled["heard"][:-1]]
    assert (counts, compiled["heard"][-1]) == (list(range(len(counts))), None)
    assert {one[1] for one in compiled["heard"][:-1]} == {len(compiled["compiled"])}


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "CACHE", tmp_path)


@pytest.mark.usefixtures("empty_cache")
def test_what_was_compiled_before_is_not_told() -> None:
    heard: list[Progress | None] = []
    with listening(heard.append):
        with preparing("one", functions=4):
            assert not gc.isenabled()
        assert heard == [Progress(0, 4), None]
        assert gc.isenabled()
        with preparing("one", functions=4):
            pass
        assert len(heard) == 2
        with preparing("other", functions=2):
            pass
        assert heard[2:] == [Progress(0, 2), None]


@pytest.mark.usefixtures("empty_cache")
def test_what_failed_is_compiled_again() -> None:
    heard: list[Progress | None] = []

    def fail() -> None:
        with preparing("one", functions=1):
            raise ValueError("no luck")

    with listening(heard.append):
        for _ in range(2):
            with pytest.raises(ValueError, match="no luck"):
                fail()
    assert heard.count(Progress(0, 1)) == 2
    assert gc.isenabled()


HOLD = """
from inkrail.kernel.cache import Turn
with Turn(print) as turn:
    turn.note("30 75")
    print("has it", flush=True)
    input()
"""


def test_a_process_that_waits_hears_how_far_the_other_is_and_goes_on_when_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", HOLD]
    with subprocess.Popen(  # noqa: S603
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "has it\n"
        monkeypatch.setattr(cache, "CACHE", next(tmp_path.glob("compiled-*")))
        heard: list[str] = []

        def waiting(text: str) -> None:
            heard.append(text)
            holder.kill()

        with cache.Turn(waiting):
            assert heard[0] == "30 75"


def test_listeners_hear_until_they_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_listeners", [])
    heard: list[Progress | None] = []
    assert not has_listeners()
    with listening(heard.append):
        assert has_listeners()
        tell(Progress(3, 4))
    tell(Progress(4, 4))
    assert heard == [Progress(3, 4)]
    add_listener(heard.append)
    tell(None)
    assert heard == [Progress(3, 4), None]


@pytest.mark.parametrize(
    ("done", "total", "percent"), [(0, 75, 0), (30, 75, 40), (75, 75, 100), (76, 75, 100)]
)
def test_progress_is_a_percentage(done: int, total: int, percent: int) -> None:
    assert Progress(done, total).percent == percent
