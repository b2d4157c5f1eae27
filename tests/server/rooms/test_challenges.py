"""The specs of challenges, and which games can be one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.stored_room import StoredRoom, two

from inkrail.core.errors import Refusal
from inkrail.server.rooms.challenges import Challenge, require_challenging, taking_spec
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import play_on_spec

CHALLENGE = Challenge("challenge", "table", 1, "browser")


def started(rules: str = "base", **settings: object) -> StoredRoom:
    stored = two(rules=rules, **settings)
    stored.send(0, type="start")
    return stored


def test_whoever_takes_a_challenge_plays_the_same_dice_alone_against_its_score() -> None:
    stored = started("meteor", longest="cells", values="manual", clock=60, public=True)
    stored.play_out()
    room = stored.room
    assert taking_spec(CHALLENGE, room) == Spec(
        rules="meteor",
        longest="cells",
        values="manual",
        bots=(None,),
        counted=False,
        rolls=tuple(closed.faces for closed in room.closed),
        purpose="challenge",
        goal=room.sheets()[1].total,
        source="challenge",
    )


def test_a_drafted_game_is_taken_with_its_seats_and_its_starter() -> None:
    stored = started("base+draft", starter=1)
    stored.play_out()
    spec = taking_spec(CHALLENGE, stored.room)
    assert (spec.bots, spec.starter) == ((None, "greedy"), 1)


def test_only_a_game_played_to_its_end_challenges() -> None:
    ended = started()
    ended.play_round()
    ended.now += IDLE_SECONDS
    ended.send(0, type="end_game")
    for room in (two().room, started().room, ended.room):
        with pytest.raises(Refusal) as caught:
            require_challenging(room)
        assert caught.value.code == "table.not_over"
    over = started()
    over.play_out()
    require_challenging(over.room)
    exercise = StoredRoom(replace(play_on_spec(over.room, seat=0, round_=7, same_dice=True)))
    exercise.play_out()
    with pytest.raises(Refusal) as caught:
        require_challenging(exercise.room)
    assert caught.value.code == "challenge.unsuitable"
