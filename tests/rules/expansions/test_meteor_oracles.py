"""Meteor, rules M: flights and random games against naive oracles."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.legality import check_text, legal_text
from tests.oracles.meteor import landing
from tests.oracles.scoring import score_text
from tests.rules.play import (
    check_answer,
    drawn_lines,
    legal_answer,
    random_game,
    read,
    score_answer,
    standing_lines,
)

from inkrail.core.cells import CELLS, Cell, cells_of, parse_cell
from inkrail.core.dice import SeededRng, choose
from inkrail.rules.boardtext import position_of
from inkrail.rules.expansions.meteor import DIRECTIONS, craters, flight, origin_of
from inkrail.rules.position import Choice, Drawing, Position
from inkrail.rules.registry import parse_ruleset

METEOR = parse_ruleset("meteor")


def hit(position: Position) -> list[str]:
    """The cells with a crater."""
    return [str(cell) for cell in cells_of(craters(position.boards[0]))]


@given(
    origin=st.sampled_from(CELLS),
    direction=st.sampled_from(sorted(DIRECTIONS)),
    distance=st.integers(1, 3),
    line=st.sets(st.integers(0, 6), max_size=7),
)
def test_m3_every_flight_lands_where_the_oracle_says(
    origin: Cell,
    direction: str,
    *,
    distance: int,
    line: set[int],
) -> None:
    upright = direction in ("up", "down")
    across = (
        f"{'ABCDEFG'[origin.column]}{n + 1}" if upright else f"{'ABCDEFG'[n]}{origin.row + 1}" for n in line
    )
    over = set(across)
    board = position_of(read([f"crater {cell} ...." for cell in over], rules="meteor")).boards[0]
    cells = [str(cell) for cell in flight(board, origin, direction=DIRECTIONS[direction], distance=distance)]
    assert (cells[-1] if cells else None) == landing(str(origin), direction, distance, over)
    steps = [str(origin), *cells]
    for here, there in pairwise(steps):
        assert parse_cell(there) in [parse_cell(here).neighbour(side) for side in DIRECTIONS.values()]


@given(st.integers(0, 10**6))
def test_random_games_agree_with_the_oracles(seed: int) -> None:
    """M2-M7: score, check and legal of whole games, and of texts that went wrong somewhere."""
    steps = list(random_game(METEOR, seed=seed))
    drawn = drawn_lines(METEOR, steps)
    standing = standing_lines(METEOR, steps[-1].after)
    assert score_answer(standing) == score_text("\n".join(standing))
    assert METEOR.report(METEOR.score(steps[-1].after)) == score_answer(standing)
    assert check_answer(drawn) == check_text("\n".join(drawn)) == {"legal": True}
    rng = SeededRng("disturb", seed)
    at = 1 + rng.below(len(drawn) - 1)
    disturbed = [*drawn[:at], choose(drawn[1:], rng=rng), *drawn[at:]]
    assert check_answer(disturbed) == check_text("\n".join(disturbed))
    for piece in METEOR.pieces:
        assert legal_answer(standing, piece=piece) == legal_text("\n".join(standing), piece=piece)


@given(st.integers(0, 10**6))
def test_random_games_are_struck_where_the_oracle_says(seed: int) -> None:
    """M2-M4: one crater per round, unless a special was paid or its line is full."""
    for step in random_game(METEOR, seed=seed):
        before, after = step.before, step.after
        board = before.boards[0]
        if isinstance(step.taken, Drawing):
            assert origin_of(after) == origin_of(before)
            continue
        if isinstance(step.taken, Choice) and step.taken.verb == "ignore":
            assert after.boards == before.boards
            continue
        struck = after.this_round.keys() - (before.this_round.keys() if after.round_ == before.round_ else ())
        if not struck:
            assert after.boards == before.boards
            continue
        direction = step.taken.argument if isinstance(step.taken, Choice) else after.rolled[4]
        over = {str(cell) for cell in cells_of(craters(board))}
        cell = landing(str(origin_of(before)), direction, int(after.rolled[5]), over)
        assert set(hit(after)) == over | ({cell} if cell else set())
        assert str(origin_of(after)) == (cell or str(origin_of(before)))
