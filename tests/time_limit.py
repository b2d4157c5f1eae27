"""A time limit for every test: one that waits for ever fails and says where, and the run goes on.

The limit holds for the setup, the test and the teardown, each by itself. A signal raises an exception wherever the test
is, so that its fixtures are torn down: in a coroutine, in a property, in Playwright's calls. Compiled code cannot be
interrupted so; a minute later the process ends, with the places of all threads on its standard error.

This is not pytest-timeout: its exception is one that Hypothesis catches, and then tries the same example again, without
a limit; and it stops the clock before the teardown of a failed test.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import settings

SECONDS = 600.0
"""For a test of the quick suite; the first one may have to compile the kernel, on a busy machine."""
SLOW_SECONDS = 3600.0
"""For a test marked slow, and for any test while Hypothesis looks further."""
CHOSEN = "INKRAIL_TEST_SECONDS"
"""Sets the limit of every test."""

AGAIN = 10.0
"""Seconds to the next exception: the first may have hit a task that the test does not wait for."""
GRACE = 60.0
"""Seconds to the end of the process."""

_STDERR = os.dup(sys.__stderr__.fileno()) if sys.__stderr__ else 2
"""Where pytest does not capture what is written."""


class TimeLimitExceeded(BaseException):
    """A test took too long. Not an Exception: neither Hypothesis nor the code under test is to catch it."""


def seconds_for(item: pytest.Item) -> float:
    """The limit of a test."""
    chosen = os.environ.get(CHOSEN)
    if chosen:
        return float(chosen)
    is_slow = item.get_closest_marker("slow") or settings.get_current_profile_name() == "slow"
    return SLOW_SECONDS if is_slow else SECONDS


@contextmanager
def time_limit(item: pytest.Item) -> Iterator[None]:
    """End what runs inside once it has taken too long."""
    seconds = seconds_for(item)

    def end(_signal: int, _frame: object) -> None:
        raise TimeLimitExceeded(f"{item.nodeid} took more than {seconds:g} seconds{_places_of_tasks()}")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    faulthandler.dump_traceback_later(seconds + GRACE, file=_STDERR, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _places_of_tasks() -> str:
    """Where the tasks of the event loop wait, if one runs: the traceback ends in the loop.

    How they end no longer matters, and no one asks; asyncio would complain, and not before it collects them as garbage.
    """
    try:
        tasks = asyncio.all_tasks()
    except RuntimeError:
        return ""
    for task in tasks:
        task.add_done_callback(_retrieve)
    frames = [(task.get_name(), frame) for task in tasks for frame in task.get_stack(limit=1)]
    places = [f"{name} waits at {frame.f_code.co_filename}:{frame.f_lineno}" for name, frame in frames]
    return "".join(f"\n  {place}" for place in sorted(places))


def _retrieve(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[Any]:
    with time_limit(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[Any]:
    with time_limit(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[Any]:
    with time_limit(item):
        return (yield)
