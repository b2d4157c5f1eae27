"""Which tables can be opened, and tables that follow from a finished game."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.stored_room import StoredRoom

from inkrail.core.errors import Refusal
from inkrail.server.rooms.rematches import rematch_spec
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import check_spec

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
        ({"goal": 50}, "opening.unsuitable", {}),
        ({"hints": True, "daily": "2026-11-15"}, "hint.not_allowed", {}),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    spec: dict[str, Any], code: str, params: dict[str, object] | None
) -> None:
    with pytest.raises(Refusal) as caught:
        check_spec(Spec(**{"rules": "base", **spec}), bots=BOTS)
    assert caught.value.code == code
    assert params is None or caught.value.params == params


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
