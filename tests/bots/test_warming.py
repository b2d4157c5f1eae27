"""Compiling ahead."""

from __future__ import annotations

import pytest

from inkrail.bots.warming import warm_up
from inkrail.kernel.engine import Kernel
from inkrail.rules.registry import parse_ruleset


@pytest.mark.parametrize("rules", ["base", "meteor"])
def test_all_that_bots_call_is_called(monkeypatch: pytest.MonkeyPatch, rules: str) -> None:
    called: set[str] = set()
    searches = {"beam_round", "best_ends", "last_round", "strike"}
    for name in searches:
        real = getattr(Kernel, name)

        def spy(
            self: Kernel, *arguments: object, _name: str = name, _real: object = real, **more: object
        ) -> object:
            called.add(_name)
            return _real(self, *arguments, **more)  # type: ignore[operator]

        monkeypatch.setattr(Kernel, name, spy)
    warm_up(parse_ruleset(rules))
    assert called == searches - ({"strike"} if rules == "base" else set())
