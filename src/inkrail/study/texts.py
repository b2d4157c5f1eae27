"""Study for programs, texts in and values out; `import inkrail` offers these functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

from inkrail.core.errors import TextRefusal
from inkrail.core.longest import Longest
from inkrail.core.score import Values
from inkrail.game.record import check_seed, parse_record
from inkrail.rules.boardtext import read_boards
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.study.best import BestBoard, best_board
from inkrail.study.hint import Hint, hint_at
from inkrail.study.last_position import MOST_DUPLICATES
from inkrail.study.puzzles import MOST_PUZZLES, Puzzle, puzzles_of
from inkrail.study.refusals import check_choice, check_number
from inkrail.study.review import EFFORTS, Review, review_game
from inkrail.study.solve import Solution, solve_board


def review(record: str, *, seat: int | None = None, effort: str = "full") -> tuple[Review, ...]:
    """The reviews of all seats of a finished game, or of one of them, counted from 1; `effort` is `full` or `quick`."""
    check_choice(effort, option="effort", choices=EFFORTS)
    read, table = parse_record(record)
    seats = range(read.seats) if seat is None else [seat - 1]
    return tuple(review_game(read, table, seat=Seat(number), effort=effort) for number in seats)


def hint(record: str, *, seat: int = 1) -> Hint:
    """The best end of the running round from where a seat stands."""
    return hint_at(parse_record(record)[1], seat=Seat(seat - 1))


def best(record: str, *, seat: int = 1, step: Callable[[], None] = lambda: None) -> BestBoard:
    """The best board found for a finished game's dice; `step` is called after each round searched."""
    read, table = parse_record(record)
    return best_board(read, table, seat=Seat(seat - 1), step=step)


def solve(
    board: str,
    *,
    dice: str | Sequence[str],
    rules: str = "base",
    longest: Longest | None = None,
    values: Values = Values.OFFICIAL,
    spent: Sequence[str] = (),
    duplicated: int = 0,
) -> Solution:
    """The best end of the last round on a board text; its header overrides `rules`."""
    check_number(duplicated, option="duplicated", least=0, most=MOST_DUPLICATES)
    texts = read_boards(
        BytesIO(board.encode()),
        ruleset=lambda name: parse_ruleset(name or rules, longest=longest, values=values),
    )
    text, second = next(texts), next(texts, None)
    if second is not None:
        raise TextRefusal("text.syntax", line=text.end, text="---")
    faces = dice.split() if isinstance(dice, str) else dice
    return solve_board(text, faces, spent=spent, duplicated=duplicated)


def puzzles(*, rules: str = "base", number: int = 1, seed: str | int = "1") -> Iterator[Puzzle]:
    """So many puzzles, each as soon as it is found."""
    check_number(number, option="number", least=1, most=MOST_PUZZLES)
    word = str(seed)
    check_seed(word)
    return puzzles_of(parse_ruleset(rules), number=number, seed=word)
