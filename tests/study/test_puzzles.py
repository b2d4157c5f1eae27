"""Puzzles: the best end is the only one, and at least two points ahead."""

from io import BytesIO
from itertools import islice

import pytest
from tests.study.games import text_of

import inkrail
from inkrail.core.notation import format_placement
from inkrail.game.history import played_rounds
from inkrail.game.record import Act, Roll, parse_record
from inkrail.game.table import Phase
from inkrail.kernel import kernel_for
from inkrail.rules.boardtext import read_boards
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.study.last_position import last_position
from inkrail.study.puzzles import Puzzle, last_round_puzzle


def check(puzzle: Puzzle, *, prunes: bool = False) -> None:
    """Of all ends one has the total, and all others at least two points less.

    In the base game the ends are listed. With the river they are too many: each is scored as it is visited or, if
    `prunes`, the exact search finds the best two.
    """
    ruleset = parse_ruleset(puzzle.rules)
    (text,) = read_boards(BytesIO(puzzle.board.encode()), ruleset=lambda _: ruleset)
    position = last_position(text, puzzle.dice)
    kernel = kernel_for(ruleset)
    start, specials = (kernel.state_of(position), kernel.dice_of(position)), kernel.may_draw_special(position)
    if kernel.solves_at_once:
        ends = kernel.expand_round(*start, specials=specials, limit=1 << 22)
        assert ends.is_complete
        best, second, *_ = sorted(kernel.score(ends.states).tolist(), reverse=True)
    else:
        every = kernel.last_round(*start, specials=specials, two=True, prunes=prunes, limit=1 << 30)
        assert every.is_exact
        best, second = every.total, every.second
    assert [best, second] == [puzzle.total, puzzle.second]
    assert puzzle.second <= puzzle.total - 2
    for action in puzzle.actions:
        drawing = inkrail.parse_action(action, ruleset)
        assert isinstance(drawing, inkrail.Drawing)
        position = ruleset.draw(position, drawing)
    assert ruleset.score(position).total == puzzle.total
    assert not ruleset.duties(position)


def test_a_puzzle_has_one_best_end_and_the_same_seed_gives_the_same_one() -> None:
    (puzzle,) = inkrail.puzzles(number=1, seed="p")
    (again,) = islice(inkrail.puzzles(number=2, seed="p"), 1)
    assert puzzle == again
    assert 1 <= puzzle.level <= 5
    assert inkrail.solve(puzzle.board, dice=puzzle.dice).total == puzzle.total
    assert list(puzzle.report()) == ["id", "rules", "board", "dice", "total", "second", "level", "actions"]


def test_the_opening_leads_to_the_board_with_the_dice_rolled() -> None:
    (puzzle,) = inkrail.puzzles(number=1, seed="p")
    record, table = parse_record(puzzle.opening)
    assert (table.phase, table.round_, record.seed) == (Phase.DRAW, 7, "")
    acts = [entry.action for entry in record.entries if isinstance(entry, Act)]
    drawn = [format_placement(action.placement) for action in acts if isinstance(action, inkrail.Drawing)]
    assert drawn == puzzle.board.splitlines()
    assert record.entries[-1] == Roll(puzzle.dice)


def test_the_last_round_of_a_game_is_a_puzzle() -> None:
    text = text_of("greedy", "base")
    record, table = parse_record(text)
    puzzle = last_round_puzzle(record, Seat(0))
    last = played_rounds(record, Seat(0))[-1]
    assert puzzle.total == inkrail.solve(puzzle.board, dice=last.hand).total >= table.sheets()[0].total
    assert parse_record(puzzle.opening)[1].seats[0].position == last.start


def test_a_puzzle_of_the_river_has_one_best_end() -> None:
    (puzzle,) = inkrail.puzzles(rules="river", number=1, seed="p")
    check(puzzle)
    assert inkrail.solve(puzzle.board, dice=puzzle.dice, rules="river").total == puzzle.total
    record, table = parse_record(puzzle.opening)
    assert (table.phase, record.entries[-1]) == (Phase.DRAW, Roll(puzzle.dice))


def test_there_are_puzzles_of_every_level() -> None:
    levels = {puzzle.level for puzzle in inkrail.puzzles(number=40, seed="levels")}
    assert levels == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("name", [name for name in RULESET_NAMES if name not in ("base", "river")])
def test_where_a_proof_takes_too_long_there_are_no_puzzles(name: str) -> None:
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.puzzles(rules=name)
    assert caught.value.code == "puzzle.not_proven"


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["base", "river", "river+draft"])
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_puzzles_are_proven(rules: str, part: int) -> None:
    puzzles = list(inkrail.puzzles(rules=rules, number=10, seed=f"hundred {part}"))
    assert len({puzzle.id for puzzle in puzzles}) == 10
    for puzzle in puzzles:
        check(puzzle)
