"""What is stored of a table, as values."""

from __future__ import annotations

import pytest

from inkrail.core.errors import Refusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.server.rooms.rows import REACTIONS, Row, Spec, StandIn


def test_a_table_is_opened_for_one_person_unless_more_is_said() -> None:
    spec = Spec(rules="base")
    assert (spec.bots, spec.clock, spec.public, spec.counted, spec.typed) == (
        (None,),
        None,
        False,
        True,
        False,
    )
    assert (spec.seed, spec.rolls, spec.starter, spec.daily) == (None, None, None, None)


@pytest.mark.parametrize(
    ("bots", "solo", "creator"),
    [
        ((None,), True, 0),
        (("greedy", None), True, 1),
        ((None, None), False, 0),
        (("greedy", None, None), False, 1),
    ],
)
def test_the_creator_has_the_first_seat_of_a_person(
    bots: tuple[str | None, ...], *, solo: bool, creator: int
) -> None:
    spec = Spec(rules="base", bots=bots)
    assert (spec.solo, spec.creator) == (solo, creator)


def test_a_spec_gives_its_ruleset_with_the_readings_it_names() -> None:
    usual = Spec(rules="meteor+draft").ruleset()
    assert (usual.name, usual.longest, usual.values) == ("meteor+draft", Longest.STRETCHES, Values.OFFICIAL)
    other = Spec(rules="meteor", longest="cells", values="manual").ruleset()
    assert (other.longest, other.values) == (Longest.CELLS, Values.MANUAL)
    with pytest.raises(Refusal, match=r"^ruleset\.unknown"):
        Spec(rules="chess").ruleset()


def test_rows_are_equal_by_content() -> None:
    one, other = (Row(steps=(StandIn(seat=0, why="clock"),)) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert (one.by, one.id) == (None, "")


def test_eight_reactions_can_be_shown() -> None:
    assert len(set(REACTIONS)) == len(REACTIONS) == 8


def test_tables_with_the_same_ruleset_share_it() -> None:
    one, other, longer = (
        Spec(rules="lake"),
        Spec(rules="lake", clock=60),
        Spec(rules="lake", longest="stretches"),
    )
    assert one.ruleset() is other.ruleset()
    assert longer.ruleset() != one.ruleset()
