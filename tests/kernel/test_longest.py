"""Longest routes in the kernel (S2, S3), especially where the dynamic program takes over from the search."""

import pytest
from tests.kernel.agreement import assert_same_score
from tests.rules.play import read

from inkrail.core.cells import ALL_CELLS, CELLS
from inkrail.core.dice import SeededRng
from inkrail.core.kinds import Kind
from inkrail.core.longest import Longest, longest_route
from inkrail.core.placement import Placement
from inkrail.kernel import kernel_for
from inkrail.kernel.board import longest as routes
from inkrail.kernel.board import profile
from inkrail.kernel.board.bits import NOT_EAST, NOT_SOUTH
from inkrail.rules.boardtext import position_of
from inkrail.rules.position import Position
from inkrail.rules.registry import parse_ruleset

_COMPILED = kernel_for(parse_ruleset("base")).compiled
longest = _COMPILED(routes.longest)
longest_by_profile = _COMPILED(profile.longest_by_profile)

EXAMPLES = {
    "a loop of curves": [
        "highway-curve C3 .HH.",
        "highway-curve D3 ..HH",
        "highway-curve D4 H..H",
        "highway-curve C4 HH..",
    ],
    "the same with one T": [
        "highway-t C3 .HHH",
        "highway-curve D3 ..HH",
        "highway-curve D4 H..H",
        "highway-curve C4 HH..",
    ],
}
POINTS = {"a loop of curves": (4, 4), "the same with one T": (4, 5)}


@pytest.mark.parametrize("example", EXAMPLES)
def test_s3_a_junction_counts_again_only_by_stretches(example: str) -> None:
    position = position_of(read(EXAMPLES[example]))
    assert_same_score("base", position)
    found = tuple(
        longest_route(position.boards[0], Kind.HIGHWAY, reading=reading).length for reading in Longest
    )
    assert found == POINTS[example]


def test_s3_a_board_full_of_crossings_is_measured_at_once() -> None:
    """The search would never end; the dynamic program does, in both readings."""
    assert longest(ALL_CELLS, NOT_EAST, NOT_SOUTH, ALL_CELLS, 0) == 49
    assert longest(ALL_CELLS, NOT_EAST, NOT_SOUTH, ALL_CELLS, 1) == whole_grid_by_stretches()


def whole_grid_by_stretches() -> int:
    ruleset = parse_ruleset("base")
    tile = ruleset.pieces["special-hhhh"].tiles[0]
    position: Position = ruleset.blank()
    for cell in CELLS:
        position = ruleset.put(position, Placement(tile, cell))
    return longest_route(position.boards[0], Kind.HIGHWAY, reading=Longest.STRETCHES).length


@pytest.mark.parametrize("stretches", [0, 1])
def test_s3_search_and_dynamic_program_agree(stretches: int) -> None:
    rng = SeededRng("graphs", stretches)
    for _ in range(80):
        east, south = rng.below(NOT_EAST) & NOT_EAST, rng.below(NOT_SOUTH) & NOT_SOUTH
        thin = rng.below(ALL_CELLS) if rng.below(2) else ALL_CELLS
        east, south = east & thin, south & thin
        cells = east | south | east << 1 | south << 7
        best = 0
        for component in components(cells, east, south):
            best = longest_by_profile(
                component, component & east, component & south, 4 if stretches else 2, max(best, 1)
            )
        assert longest(cells, east, south, cells, stretches) == best


def components(cells: int, east: int, south: int) -> list[int]:
    found = []
    while cells:
        component, before = cells & -cells, 0
        while component != before:
            before = component
            component |= (component & east) << 1 | component >> 1 & east
            component |= (component & south) << 7 | component >> 7 & south
        found.append(component)
        cells &= ~component
    return found
