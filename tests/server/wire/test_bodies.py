"""Bodies of requests: what is accepted, and the defaults of optional fields."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from inkrail.server.wire.bodies import DailyAttempt, HumanSeat, NameBody, NewTable, ScoreBody


def test_a_table_needs_only_a_name() -> None:
    table = NewTable(name="Ann")
    assert (table.rules, table.longest, table.values, table.seats) == (
        "base",
        None,
        "official",
        [HumanSeat(kind="human")],
    )
    assert (table.clock, table.public, table.seed, table.rolls, table.typed) == (
        None,
        False,
        None,
        None,
        False,
    )


@pytest.mark.parametrize(
    ("model", "body"),
    [
        (NameBody, {}),
        (NameBody, {"name": ""}),
        (NameBody, {"name": "x" * 41}),
        (NameBody, {"name": "Ann", "more": 1}),
        (NewTable, {"name": "Ann", "clock": 9}),
        (NewTable, {"name": "Ann", "clock": 7 * 24 * 3600 + 1}),
        (NewTable, {"name": "Ann", "seats": []}),
        (NewTable, {"name": "Ann", "seats": [{"kind": "human"}] * 7}),
        (NewTable, {"name": "Ann", "seats": [{"kind": "bot"}]}),
        (NewTable, {"name": "Ann", "rules": "base; drop"}),
        (NewTable, {"name": "Ann", "seed": "two words"}),
        (NewTable, {"name": "Ann", "rolls": []}),
        (NewTable, {"name": "Ann", "rolls": [["x"] * 41]}),
        (NewTable, {"name": "Ann", "values": "own"}),
        (DailyAttempt, {"name": "Ann", "browser": "short"}),
        (DailyAttempt, {"name": "Ann", "browser": "x" * 81}),
        (ScoreBody, {"text": "x" * (64 * 1024 + 1)}),
        (ScoreBody, {"text": "", "longest": "most"}),
    ],
)
def test_a_body_out_of_bounds_is_refused(model: type[BaseModel], body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(body)


@pytest.mark.parametrize(
    ("model", "body"),
    [
        (NameBody, {"name": "x" * 40}),
        (NewTable, {"name": "Ann", "clock": 10, "seed": "two-words", "rules": "lava+draft"}),
        (DailyAttempt, {"name": "Ann", "browser": "x" * 16}),
        (ScoreBody, {"text": "x" * (64 * 1024)}),
    ],
)
def test_a_body_at_its_bounds_is_accepted(model: type[BaseModel], body: dict[str, Any]) -> None:
    assert model.model_validate(body).model_dump(exclude_unset=True) == body
