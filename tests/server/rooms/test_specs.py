"""Which tables can be opened, and tables that follow from a finished game."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.stored_room import StoredRoom, started, two

from inkrail.core.errors import Refusal
from inkrail.server.rooms.idle import IDLE_SECONDS
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import challenge_spec, check_spec, rematch_spec

BOTS = ("random", "greedy")
FACES = ("highway-straight", "highway-t", "highway-curve", "overpass")
PAIRS = FACES * 2
BELOW = ("subway-station-straight", "pipe-straight", "pipe-curve", "pipe-over-subway")


@pytest.mark.parametrize(
    "spec",
    [
        Spec(rules="base"),
        Spec(rules="base", bots=("random", None, "greedy")),
        Spec(rules="base", seed="word"),
        Spec(rules="base", typed=True),
        Spec(rules="base", rolls=(FACES,) * 7),
        Spec(rules="base+draft", bots=(None, None), rolls=(PAIRS,) * 7),
        Spec(rules="underground", rolls=(FACES, BELOW) * 7),
    ],
)
def test_a_table_that_can_be_is_accepted(spec: Spec) -> None:
    check_spec(spec, bots=BOTS)


@pytest.mark.parametrize(
    ("spec", "code", "params"),
    [
        ({"rules": "chess"}, "ruleset.unknown", {"ruleset": "chess"}),
        ({"bots": ("greedy",)}, "table.no_human", {}),
        ({"bots": (None, "random", "strong")}, "bot.unknown", {"bot": "strong"}),
        ({"bots": (None,) * 7}, "table.seats", None),
        ({"rules": "base+draft"}, "table.seats", None),
        ({"seed": "a", "typed": True}, "table.dice_chosen_twice", {}),
        ({"seed": "a", "rolls": (FACES,) * 7}, "table.dice_chosen_twice", {}),
        ({"typed": True, "rolls": (FACES,) * 7}, "table.dice_chosen_twice", {}),
        ({"seed": "", "typed": True}, "table.dice_chosen_twice", {}),
        ({"rolls": (FACES,) * 6}, "table.rolls_incomplete", {"expected": 7, "found": 6}),
        ({"rolls": (FACES,) * 8}, "table.rolls_incomplete", {"expected": 7, "found": 8}),
        ({"rolls": ()}, "table.rolls_incomplete", {"expected": 7, "found": 0}),
        ({"rolls": (*(FACES,) * 6, PAIRS)}, "roll.impossible", None),
        ({"rules": "base+draft", "bots": (None, None), "rolls": (FACES,) * 7}, "roll.impossible", None),
        ({"rules": "underground", "rolls": (FACES,) * 14}, "roll.impossible", None),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    spec: dict[str, Any], code: str, params: dict[str, object] | None
) -> None:
    with pytest.raises(Refusal) as caught:
        check_spec(Spec(**{"rules": "base", **spec}), bots=BOTS)
    assert caught.value.code == code
    assert params is None or caught.value.params == params


def test_a_challenge_has_the_same_dice_for_one_person() -> None:
    stored = started("meteor", longest="cells", values="manual", clock=60, public=True)
    stored.play_out()
    rolls = tuple(closed.faces for closed in stored.room.closed)
    assert challenge_spec(stored.room) == Spec(
        rules="meteor", longest="cells", values="manual", bots=(None,), counted=False, rolls=rolls
    )


def test_a_drafted_game_is_challenged_with_its_seats_and_its_starter() -> None:
    stored = started("base+draft", starter=1)
    stored.play_out()
    spec = challenge_spec(stored.room)
    assert (spec.bots, spec.starter) == ((None, "greedy"), 1)


def test_only_a_game_played_to_its_end_is_challenged() -> None:
    ended = started()
    ended.play_round()
    ended.now += IDLE_SECONDS
    ended.send(0, type="end_game")
    for room in (two().room, started().room, ended.room):
        with pytest.raises(Refusal) as caught:
            challenge_spec(room)
        assert caught.value.code == "table.not_over"


@pytest.mark.parametrize(
    ("chosen", "counted"),
    [
        ({"seed": "word", "counted": False}, True),
        ({"rolls": (FACES,) * 7, "counted": False}, True),
        ({"typed": True, "counted": False}, False),
        ({"daily": "2026-11-15"}, True),
        ({"starter": 0}, True),
    ],
)
def test_a_rematch_is_the_same_table_with_new_dice(chosen: dict[str, Any], *, counted: bool) -> None:
    same: dict[str, Any] = {"rules": "base", "bots": (None, None), "clock": 60, "public": True}
    stored = StoredRoom(Spec(**same, **chosen))
    typed = bool(chosen.get("typed"))
    held: dict[str, Any] = {"rematch_of": "table", "reserved": (None, "")}
    assert rematch_spec(stored.room, opener=0) == Spec(**same, **held, typed=typed, counted=counted)


def test_a_rematch_holds_the_seats_of_all_people_but_the_opener() -> None:
    stored = StoredRoom(Spec(rules="base", bots=("greedy", None, None, "greedy", None)))
    stored.join("Bob")
    stored.join("Cid")
    held = [rematch_spec(stored.room, opener=opener).reserved for opener in (1, 2, 4)]
    assert held == [
        (None, None, "Bob", None, "Cid"),
        (None, None, "Ann", None, "Cid"),
        (None, None, "Bob", None, "Ann"),
    ]
