"""A test that hangs fails, wherever it hangs, and the tests after it are run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.time_limit import CHOSEN, SECONDS, SLOW_SECONDS, seconds_for

ROOT = Path(__file__).parents[1]
HANGING = """
import asyncio
import threading

import pytest
from hypothesis import given, strategies


async def test_coroutine():
    await asyncio.Event().wait()


@given(strategies.integers())
def test_property(_number):
    threading.Event().wait()


def test_code_that_catches_every_exception():
    while True:
        try:
            threading.Event().wait()
        except Exception:
            pass


@pytest.fixture
def stuck_setup():
    threading.Event().wait()


def test_setup(stuck_setup):
    pass


@pytest.fixture
def stuck_teardown():
    yield
    threading.Event().wait()


def test_teardown_after_a_failure(stuck_teardown):
    raise AssertionError


def test_the_next_one():
    pass
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the hanging tests, with a limit of two seconds."""
    (folder / "test_hanging.py").write_text(HANGING)
    (folder / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n")
    (folder / "conftest.py").write_text("from tests.time_limit import *\n")
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words, str(folder)],
        cwd=ROOT,
        env={**os.environ, CHOSEN: "2"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", [(), pytest.param(("-n", "1"), marks=pytest.mark.slow)])
def test_whatever_waits_for_ever_fails_and_the_run_goes_on(tmp_path: Path, words: tuple[str, ...]) -> None:
    answer = run(tmp_path, *words)
    assert answer.returncode == pytest.ExitCode.TESTS_FAILED, answer.stderr
    ended = set(re.findall(r"^E .*::test_(\w+) took more than 2 seconds$", answer.stdout, re.MULTILINE))
    assert ended == {
        "coroutine",
        "property",
        "code_that_catches_every_exception",
        "setup",
        "teardown_after_a_failure",
    }
    assert re.search(r"waits at .*test_hanging\.py:10$", answer.stdout, re.MULTILINE)
    assert re.search(r"\b4 failed, 1 passed, 2 errors\b", answer.stdout), answer.stdout


@pytest.mark.slow
def test_a_slow_test_has_more_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CHOSEN, raising=False)
    assert seconds_for(request.node) == SLOW_SECONDS > SECONDS
