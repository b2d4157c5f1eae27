"""Hints on the wire: as much as each step tells."""

from __future__ import annotations

import pytest
from tests.server.stored_room import StoredRoom, started

from inkrail.server.rooms.interfaces import Hint
from inkrail.server.rooms.rows import Spec
from inkrail.server.wire.hints import hint_view

ROLLS = (("highway-straight", "highway-t", "railway-curve", "station-curve"),) * 7
ACTIONS = ("draw highway-straight B1 H.H.", "draw railway-curve D1 RR..")


@pytest.mark.parametrize(("step", "moves"), [(1, 0), (2, 1), (3, 2)])
def test_a_step_tells_a_cell_a_tile_or_all(step: int, moves: int) -> None:
    stored = StoredRoom(Spec(rules="base", rolls=ROLLS, counted=False, hints=True))
    given = hint_view(Hint(50.2, 52.5, ACTIONS), stored.room, seat=0, step=step)
    assert (given["step"], given["cell"], given["board"]) == (step, "B1", 0)
    assert (given["value"], given["restart"]) == (50.2, 52.5)
    assert [move["action"] for move in given["moves"]] == list(ACTIONS[:moves])
    if moves:
        first = given["moves"][0]
        assert (first["verb"], first["pieces"], first["cell"], first["sides"]) == (
            "draw",
            ["highway-straight"],
            "B1",
            "H.H.",
        )


def test_dice_to_take_cannot_be_told_in_part() -> None:
    draft = started("base+draft", hints=True)
    chooser = draft.room.waiting.chooser
    assert chooser is not None
    given = hint_view(Hint(50.0, 50.0, ("pick 2",)), draft.room, seat=chooser, step=1)
    (move,) = given["moves"]
    assert (given["cell"], move["verb"], move["action"]) == (None, "pick", "pick 2")
    assert move["pieces"] == draft.view(chooser)["picks"][1]["faces"]


@pytest.mark.parametrize("step", [1, 3])
def test_nothing_left_to_draw_is_a_hint_too(step: int) -> None:
    stored = StoredRoom(Spec(rules="base", hints=True))
    given = hint_view(Hint(50.0, 52.0, ()), stored.room, seat=0, step=step)
    assert (given["cell"], given["moves"]) == (None, [])
