"""The puzzles that come with the package: each is proven."""

from collections import Counter

import pytest
from tests.study.test_puzzles import check
from tools.puzzles import OF_EACH_LEVEL, OF_OTHERS

from inkrail.game.record import Act, Roll, parse_record
from inkrail.rules.position import Drawing
from inkrail.rules.registry import RULESET_NAMES
from inkrail.study.last_position import written_board
from inkrail.study.puzzles import LEVELS, Puzzle
from inkrail.study.starter import FIELDS, starter_puzzles

PARTS = 10


def starters() -> list[Puzzle]:
    """The puzzles with the boards and dice of their openings."""
    found = []
    for fields in starter_puzzles():
        assert tuple(fields) == FIELDS
        record, table = parse_record(fields["opening"])
        *_, roll = (entry for entry in record.entries if isinstance(entry, Roll))
        acts = [entry.action for entry in record.entries if isinstance(entry, Act)]
        drawings = [action for action in acts if isinstance(action, Drawing)]
        board = written_board(record.ruleset, table.seats[0].position, drawings)
        dice = tuple(face for face in roll.faces if face in record.ruleset.pieces)
        found.append(Puzzle(**fields, board=board, dice=dice))
    return found


def test_there_are_some_of_each_level_for_every_ruleset_with_puzzles() -> None:
    numbers = Counter((puzzle.rules, puzzle.level) for puzzle in starters())
    assert {rules for rules, _ in numbers} == {*RULESET_NAMES}
    assert {level: numbers.pop(("base", level)) for level in range(1, LEVELS + 1)} == dict.fromkeys(
        range(1, LEVELS + 1), OF_EACH_LEVEL["base"]
    )
    assert all(1 <= level <= LEVELS and number <= OF_OTHERS for (_, level), number in numbers.items())
    assert len({puzzle.id for puzzle in starters()}) == len(starters())


@pytest.mark.parametrize("part", range(PARTS))
def test_each_best_end_is_unique_and_two_ahead(part: int) -> None:
    for puzzle in starters()[part::PARTS]:
        check(puzzle, prunes=True)
