"""The bodies of leagues."""

from __future__ import annotations

import re

import pytest
from pydantic import ValidationError

from inkrail.server.rooms.hunt import week_of
from inkrail.server.rooms.leagues import MOST_GAMES
from inkrail.server.wire.leagues import WEEK, LeagueWanted

BODY = {"name": "Friday", "player": "Ann", "browser": "0123456789abcdef"}


def test_a_league_plays_the_dailies_unless_a_ruleset_is_named() -> None:
    assert LeagueWanted.model_validate(BODY).rules is None
    assert LeagueWanted.model_validate(BODY | {"rules": "lake", "games": MOST_GAMES}).games == MOST_GAMES
    for wrong in ({"games": 0}, {"games": MOST_GAMES + 1}, {"name": ""}, {"player": "x" * 41}):
        with pytest.raises(ValidationError):
            LeagueWanted.model_validate(BODY | wrong)


def test_a_week_is_written_as_the_server_writes_it() -> None:
    assert re.search(WEEK, week_of(0.0))
    assert not re.search(WEEK, "2026-47")
