"""Limits on clients."""

from __future__ import annotations

import pytest
from tests.server.conftest import FakeClock

from inkrail.core.errors import Refusal
from inkrail.server.http.limits import Bucket, Gate


def test_a_bucket_fills_up_at_its_rate() -> None:
    bucket = Bucket(2, rate=0.5, now=0)
    assert [bucket.take(now) for now in (0, 0, 0, 1.9, 2, 2, 1000, 1000, 1000)] == [
        True,
        True,
        False,
        False,
        True,
        False,
        True,
        True,
        False,
    ]


def test_who_spends_more_than_there_is_waits_until_it_is_there() -> None:
    bucket = Bucket(3, rate=2, now=0)
    assert [bucket.spend(0), bucket.spend(0, cost=2)] == [0, 0]
    assert [bucket.spend(0), bucket.spend(0, cost=3)] == [0.5, 2]
    assert bucket.spend(2.5) == 0
    assert bucket.spend(1_000, cost=4) == 0.5
    assert bucket.spend(0) == 1


def test_a_gate_knows_addresses_apart_and_forgets_the_oldest() -> None:
    gate = Gate(1, rate=0.001, clock=FakeClock(), most=2)
    gate.enter("a")
    gate.enter("b")
    with pytest.raises(Refusal, match=r"request\.too_many"):
        gate.enter("a")
    gate.enter("c")
    gate.enter("b")
