"""Limits on clients."""

from __future__ import annotations

import pytest
from tests.server.conftest import FakeClock

from inkrail.core.errors import Refusal
from inkrail.server.http.limits import Gate


def test_a_gate_knows_addresses_apart_and_forgets_the_oldest() -> None:
    gate = Gate(1, rate=0.001, clock=FakeClock(), most=2)
    gate.enter("a")
    gate.enter("b")
    with pytest.raises(Refusal, match=r"request\.too_many"):
        gate.enter("a")
    gate.enter("c")
    gate.enter("b")
