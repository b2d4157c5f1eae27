"""A time limit for every test: one that hangs fails and says where, and the run continues.

The limit applies to the setup, the test and the teardown separately. A signal raises an exception wherever the test is,
so that its fixtures are torn down: in a coroutine, in a property, in Playwright's calls. Compiled code cannot be
interrupted that way; a minute later the process ends, with the stacks of all threads on standard error.

Why not pytest-timeout: Hypothesis catches its exception and tries the same example again without a limit, and it stops
the clock before the teardown of a failed test.
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
"""The limit of a test in the fast suite; the first one may have to compile the kernel on a busy machine."""
SLOW_SECONDS = 3600.0
"""The limit of a test marked slow, and of any test with the slow Hypothesis profile."""
CHOSEN = "INKRAIL_TEST_SECONDS"
"""The environment variable that sets the limit of every test."""

AGAIN = 10.0
"""Seconds until the next exception: the first may have hit a task that the test does not wait for."""
GRACE = 60.0
"""Seconds until the process is killed."""

_STDERR = os.dup(sys.__stderr__.fileno()) if sys.__stderr__ else 2
"""A standard error that pytest does not capture."""


class TimeLimitExceeded(BaseException):
    """A test took too long; not an Exception, so that neither Hypothesis nor the code under test catches it."""


def seconds_for(item: pytest.Item) -> float:
    """The limit of a test."""
    chosen = os.environ.get(CHOSEN)
    if chosen:
        return float(chosen)
    is_slow = item.get_closest_marker("slow") or settings.get_current_profile_name() == "slow"
    return SLOW_SECONDS if is_slow else SECONDS


@contextmanager
def time_limit(item: pytest.Item) -> Iterator[None]:
    """End the block once it has taken too long."""
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
    """Where the tasks of a running event loop wait: the traceback itself ends in the loop.

    Their exceptions are retrieved later, since asyncio would otherwise complain when it collects them as garbage.
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
