"""The rolls of whole games from a secret."""

from __future__ import annotations

import pytest

from inkrail.server.rooms.rolls import secret_rolls
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import check_spec


@pytest.mark.parametrize("rules", ["base", "lake", "meteor", "underground", "underground-standalone"])
def test_a_game_has_possible_rolls_of_all_its_rounds(rules: str) -> None:
    rolls = secret_rolls("secret", of="hunt/2026-W47", rules=rules)
    check_spec(Spec(rules=rules, rolls=rolls), bots=())


def test_the_rolls_follow_from_the_secret_the_game_and_the_ruleset() -> None:
    rolls = secret_rolls("secret", of="league/abc.1", rules="base")
    assert rolls == secret_rolls("secret", of="league/abc.1", rules="base")
    assert len(set(rolls)) > 1
    assert rolls != secret_rolls("another", of="league/abc.1", rules="base")
    assert rolls != secret_rolls("secret", of="league/abc.2", rules="base")
