"""Puzzles as they are stored, and the tables at which they are tried."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.server.stored_room import StoredRoom

from inkrail.core.errors import Refusal
from inkrail.server.http.puzzle_maker import starters
from inkrail.server.rooms.puzzles import daily_level, nearest_levels, puzzle_spec, require_attempt
from inkrail.server.rooms.rows import Spec
from inkrail.server.rooms.specs import check_spec


def test_an_attempt_has_the_board_the_dice_and_the_goal_and_does_not_count() -> None:
    puzzle = starters()[0]
    spec = puzzle_spec(puzzle)
    check_spec(spec, bots=())
    assert (spec.purpose, spec.goal, spec.until, spec.source) == ("puzzle", puzzle.total, 7, puzzle.id)
    assert not spec.counted
    assert sorted(piece.name for piece in puzzle.start().dice) == sorted(puzzle.dice())


def test_the_week_begins_with_an_easy_puzzle_and_ends_with_a_hard_one() -> None:
    levels = [daily_level(date(2026, 11, day)) for day in range(16, 23)]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (1, 5)


def test_only_a_table_at_which_a_puzzle_is_tried_is_an_attempt() -> None:
    first, second = starters()[:2]
    require_attempt(StoredRoom(puzzle_spec(first)).room, first)
    for spec in (puzzle_spec(second), replace(puzzle_spec(first), purpose="retry"), Spec(rules="base")):
        with pytest.raises(Refusal) as caught:
            require_attempt(StoredRoom(spec).room, first)
        assert caught.value.code == "puzzle.not_tried"


@pytest.mark.parametrize(
    ("level", "expected"), [(1, [1, 2, 3, 4, 5]), (3, [3, 2, 4, 1, 5]), (5, [5, 4, 3, 2, 1])]
)
def test_where_a_level_has_no_puzzle_the_nearest_ones_are_asked_first(
    level: int, expected: list[int]
) -> None:
    assert nearest_levels(level) == expected
