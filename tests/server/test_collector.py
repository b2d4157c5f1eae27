"""Garbage collection in a process that serves; the tests run in a process of their own."""

from __future__ import annotations

import subprocess
import sys

_SET_UP = """
import gc
from inkrail.server import collector
class Loop:
    def __init__(self):
        self.itself = self
aside = collector.Collector()
"""


def run(program: str) -> None:
    subprocess.run([sys.executable, "-c", _SET_UP + program], check=True)  # noqa: S603


def test_new_objects_are_scanned_once_and_then_put_aside() -> None:
    run(
        """
kept = [[] for _ in range(50_000)]
aside.put_aside()
assert gc.get_freeze_count() > 50_000, "not put aside"
assert len(gc.get_objects()) < 1_000, "would be scanned again"
"""
    )


def test_new_cycles_are_freed_before_they_are_put_aside() -> None:
    run(
        """
from weakref import WeakSet
alive = WeakSet()
for _ in range(3):
    for _ in range(1_000):
        alive.add(Loop())
    aside.put_aside()
    assert not alive
"""
    )


def test_older_cycles_are_freed_when_the_objects_have_grown_much() -> None:
    run(
        """
from weakref import WeakSet
alive = WeakSet()
most, collector.MOST_GROWTH = 0, 10_000
for _ in range(100):
    held = [Loop() for _ in range(1_000)]
    alive.update(held)
    aside.put_aside()
    del held
    most = max(most, len(alive))
assert 1_000 < most <= 13_000, most
"""
    )
