"""The columns of a board are what the score counts, and what may still be scored."""

import numpy as np
import pytest

from inkrail.core.cells import parse_cell
from inkrail.kernel import chance_of, kernel_for
from inkrail.kernel.board import lines as line
from inkrail.kernel.value import expansions as potential
from inkrail.kernel.value import routes as feature
from inkrail.kernel.value import underground as below
from inkrail.kernel.value.routes import Floats
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

ROUTES = ("river", "lake", "meteor", "lava")
UNDERGROUND = ("underground", "underground-standalone")


def played(rules: str) -> tuple[Floats, np.ndarray]:
    """Columns and score lines of random boards."""
    kernel = kernel_for(parse_ruleset(rules))
    starts = np.repeat(kernel.start()[np.newaxis], 150, axis=0)
    rounds = kernel.ruleset.rounds - kernel.ruleset.rounds % 2
    states, lines = kernel.playouts(starts, rounds=rounds, chance=chance_of("columns"), special=40)
    return kernel.columns(states), lines


def networks(columns: Floats) -> Floats:
    """The points of networks (S1)."""
    joined = 4 * (columns[:, feature.REACHED] - columns[:, feature.NETWORKS])
    return np.asarray(joined + (columns[:, feature.LARGEST] >= 12))


@pytest.mark.parametrize("rules", ROUTES)
def test_s6_routes_and_expansion_add_up_to_the_score(rules: str) -> None:
    columns, lines = played(rules)
    extra = columns[:, feature.DENSE :]
    points = networks(columns) + columns[:, feature.LONGEST] + columns[:, feature.LONGEST + 1]
    points += columns[:, feature.MIDDLE] + extra[:, potential.POINTS]
    points -= columns[:, feature.DEAD : feature.OPEN + 2].sum(axis=1)
    if rules in {"river", "lava"}:
        points -= extra[:, potential.ENDS] + extra[:, potential.DEAD_ENDS]
    if rules == "lake":
        points += extra[:, potential.BY_WATER] - (columns[:, feature.LARGEST] >= 12)
    if rules == "meteor":
        points += extra[:, potential.FORGIVEN]
    assert points.tolist() == lines[:, line.TOTAL].tolist()
    assert extra[:, potential.POINTS].tolist() == lines[:, line.EXPANSION].tolist()


@pytest.mark.parametrize("rules", UNDERGROUND)
def test_u7_subways_and_pipes_add_up_to_the_score(rules: str) -> None:
    columns, lines = played(rules)
    own = columns[:, -below.BELOW :]
    pipes = own[:, below.PIPES :]
    assert networks(own).tolist() == lines[:, line.SUBWAY_POINTS].tolist()
    assert networks(pipes).tolist() == lines[:, line.PIPE_POINTS].tolist()
    assert own[:, feature.LONGEST].tolist() == lines[:, line.SUBWAY].tolist()
    assert own[:, feature.LONGEST + 1].tolist() == lines[:, line.PIPELINE].tolist()
    assert own[:, feature.MIDDLE].tolist() == lines[:, line.CENTRE_BELOW].tolist()
    ends = own[:, feature.DEAD : feature.OPEN + 2].sum(axis=1)
    assert ends.tolist() == lines[:, line.ERRORS_BELOW].tolist()
    assert own[:, below.HUBS_MADE].tolist() == lines[:, line.HUBS_BELOW].tolist()
    assert own[:, below.BROKEN_PIPES].tolist() == lines[:, line.BROKEN_PIPES].tolist()


def drawn(ruleset: Ruleset, *placements: str, board: int = 0) -> Position:
    """A position with these tiles on a board."""
    position = ruleset.set_up()
    for text in placements:
        piece, cell, sides = text.split()
        tile = next(tile for tile in ruleset.pieces[piece].tiles if tile.text == sides)
        placed = position.boards[board].draw(tile, parse_cell(cell), round_=position.round_)
        position = position.with_board(board, placed)
    return position


def columns_of(ruleset: Ruleset, *placements: str, board: int = 0) -> Floats:
    kernel = kernel_for(ruleset)
    state = kernel.state_of(drawn(ruleset, *placements, board=board))
    row: Floats = kernel.columns(state[np.newaxis])[0]
    return row


def test_v5_a_river_hopes_for_the_edge_while_its_ends_go_on() -> None:
    river = parse_ruleset("river")
    open_, shut = (
        columns_of(river, "river-straight A3 .W.W", *rest)[feature.DENSE :]
        for rest in ((), ("highway-straight B3 H.H.",))
    )
    assert (open_[potential.POINTS], open_[potential.HOPED], open_[potential.AT_EDGE]) == (1, 4, 1)
    assert (shut[potential.POINTS], shut[potential.HOPED], shut[potential.DEAD_ENDS]) == (1, 1, 1)


def test_f8_lava_lakes_are_told_by_the_sides_they_must_still_close() -> None:
    lava = parse_ruleset("lava")
    extra = columns_of(lava, "lava-2-adjacent A1 F..F", "lava-3 C7 FF.F")[feature.DENSE :]
    assert extra[potential.CLOSED : potential.CLOSED + 4].tolist() == [1, 0, 0, 1]
    assert extra[potential.GROUPS] == 3


def test_m2_what_the_next_meteor_may_hit_is_at_risk() -> None:
    meteor = parse_ruleset("meteor")
    extra = columns_of(meteor, "railway-straight D3 R.R.", "railway-straight B1 R.R.")[feature.DENSE :]
    # One of four directions, and three of six distances, lead from D4 to D3.
    assert extra[potential.TILES_AT_RISK] == 3 / 24
    assert extra[potential.SIDES_AT_RISK] == 6 / 24


def test_u9_places_for_hubs_are_rows_and_columns_without_one() -> None:
    alone = parse_ruleset("underground-standalone")
    assert columns_of(alone)[below.PLACES] == 7
    assert columns_of(alone)[below.PLACE_CELLS] == 49
