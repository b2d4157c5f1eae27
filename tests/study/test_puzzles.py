"""Puzzles: the best end is the only one, and at least two points ahead."""

from io import BytesIO
from itertools import islice

import pytest
from tests.study.games import text_of

import inkrail
from inkrail.core.cells import CELLS
from inkrail.core.notation import format_placement
from inkrail.game.history import played_rounds
from inkrail.game.record import Act, Roll, parse_record
from inkrail.game.table import Phase
from inkrail.kernel import Kernel, kernel_for
from inkrail.kernel.search.last_round import LOWEST
from inkrail.rules.boardtext import read_boards
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.study.last_position import last_position
from inkrail.study.puzzles import Puzzle, last_round_puzzle, puzzles_of


def check(puzzle: Puzzle, *, prunes: bool = False) -> None:
    """Of all ends one has the total, and all others at least two points less.

    The ends are listed, unless they are too many: then each is scored as it is visited. If `prunes`, the exact search finds
    those above a total where that is quicker.
    """
    ruleset = parse_ruleset(puzzle.rules)
    (text,) = read_boards(BytesIO(puzzle.board.encode()), ruleset=lambda _: ruleset)
    position = last_position(text, puzzle.dice)
    kernel = kernel_for(ruleset)
    start, specials = (kernel.state_of(position), kernel.dice_of(position)), kernel.may_draw_special(position)
    limit = 1 << 22 if kernel.solves_at_once else 0 if prunes else 1 << 18
    if limit and (ends := kernel.expand_round(*start, specials=specials, limit=limit)).is_complete:
        best, second, *_ = sorted(kernel.score(ends.states).tolist(), reverse=True)
    else:
        assert not kernel.solves_at_once
        above = puzzle.second - 1 if prunes else LOWEST
        every = kernel.last_round(
            *start, specials=specials, two=True, above=above, prunes=prunes, limit=1 << 30
        )
        assert every.is_exact
        best, second = every.total, every.second
    assert [best, second] == [puzzle.total, puzzle.second]
    assert puzzle.second <= puzzle.total - 2
    for action in puzzle.actions:
        position = ruleset.draw(position, drawing_of(action, ruleset))
    assert ruleset.score(position).total == puzzle.total
    assert not ruleset.duties(position)


def drawing_of(action: str, ruleset: inkrail.Ruleset) -> inkrail.Drawing:
    """The drawing that a line says."""
    drawing = inkrail.parse_action(action, ruleset)
    assert isinstance(drawing, inkrail.Drawing)
    return drawing


def test_a_puzzle_has_one_best_end_and_the_same_seed_gives_the_same_one() -> None:
    (puzzle,) = inkrail.puzzles(number=1, seed="p")
    (again,) = islice(inkrail.puzzles(number=2, seed="p"), 1)
    assert puzzle == again
    assert 1 <= puzzle.level <= 5
    assert inkrail.solve(puzzle.board, dice=puzzle.dice).total == puzzle.total
    assert list(puzzle.report()) == ["id", "rules", "board", "dice", "total", "second", "level", "actions"]


@pytest.mark.parametrize(
    ("number", "seed", "code"),
    [(0, "p", "usage.number"), (-1, "p", "usage.number"), (1, "p q", "usage.seed")],
)
def test_puzzles_that_cannot_be_made_are_refused_at_once(number: int, seed: str, code: str) -> None:
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.puzzles(number=number, seed=seed)
    assert caught.value.code == code


def test_the_search_for_puzzles_ends_after_so_many_games() -> None:
    ruleset = parse_ruleset("base")
    every = list(puzzles_of(ruleset, number=3, seed="p"))
    few = list(puzzles_of(ruleset, number=3, seed="p", games=2))
    assert few == every[: len(few)]
    assert 1 <= len(few) <= 2


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


OTHERS = [name for name in RULESET_NAMES if name not in {"base", "river"}]


@pytest.mark.parametrize(
    "rules", [pytest.param(name, marks=pytest.mark.slow if name == "lake" else ()) for name in OTHERS]
)
def test_a_puzzle_of_any_ruleset_is_told_by_its_board_and_dice(rules: str) -> None:
    (puzzle,) = inkrail.puzzles(rules=rules, number=1, seed="p")
    check(puzzle)
    assert inkrail.solve(puzzle.board, dice=puzzle.dice, rules=rules).total == puzzle.total
    _, table = parse_record(puzzle.opening)
    position = table.seats[0].position
    assert (table.phase, table.ruleset.choices(position)) == (Phase.DRAW, ())
    assert sorted(piece.name for piece in position.dice) == sorted(puzzle.dice)
    for action in puzzle.actions:
        position = table.ruleset.draw(position, drawing_of(action, table.ruleset))
    assert table.ruleset.score(position).total == puzzle.total


def test_a_meteor_has_struck_before_a_puzzle_begins() -> None:
    (puzzle,) = inkrail.puzzles(rules="meteor", number=1, seed="p")
    record, table = parse_record(puzzle.opening)
    *_, roll = (entry for entry in record.entries if isinstance(entry, Roll))
    assert puzzle.dice == roll.faces[:4]
    assert len(roll.faces) == 6
    craters = [line.split()[1] for line in puzzle.board.splitlines() if line.startswith("crater ")]
    board = table.seats[0].position.boards[0]
    tiles = [(str(cell), board[cell]) for cell in CELLS]
    assert craters == [cell for cell, tile in tiles if tile and tile.piece.name == "crater"]
    assert 0 < len(craters) <= 6


def test_the_strike_that_a_player_chose_is_part_of_the_puzzle_of_their_last_round() -> None:
    record, table = parse_record(text_of("greedy", "meteor", "a"))
    puzzle = last_round_puzzle(record, Seat(0))
    last = played_rounds(record, Seat(0))[-1]
    assert last.choices
    assert parse_record(puzzle.opening)[0].entries[-1] == Act(Seat(0), last.choices[-1])
    assert puzzle.total >= table.sheets()[0].total


def test_a_round_that_has_too_many_ends_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    record, _ = parse_record(text_of("greedy", "river"))
    exact = Kernel.last_round
    monkeypatch.setattr(Kernel, "last_round", lambda *args, **more: exact(*args, **more, limit=10))
    with pytest.raises(inkrail.Refusal) as caught:
        last_round_puzzle(record, Seat(0))
    assert caught.value.code == "puzzle.not_proven"


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules", ["base", "river", "river+draft", "meteor", "lava", "underground-standalone"]
)
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_puzzles_are_proven(rules: str, part: int) -> None:
    puzzles = list(inkrail.puzzles(rules=rules, number=10, seed=f"hundred-{part}"))
    assert len({puzzle.id for puzzle in puzzles}) == 10
    for puzzle in puzzles:
        check(puzzle)
