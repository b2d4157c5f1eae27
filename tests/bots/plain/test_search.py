"""The search in plain Python finds legal ends of rounds, and evaluates about as many boards as it is told."""

import pytest
from tests.rules.play import random_game

from inkrail.bots.plain.guide import Guide
from inkrail.bots.plain.search import Effort, Search
from inkrail.core.board import Round
from inkrail.rules.position import Drawing, Position
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

NARROW = Effort(width=1, special=1, boards=0)


class Counting(Guide):
    """Counts the boards that it evaluates."""

    def __init__(self, rules: str) -> None:
        super().__init__(parse_ruleset(rules))
        self.evaluated = 0

    def value(self, position: Position) -> float:
        self.evaluated += 1
        return super().value(position)


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_the_engine_draws_every_end_and_ends_the_round_there(rules: str) -> None:
    ruleset = parse_ruleset(rules)
    search = Search(ruleset, Guide(ruleset).value, NARROW)
    for step in random_game(ruleset, seed="ends"):
        begins = not isinstance(step.taken, Drawing) and step.after.round_ % 3
        if begins and not ruleset.choices(step.after):
            end = search.ends(step.after)[0]
            position = step.after
            for drawing in end.drawings:
                position = ruleset.draw(position, drawing)
            assert position == end.position
            assert ruleset.duties(position) == ()


def test_b10_special_routes_are_tried() -> None:
    ruleset = parse_ruleset("base")
    faces = ("highway-t", "highway-t", "railway-t", "overpass")
    start = ruleset.begin_round(ruleset.set_up(), Round(7), faces=faces)
    without, with_one = (
        Search(ruleset, Guide(ruleset).value, Effort(width=4, special=special, boards=400)).ends(start)[0]
        for special in (0, 4)
    )
    assert without.position.crossed_off == ()
    assert len(with_one.position.crossed_off) == 1
    assert with_one.value > without.value


@pytest.mark.parametrize(
    ("rules", "faces"),
    [
        ("base", "highway-t railway-t highway-curve overpass"),
        ("lake", "highway-t railway-t highway-curve overpass lake-1 pier-double"),
    ],
)
def test_effort_is_a_number_of_boards(rules: str, faces: str) -> None:
    ruleset = parse_ruleset(rules)
    start = ruleset.begin_round(ruleset.set_up(), Round(1), faces=tuple(faces.split()))
    counts = []
    for boards in (0, 300, 600):
        guide = Counting(rules)
        Search(ruleset, guide.value, Effort(width=20, special=0, boards=boards)).ends(start)
        counts.append(guide.evaluated)
    least, some, more = counts
    assert least < some < more
    assert some <= least + 300
    assert more <= least + 600
