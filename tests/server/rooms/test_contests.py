"""Whose dice are hidden from whom."""

from __future__ import annotations

import pytest

from inkrail.core.errors import Refusal
from inkrail.server.rooms.contests import contest_of, require_shown
from inkrail.server.rooms.rows import Spec

TAKEN = Spec(rules="base", counted=False, purpose="challenge", source="challenge", goal=50)


def test_a_day_and_a_challenge_are_contests_and_other_games_are_not() -> None:
    assert contest_of(Spec(rules="base", daily="2026-11-15")) == "2026-11-15"
    assert contest_of(TAKEN) == "challenge"
    assert contest_of(Spec(rules="base")) is None
    assert contest_of(Spec(rules="base", purpose="play_on", source="table")) is None


def test_a_game_of_a_challenge_is_shown_only_to_its_player_however_old_it_is() -> None:
    require_shown(TAKEN, seat=0, now=0.0)
    with pytest.raises(Refusal) as caught:
        require_shown(TAKEN, seat=None, now=9e9)
    assert (caught.value.code, caught.value.params) == ("challenge.hidden", {"challenge": "challenge"})


def test_a_game_of_a_league_is_hidden_too_and_names_its_league() -> None:
    spec = Spec(rules="base", counted=False, purpose="league", source="abc.3")
    assert contest_of(spec) == "abc.3"
    require_shown(spec, seat=0, now=0.0)
    with pytest.raises(Refusal) as caught:
        require_shown(spec, seat=None, now=9e9)
    assert (caught.value.code, caught.value.params) == ("league.hidden", {"league": "abc"})
