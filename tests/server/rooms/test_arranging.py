"""How a table changes before its start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inkrail.server.rooms.arranging import arrange_step, arranged, changes
from inkrail.server.rooms.rows import Spec

SPEC = Spec(rules="base", bots=(None, None), public=True)


@pytest.mark.parametrize(
    ("wanted", "changed"),
    [
        (replace(SPEC, rules="lake"), ("rules",)),
        (replace(SPEC, rules="meteor"), ("rules", "longest")),
        (replace(SPEC, longest="cells"), ()),
        (replace(SPEC, longest="stretches", values="manual"), ("longest", "values")),
        (replace(SPEC, clock=60), ("clock",)),
        (replace(SPEC, hints=True), ("hints",)),
        (replace(SPEC, seed="mine", counted=False), ("dice",)),
        (replace(SPEC, typed=True, counted=False), ("dice",)),
        (replace(SPEC, bots=(None, "greedy")), ("seats",)),
        (SPEC, ()),
    ],
)
def test_a_step_makes_the_table_what_was_wanted_and_says_what_changed(
    wanted: Spec, changed: tuple[str, ...]
) -> None:
    step = arrange_step(wanted, kept=(0, 1))
    assert arranged(SPEC, step) == wanted
    assert changes(SPEC, step) == changed


def test_a_seat_that_takes_the_place_of_another_is_a_change() -> None:
    assert changes(SPEC, arrange_step(SPEC, kept=(0, None))) == ("seats",)
