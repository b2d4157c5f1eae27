"""Lava, rules F: random games and boards against naive oracles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.grid import CELLS as CELL_NAMES
from tests.oracles.legality import check_text, lava_is_shut_in, legal_text, refusal
from tests.oracles.longest import Tiles
from tests.oracles.pieces import orientations
from tests.oracles.scoring import score_text
from tests.rules.play import (
    check_answer,
    drawn_lines,
    legal_answer,
    random_game,
    score_answer,
    standing_lines,
)

from inkrail.core.board import Round
from inkrail.core.cells import CELLS, MIDDLE
from inkrail.core.dice import Rng, SeededRng, choose
from inkrail.core.placement import Placement
from inkrail.rules.expansions.lava import LAVA, LAVA_DIE
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset

RULES = parse_ruleset("lava")
MUST_DRAW = "lava.must_draw"


@given(st.integers(0, 10**6))
def test_random_games_agree_with_the_oracles(seed: int) -> None:
    """F1-F8: score, check and legal of whole games, and of texts that went wrong somewhere."""
    steps = list(random_game(RULES, seed=seed))
    drawn = drawn_lines(RULES, steps)
    last = standing_lines(RULES, steps[-1].after)
    assert score_answer(last) == score_text("\n".join(last))
    assert RULES.report(RULES.score(steps[-1].after)) == score_answer(last)
    assert check_answer(drawn) == check_text("\n".join(drawn)) == {"legal": True}
    rng = SeededRng("disturb", seed)
    at = 1 + rng.below(len(drawn) - 1)
    disturbed = [*drawn[:at], choose(drawn[1:], rng=rng), *drawn[at:]]
    assert check_answer(disturbed) == check_text("\n".join(disturbed))
    for piece in RULES.pieces:
        assert legal_answer(last, piece=piece) == legal_text("\n".join(last), piece=piece)


@given(st.integers(0, 10**6))
def test_random_games_draw_lava_in_each_round_unless_it_is_impossible(seed: int) -> None:
    """F3, F6: a round ends with a lava die drawn, or on a board that allows none."""
    steps = list(random_game(RULES, seed=seed))
    ends = [step.before for step in steps if isinstance(step.taken, tuple)][2:]
    for position in (*ends, steps[-1].after):
        assert RULES.duties(position) == ()
        assert not naive_duty(position)


def naive_duty(position: Position) -> bool:
    """F3 and F6, by trying everything."""
    dice = [piece.name for piece in position.dice if piece.name in LAVA_DIE.faces]
    if len(dice) < 2:
        return False
    tiles: Tiles = {
        str(cell): (tile.piece.name, tile.text)
        for cell, tile in zip(CELLS, position.boards[0].tiles, strict=True)
        if tile
    }

    def fits(piece: str) -> bool:
        return any(
            refusal(tiles, piece=piece, cell=cell, sides=sides) is None
            for cell in CELL_NAMES
            for sides in orientations(piece)
        )

    volcano_left = "lava_volcano" not in position.this_round
    return any(map(fits, dice)) or (lava_is_shut_in(tiles) and volcano_left and fits("volcano"))


def crowded(rng: Rng) -> Position:
    """A board with few free cells that ignores the rules: of all pieces, or of railways that shut the lava in."""
    position = RULES.set_up()
    pieces = [piece for name, piece in RULES.pieces.items() if not name.startswith("lava")]
    pieces = pieces * 3 + list(LAVA)
    if rng.below(2):
        pieces = [RULES.pieces["special-rrrr"]]
    left = rng.below(6)
    for cell in CELLS:
        if cell != MIDDLE and rng.below(49) >= left:
            tile = choose(choose(pieces, rng=rng).tiles, rng=rng)
            position = RULES.put(position, Placement(tile, cell))
    return position


@given(st.integers(0, 10**9))
def test_f6_crowded_boards_agree_with_trying_everything(seed: int) -> None:
    rng = SeededRng("crowded", seed)
    position = crowded(rng)
    if rng.below(2):
        position = position._replace(this_round={"lava_volcano": 1})
    faces = LAVA_DIE.faces if rng.below(2) else ("lava-highway",)
    lava = [choose(faces, rng=rng) for _ in range(2)]
    dice = tuple(RULES.pieces[name] for name in lava)
    position = position._replace(round_=Round(4), rolled=tuple(lava), dice=dice)
    assert (MUST_DRAW in RULES.duties(position)) is naive_duty(position)
    assert MUST_DRAW not in RULES.duties(position._replace(dice=dice[:1]))
    text = standing_lines(RULES, position)
    for piece in (*lava, "volcano"):
        assert legal_answer(text, piece=piece) == legal_text("\n".join(text), piece=piece)
