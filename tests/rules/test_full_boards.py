"""Boards with a tile in every cell, legal or not, are scored in bounded time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkrail.core.cells import CELLS, SIZE, Cell
from inkrail.core.kinds import KINDS
from inkrail.core.longest import Longest, longest_route
from inkrail.core.pieces import Tile
from inkrail.core.placement import Placement
from inkrail.rules.position import Position
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.rules.ruleset import Ruleset

MOST_WORK = 2 * 149_051
"""Two sweeps over all states of 49 crossings."""

RULESETS = tuple(parse_ruleset(name, longest=reading) for name in RULESET_NAMES for reading in Longest)

Filling = list[tuple[Tile, Cell]]


@st.composite
def fillings(draw: st.DrawFn, ruleset: Ruleset) -> Filling:
    """A tile for every cell of every board, junctions more often than anything else."""
    found: Filling = []
    for number, _ in enumerate(ruleset.layouts):
        own = [piece for piece in ruleset.pieces.values() if ruleset.board_for(piece) == number]
        tiles = [tile for piece in own for tile in piece.tiles]
        junctions = [tile for tile in tiles if any(len(tile.sides_of(kind)) > 2 for kind in KINDS)]
        found += [(draw(st.sampled_from(tiles + 3 * junctions)), cell) for cell in CELLS]
    return found


def put(ruleset: Ruleset, filling: Filling) -> Position:
    position = ruleset.blank()
    for tile, cell in filling:
        position = ruleset.put(position, Placement(tile, cell))
    return position


def mirrored(tile: Tile, cell: Cell) -> tuple[Tile, Cell]:
    turned = "".join(tile.text[side] for side in (0, 3, 2, 1))
    return tile.piece.tile(turned), CELLS[cell + SIZE - 1 - 2 * cell.column]


@pytest.mark.parametrize("ruleset", RULESETS, ids=repr)
@settings(max_examples=4)
@given(data=st.data())
def test_s3_a_full_board_of_any_ruleset_is_scored_in_bounded_work(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    filling = data.draw(fillings(ruleset))
    position = put(ruleset, filling)
    for board in position.boards:
        assert board.free == 0
        for kind in KINDS:
            assert longest_route(board, kind, reading=ruleset.longest).work <= MOST_WORK
    mirror = put(ruleset, [mirrored(tile, cell) for tile, cell in filling])
    assert ruleset.report(ruleset.score(position)) == ruleset.report(ruleset.score(mirror))
